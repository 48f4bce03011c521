"""Play by e-mail: the token that stands for a turn, files of orders, and e-mails that hold them."""
