"""The rule systems; each is a folder that nothing else imports."""
