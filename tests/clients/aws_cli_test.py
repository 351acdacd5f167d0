"""The AWS CLI against the server whose address the environment gives.

usage: aws_cli_test.py <aws program>
"""

import json
import subprocess
import sys
import unittest

AWS = sys.argv[1]


class AwsCli(unittest.TestCase):
    def aws(self, *arguments, fails=False, service="dynamodb"):
        done = subprocess.run([AWS, service, *arguments, "--output", "json"], text=True,
                              capture_output=True, timeout=60)
        if fails:
            self.assertNotEqual(0, done.returncode)
            return done.stderr
        self.assertEqual("", done.stderr)
        self.assertEqual(0, done.returncode)
        return json.loads(done.stdout) if done.stdout.strip() else {}

    def test_the_way_of_an_item(self):
        self.aws("create-table", "--table-name", "cli", "--billing-mode", "PAY_PER_REQUEST",
                 "--attribute-definitions", "AttributeName=pk,AttributeType=S",
                 "--key-schema", "AttributeName=pk,KeyType=HASH")
        self.aws("wait", "table-exists", "--table-name", "cli")
        self.aws("put-item", "--table-name", "cli", "--item",
                 '{"pk": {"S": "a"}, "n": {"N": "1"}, "b": {"B": "bytes"}}')
        updated = self.aws("update-item", "--table-name", "cli", "--key", '{"pk": {"S": "a"}}',
                           "--update-expression", "ADD n :one", "--expression-attribute-values",
                           '{":one": {"N": "1"}}', "--return-values", "ALL_NEW")
        self.assertEqual({"pk": {"S": "a"}, "n": {"N": "2"}, "b": {"B": "Ynl0ZXM="}},
                         updated["Attributes"])
        queried = self.aws("query", "--table-name", "cli", "--key-condition-expression",
                           "pk = :pk", "--expression-attribute-values", '{":pk": {"S": "a"}}')
        self.assertEqual(1, queried["Count"])
        selected = self.aws("execute-statement", "--statement", "SELECT n FROM cli WHERE pk = 'a'")
        self.assertEqual([{"n": {"N": "2"}}], selected["Items"])
        refused = self.aws("put-item", "--table-name", "cli", "--item", '{"pk": {"S": "a"}}',
                           "--condition-expression", "attribute_not_exists(pk)", fails=True)
        self.assertIn("(ConditionalCheckFailedException) when calling the PutItem operation: "
                      "The conditional request failed", refused)
        self.aws("delete-table", "--table-name", "cli")
        self.aws("wait", "table-not-exists", "--table-name", "cli")
        self.assertNotIn("cli", self.aws("list-tables")["TableNames"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
