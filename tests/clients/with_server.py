#!/usr/bin/env python3
"""Runs a command while a server runs, and gives it the server's address.

usage: with_server.py <keywright program> [serve option...] -- <command>...

The command finds the address in KEYWRIGHT_URL, and AWS's own variables set so that a client with no
configuration of its own reaches that server and nothing else. Its exit status is the result, unless
the server did not end cleanly.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile


def client_environment(url, home):
    """What every AWS client reads; no file of the user's is looked at."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    return {
        **kept,
        "KEYWRIGHT_URL": url,
        "AWS_ENDPOINT_URL": url,
        "AWS_REGION": "us-east-1",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": os.path.join(home, "config"),
        "AWS_SHARED_CREDENTIALS_FILE": os.path.join(home, "credentials"),
        "AWS_PAGER": "",
    }


def main():
    separator = sys.argv.index("--")
    serve, command = sys.argv[1:separator], sys.argv[separator + 1:]
    server = subprocess.Popen([serve[0], "serve", "--port", "0", "--format", "json", *serve[1:]],
                              stdout=subprocess.PIPE, text=True)
    try:
        url = json.loads(server.stdout.readline())["url"]
        with tempfile.TemporaryDirectory() as home:
            status = subprocess.run(command, env=client_environment(url, home)).returncode
    finally:
        server.send_signal(signal.SIGTERM)
        ended = server.wait(timeout=20)
    if ended != 0:
        print(f"the server ended with status {ended}", file=sys.stderr)
    return status or ended


if __name__ == "__main__":
    sys.exit(main())
