"""`python -m hexfront`."""

from hexfront.cli import main

if __name__ == "__main__":
    main()
