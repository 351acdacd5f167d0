"""`keywright serve` for a test, and calls of it that need no client."""

import json
import signal
import subprocess
import urllib.request


def start_server(test, program, *options, stderr=subprocess.DEVNULL):
    """The process, and what it says of itself. It ends with the test."""
    server = subprocess.Popen([program, "serve", "--port", "0", "--format", "json", *options], text=True,
                              stdout=subprocess.PIPE, stderr=stderr)
    test.addCleanup(end, server)
    return server, json.loads(server.stdout.readline())


def end(server):
    if server.poll() is None:
        server.send_signal(signal.SIGTERM)
    server.communicate(timeout=20)


def headers_of(operation, key="AKID", region="us-east-1"):
    """The server without access keys looks at no signature."""
    return {"Content-Type": "application/x-amz-json-1.0",
            "X-Amz-Target": "DynamoDB_20120810." + operation,
            "X-Amz-Date": "20150830T123600Z",
            "Authorization": f"AWS4-HMAC-SHA256 Credential={key}/20150830/{region}/dynamodb/aws4_request, "
                             "SignedHeaders=host, Signature=00"}


def call(url, operation, parameters):
    request = urllib.request.Request(url, data=json.dumps(parameters).encode(), headers=headers_of(operation))
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)
