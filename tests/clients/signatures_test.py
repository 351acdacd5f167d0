"""botocore computes the signature of every request that Keywright's client sends, once more.

usage: signatures_test.py <signed_calls program>
"""

import re
import subprocess
import sys
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

PROGRAM = sys.argv.pop(1)
AUTHORIZATION = re.compile(r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([^/]+)/([^/]+)/aws4_request, "
                           r"SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$")


class Verifier(ThreadingHTTPServer):
    """Answers `{}` where botocore comes to the same signature, and 403 elsewhere."""

    def __init__(self, credentials, region):
        super().__init__(("127.0.0.1", 0), Handler)
        self.credentials, self.region = credentials, region
        self.base = None  # the URL that the client is given
        self.requests = []
        self.faults = []

    def fault(self, headers, target, body):
        """What is wrong with the signature, or None."""
        match = AUTHORIZATION.match(headers.get("Authorization", ""))
        if not match:
            return "its Authorization header does not read"
        key_id, date, region, service, names, signature = match.groups()
        if (key_id, region, service) != (self.credentials.access_key, self.region, "dynamodb"):
            return f"it is signed for {key_id}, {region}, {service}"
        names = names.split(";")
        for name in ("host", "x-amz-date", "x-amz-target"):
            if name not in names:
                return f"{name} is not signed"
        if headers.get("X-Amz-Security-Token") != self.credentials.token:
            return "its session token is another"
        if self.credentials.token and "x-amz-security-token" not in names:
            return "its session token is not signed"
        # Of botocore's own making: it takes the host from the URL, not from what the client wrote.
        again = AWSRequest("POST", self.base + target, data=body, headers={
            name: headers[name] for name in names if name != "host"})
        again.context["timestamp"] = headers["X-Amz-Date"]
        auth = SigV4Auth(self.credentials, "dynamodb", self.region)
        text = auth.string_to_sign(again, auth.canonical_request(again))
        expected = auth.signature(text, again)
        return None if (signature, date) == (expected, headers["X-Amz-Date"][:8]) else f"botocore has {expected}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        fault = self.server.fault(self.headers, self.path, body)
        self.server.requests.append(self.headers["X-Amz-Target"])
        if fault:
            self.server.faults.append(f"{self.headers['X-Amz-Target']} {body[:200]}: {fault}")
        self.send_response(403 if fault else 200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


class Signatures(unittest.TestCase):
    def verify(self, credentials, region="eu-west-1", host="127.0.0.1", path="", secret=None):
        verifier = Verifier(credentials, region)
        verifier.base = f"http://{host}:{verifier.server_port}"
        serving = threading.Thread(target=verifier.serve_forever)
        serving.start()
        try:
            arguments = [verifier.base + path, region, credentials.access_key,
                         secret or credentials.secret_key]
            ended = subprocess.run([PROGRAM, *arguments, *filter(None, [credentials.token])],
                                   stderr=subprocess.PIPE, text=True, timeout=60)
        finally:
            verifier.shutdown()
            serving.join()
            verifier.server_close()
        return verifier, ended

    def assert_good(self, verifier, ended):
        self.assertEqual([], verifier.faults)
        self.assertEqual((0, ""), (ended.returncode, ended.stderr))
        self.assertEqual(23, len(verifier.requests))
        self.assertIn("DynamoDBStreams_20120810.ListStreams", verifier.requests)

    def test_long_lived_credentials_on_a_port_of_its_own(self):
        self.assert_good(*self.verify(Credentials("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")))

    def test_a_session_token(self):
        token = "IQoJb3JpZ2luX2VjEJr//////////wEaCXVzLWVhc3QtMSJHMEUCIQ+/=" * 20
        self.assert_good(*self.verify(Credentials("ASIAEXAMPLE", "secret", token), region="us-gov-west-1"))

    def test_a_host_by_name_and_a_secret_with_odd_characters(self):
        self.assert_good(*self.verify(Credentials("AKID", "\u00fc/+=\" '%20"), host="localhost"))

    def test_an_endpoint_with_a_path(self):
        for path in ("/base", "/two/parts/", "/with%20blank/and~tilde", "/?query=1&b=%2F"):
            with self.subTest(path=path):
                self.assert_good(*self.verify(Credentials("AKID", "secret"), path=path))

    def test_that_a_wrong_secret_would_show(self):
        verifier, ended = self.verify(Credentials("AKID", "secret"), secret="other")
        self.assertEqual(1, ended.returncode)
        self.assertEqual(len(verifier.requests), len(verifier.faults))


if __name__ == "__main__":
    unittest.main()
