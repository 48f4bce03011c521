"""How many requests a second one kept connection gets answered.

    python -m benchmarks.keep_alive --requests 500

An answer is a head and a body in two packets.  Where the body waits until the
head has been acknowledged, each takes 40 ms longer.
"""

from __future__ import annotations

import argparse
import http.client
import json
import subprocess
import sys
import tempfile
import time


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=500)
    count = parser.parse_args().requests
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hexfront", "serve", "--port", "0", "--save", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            host = server.stdout.readline().split("//")[1].strip(" /\n")
            connection = http.client.HTTPConnection(host)
            begun = 0.0
            for number in range(count + 10):  # the first ones warm up
                if number == 10:
                    begun = time.perf_counter()
                connection.request("GET", "/api/notices")
                connection.getresponse().read()
            rate = count / (time.perf_counter() - begun)
            print(json.dumps({"requests": count, "requests_a_second": round(rate, 1)}))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
