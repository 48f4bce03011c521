"""Do what the README tells a player, `make play`, and look whether the page of games is there."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request


def main() -> None:
    """Start it on any free port, ask for the page, stop it."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["make", "play", f"ARGS=--no-open --port 0 --save {folder}"]
        play = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        assert play.stdout is not None
        try:
            address = None
            for line in play.stdout:
                print(line, end="")
                if found := re.search(r"http://\S+", line):
                    address = found[0]
                    break
            if address is None:
                sys.exit(f"`make play` ended with {play.wait()} and told no address")
            with urllib.request.urlopen(address) as page:
                text = page.read().decode()
            if "<title>Hexfront" not in text:
                sys.exit(f"{address} is not the page of games: {text[:200]!r}")
        finally:
            if play.poll() is None:
                os.killpg(play.pid, signal.SIGTERM)


main()
