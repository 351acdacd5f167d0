"""Whether Keywright finds the same credentials and settings as botocore, in the same environment,
files and services.

    credentials_test.py <found_credentials>
"""

import datetime
import hashlib
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.parse
from unittest import mock

HOME = tempfile.mkdtemp()
os.environ["HOME"] = HOME  # botocore looks once, when it is imported

import botocore.auth  # noqa: E402
import botocore.awsrequest  # noqa: E402
import botocore.credentials  # noqa: E402
import botocore.session  # noqa: E402

PROGRAM = ""
EXPIRATION = "2099-01-01T00:00:00Z"
FILES = pathlib.Path(HOME, ".aws")


def secret_of(access_key_id):
    return "secret of " + access_key_id


def keys(name, token="T", **more):
    return {"AccessKeyId": name, "SecretAccessKey": secret_of(name), "Token": token, "Expiration": EXPIRATION, **more}


class Services(http.server.BaseHTTPRequestHandler):
    """STS, IMDS, the container's endpoint and IAM Identity Center: all that give credentials."""

    def answer(self, status, body):
        body = body if isinstance(body, str) else json.dumps(body)
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass

    def do_PUT(self):
        wanted = self.path == "/latest/api/token" and "X-aws-ec2-metadata-token-ttl-seconds" in self.headers
        self.answer(200 if wanted else 404, "imds-token")

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        roles = "/latest/meta-data/iam/security-credentials/"
        if url.path.startswith("/latest/") and self.headers.get("X-aws-ec2-metadata-token") != "imds-token":
            self.answer(401, "")
        elif url.path == roles:
            self.answer(200, "instance-role")
        elif url.path == roles + "instance-role":
            self.answer(200, keys("INSTANCE", Code="Success"))
        elif url.path == "/latest/meta-data/placement/region":
            self.answer(200, "metadata-region-1")
        elif url.path == "/container":
            self.answer(200, keys("CONTAINER", token=self.headers.get("Authorization", "none")))
        elif url.path == "/federation/credentials":
            query = dict(urllib.parse.parse_qsl(url.query))
            name = f"SSO-{query['account_id']}-{query['role_name']}-{self.headers['x-amz-sso_bearer_token']}"
            self.answer(200, {"roleCredentials": {"accessKeyId": name, "secretAccessKey": secret_of(name),
                                                  "sessionToken": "T", "expiration": 4070908800000}})
        else:
            self.answer(404, "")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        form = dict(urllib.parse.parse_qsl(body.decode()))
        signer = self.signer(body) if form["Action"] == "AssumeRole" else form["WebIdentityToken"]
        if signer is None:
            self.answer(403, "<ErrorResponse><Error><Code>SignatureDoesNotMatch</Code><Message>no</Message></Error>"
                             "</ErrorResponse>")
            return
        name = f"{form['RoleArn']} by {signer}"
        for key in ("ExternalId", "DurationSeconds"):
            name += f" {key}={form[key]}" if key in form else ""
        action = form["Action"]
        self.answer(200, f"<{action}Response xmlns='https://sts.amazonaws.com/doc/2011-06-15/'><{action}Result>"
                         f"<Credentials><AccessKeyId>{name}</AccessKeyId><SecretAccessKey>{secret_of(name)}"
                         f"</SecretAccessKey><SessionToken>T</SessionToken><Expiration>{EXPIRATION}</Expiration>"
                         f"</Credentials></{action}Result></{action}Response>")

    def signer(self, body):
        """Who signed, if botocore makes the same signature of the request."""
        said = self.headers["Authorization"]
        fields = dict(part.strip().split("=", 1) for part in said.split(" ", 1)[1].split(","))
        name, _, region, service, _ = fields["Credential"].rsplit("/", 4)
        signed = fields["SignedHeaders"].split(";")
        request = botocore.awsrequest.AWSRequest(
            method="POST", url=f"http://{self.headers['Host']}{self.path}", data=body,
            headers={key: self.headers[key] for key in signed if key not in ("host", "x-amz-date")})
        token = self.headers.get("X-Amz-Security-Token")
        if "x-amz-security-token" in signed:
            del request.headers["X-Amz-Security-Token"]
        auth = botocore.auth.SigV4Auth(
            botocore.credentials.Credentials(name, secret_of(name), token), service, region)
        at = datetime.datetime.strptime(self.headers["X-Amz-Date"], "%Y%m%dT%H%M%SZ")
        with mock.patch("botocore.auth.get_current_datetime", return_value=at):
            auth.add_auth(request)
        return name if request.headers["Authorization"].endswith(fields["Signature"]) else None


def profile_keys(name, section=None):
    return f"[{section or name}]\naws_access_key_id = {name}\naws_secret_access_key = {secret_of(name)}\n"


ENV_KEYS = {"AWS_ACCESS_KEY_ID": "ENV", "AWS_SECRET_ACCESS_KEY": secret_of("ENV")}
SSO = ("[default]\nsso_session = corp\nsso_account_id = 123\nsso_role_name = Dev\n"
       "[sso-session corp]\nsso_region = eu-west-1\nsso_start_url = https://corp.example\n")
SSO_LEGACY = ("[default]\nsso_account_id = 123\nsso_role_name = Dev\nsso_region = eu-west-1\n"
              "sso_start_url = https://corp.example\n")

# name: config file, credentials file, variables, profile of the program. {url} is the server, {home} the home folder, {role} how an ARN begins.
CASES = {
    "environment": ("", "", ENV_KEYS, None),
    "environment with a token": ("", "", {**ENV_KEYS, "AWS_SESSION_TOKEN": "T"}, None),
    "environment with half of it": ("", "", {"AWS_ACCESS_KEY_ID": "ENV"}, None),
    "environment before AWS_PROFILE": (profile_keys("dev", "profile dev"), "", {**ENV_KEYS, "AWS_PROFILE": "dev"}, None),
    "a profile of the program before the environment": (profile_keys("dev", "profile dev"), "", ENV_KEYS, "dev"),
    "credentials file": ("", profile_keys("default"), {}, None),
    "credentials file with a token": ("", profile_keys("default") + "aws_session_token = T\n", {}, None),
    "config file": (profile_keys("default"), "", {}, None),
    "both files": (profile_keys("CONFIG", "default"), profile_keys("CREDENTIALS", "default"), {}, None),
    "AWS_PROFILE": ("", profile_keys("default") + profile_keys("dev"), {"AWS_PROFILE": "dev"}, None),
    "a profile with blanks": (profile_keys("two", 'profile "two words"'), "", {"AWS_PROFILE": "two words"}, None),
    "a profile that is not there": (profile_keys("default"), "", {"AWS_PROFILE": "gone"}, None),
    "a profile with half of its keys": ("", "[default]\naws_access_key_id = A\n", {}, None),
    "comments, blank lines, case": ("# one\n\n; two\n[default]\n  \nREGION=eu-north-1\n", profile_keys("default"), {}, None),
    "a malformed file": ("[default\nregion = x\n", profile_keys("default"), {}, None),
    "a role": ("[default]\nrole_arn = {role}/role\nsource_profile = base\nexternal_id = e/1 +\nduration_seconds = 900\n",
               profile_keys("base"), {}, None),
    "a role of a role": ("[default]\nrole_arn = {role}/two\nsource_profile = one\n"
                         "[profile one]\nrole_arn = {role}/one\nsource_profile = base\n", profile_keys("base"), {}, None),
    "a role by keys of its own profile": ("[default]\nrole_arn = {role}/role\nsource_profile = default\n",
                                          profile_keys("default"), {}, None),
    "a role by the environment": ("[profile r]\nrole_arn = {role}/role\ncredential_source = Environment\n", "", ENV_KEYS, "r"),
    "a role by the container": ("[default]\nrole_arn = {role}/role\ncredential_source = EcsContainer\n", "",
                                {"AWS_CONTAINER_CREDENTIALS_FULL_URI": "{url}/container"}, None),
    "a role by the instance": ("[default]\nrole_arn = {role}/role\ncredential_source = Ec2InstanceMetadata\n", "", {}, None),
    "a role by nobody": ("[default]\nrole_arn = {role}/role\n", "", {}, None),
    "a role by a circle": ("[default]\nrole_arn = {role}/a\nsource_profile = b\n[profile b]\nrole_arn = {role}/b\n"
                           "source_profile = default\n", "", {}, None),
    "a role by a credential_process": (
        "[default]\nrole_arn = {role}/role\nsource_profile = p\n[profile p]\ncredential_process = cat {home}/printed\n",
        "", {}, None),
    "web identity": ("", profile_keys("default"),
                     {"AWS_WEB_IDENTITY_TOKEN_FILE": "{home}/token", "AWS_ROLE_ARN": "{role}/web"}, None),
    "web identity of a profile": ("[default]\nrole_arn = {role}/role\nweb_identity_token_file = {home}/token\n", "", {}, None),
    "credential_process": ("[default]\ncredential_process = cat \"{home}/printed\"\n", "", {}, None),
    "credential_process that fails": ("[default]\ncredential_process = false\n", "", {}, None),
    "container": ("", "", {"AWS_CONTAINER_CREDENTIALS_FULL_URI": "{url}/container",
                           "AWS_CONTAINER_AUTHORIZATION_TOKEN": "Basic x"}, None),
    "container with a token file": ("", "", {"AWS_CONTAINER_CREDENTIALS_FULL_URI": "{url}/container",
                                             "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": "{home}/token"}, None),
    "container elsewhere": ("", "", {"AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://192.0.2.1/x"}, None),
    "instance": ("", "", {}, None),
    "nothing": ("", "", {"AWS_EC2_METADATA_DISABLED": "true"}, None),
    "IAM Identity Center": (SSO, "", {}, None),
    "IAM Identity Center without a session": (SSO_LEGACY, "", {}, None),
    "IAM Identity Center without a login": (SSO.replace("corp", "other"), "", {}, None),
    "region of the profile": ("[default]\nregion = eu-north-1\n", profile_keys("default"), {"AWS_DEFAULT_REGION": ""}, None),
    "endpoint for all": ("", "", {**ENV_KEYS, "AWS_ENDPOINT_URL": "http://127.0.0.1:1"}, None),
    "endpoint of the service": ("", "", {**ENV_KEYS, "AWS_ENDPOINT_URL": "http://127.0.0.1:1",
                                         "AWS_ENDPOINT_URL_DYNAMODB": "http://127.0.0.1:2"}, None),
    "endpoint of the profile": ("[default]\nservices = local\nendpoint_url = http://127.0.0.1:1\n[services local]\n"
                                "dynamodb =\n  endpoint_url = http://127.0.0.1:2\n", "", ENV_KEYS, None),
    "endpoint that is ignored": ("[default]\nignore_configured_endpoint_urls = true\n", "",
                                 {**ENV_KEYS, "AWS_ENDPOINT_URL_DYNAMODB": "http://127.0.0.1:2"}, None),
}
# The cases in which there are no credentials to find.
ERRORS = {
    "environment with half of it", "a profile that is not there", "a profile with half of its keys", "a malformed file",
    "a role by nobody", "a role by a circle", "credential_process that fails", "container elsewhere", "nothing",
    "IAM Identity Center without a login",
}


def by_botocore(profile):
    out = {}
    try:
        session = botocore.session.Session(profile=profile)
        found = session.get_credentials()
        if found is None:
            return {"error": "nothing was found"}
        frozen = found.get_frozen_credentials()
        out = {"access_key_id": frozen.access_key, "secret_access_key": frozen.secret_key,
               "session_token": frozen.token or "", "region": session.get_config_variable("region") or ""}
        expiry = getattr(found, "_expiry_time", None)
        if expiry:
            out["expiration"] = str(int(expiry.timestamp() * 1000))
        client = session.create_client("dynamodb", region_name="eu-west-1")
        endpoint = client.meta.endpoint_url
        out["endpoint_url"] = "" if endpoint.endswith(".amazonaws.com") else endpoint
    except Exception as error:  # whatever it is, it found none
        return {"error": f"{type(error).__name__}: {error}"}
    return out


def by_keywright(profile):
    arguments = [PROGRAM] + ([profile] if profile else [])
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=True)
    return json.loads(done.stdout)


class CredentialsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Services)
        cls.url = f"http://127.0.0.1:{cls.server.server_address[1]}"
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        pathlib.Path(HOME, "token").write_text("web-token", encoding="utf-8")
        printed = keys("PROCESS", Version=1)
        printed["SessionToken"] = printed.pop("Token")
        pathlib.Path(HOME, "printed").write_text(json.dumps(printed), encoding="utf-8")
        cache = FILES / "sso" / "cache"
        cache.mkdir(parents=True)
        for login in ("corp", "https://corp.example"):
            name = hashlib.sha1(login.encode()).hexdigest() + ".json"
            (cache / name).write_text(json.dumps({"accessToken": "login", "expiresAt": EXPIRATION}), encoding="utf-8")

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()
        shutil.rmtree(HOME)

    def environment(self, variables):
        """The services that no case is about give nothing but what it asks of them."""
        common = {"HOME": HOME, "PATH": os.environ["PATH"], "AWS_DEFAULT_REGION": "eu-west-1",
                  "AWS_EC2_METADATA_SERVICE_ENDPOINT": self.url}
        for service in ("STS", "SSO", "SSO_OIDC"):
            common["AWS_ENDPOINT_URL_" + service] = self.url
        common.update({key: self.fill(value) for key, value in variables.items()})
        return {key: value for key, value in common.items() if value}

    def fill(self, text):
        return text.replace("{url}", self.url).replace("{home}", HOME).replace("{role}", "arn:aws:iam::123456789012:role")

    def compare(self, config, credentials, variables, profile, fails):
        (FILES / "config").write_text(self.fill(config), encoding="utf-8")
        (FILES / "credentials").write_text(self.fill(credentials), encoding="utf-8")
        with mock.patch.dict(os.environ, self.environment(variables), clear=True):
            wanted, found = by_botocore(profile), by_keywright(profile)
        self.assertEqual("error" in wanted, fails, wanted)
        if fails:
            self.assertIn("error", found)
            return
        found.pop("source", None)
        self.assertEqual(found, wanted)


def add_case(name, case):
    def test(self):
        self.compare(*case, fails=name in ERRORS)
    test.__doc__ = name
    setattr(CredentialsTest, "test_" + name.replace(" ", "_"), test)


for case_name, case_rows in CASES.items():
    add_case(case_name, case_rows)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
