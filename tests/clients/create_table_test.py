"""What `keywright generate create-table` gives, as input of the AWS CLI, on the server whose address the environment gives.

usage: create_table_test.py <keywright program> <aws program> <folder of models>
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import boto3
import botocore.validate

PROGRAM, AWS, MODELS = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
DYNAMODB = boto3.client("dynamodb")


class CreateTable(unittest.TestCase):
    maxDiff = None

    def aws(self, command, path):
        done = subprocess.run([AWS, "dynamodb", command, "--cli-input-json", f"file://{path}"], text=True,
                              capture_output=True, timeout=60)
        self.assertEqual((0, ""), (done.returncode, done.stderr), path)

    def test_the_tables_of_models_are_as_their_definitions_say(self):
        for model in "research", "telemetry", "social", "queue", "music":
            with self.subTest(model=model), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                subprocess.run([PROGRAM, "generate", "create-table", MODELS / f"{model}.model.yaml", "--out", folder],
                               check=True, capture_output=True)
                definitions = sorted(folder.glob("*.create-table.json"))
                self.assertGreater(len(definitions), 0)
                for path in definitions:
                    self.create(folder, path)

    def create(self, folder, path):
        self.aws("create-table", path)
        wanted = json.loads(path.read_text())
        table = wanted["TableName"]
        DYNAMODB.get_waiter("table_exists").wait(TableName=table)
        self.compare(wanted, DYNAMODB.describe_table(TableName=table)["Table"])
        time_to_live = folder / f"{table}.update-time-to-live.json"
        attribute = None
        if time_to_live.exists():
            self.aws("update-time-to-live", time_to_live)
            attribute = json.loads(time_to_live.read_text())["TimeToLiveSpecification"]["AttributeName"]
        found = DYNAMODB.describe_time_to_live(TableName=table)["TimeToLiveDescription"]
        self.assertEqual(attribute, found.get("AttributeName"))
        backups = folder / f"{table}.update-continuous-backups.json"
        if backups.exists():
            shape = DYNAMODB.meta.service_model.operation_model("UpdateContinuousBackups").input_shape
            botocore.validate.validate_parameters(json.loads(backups.read_text()), shape)

    def compare(self, wanted, table):
        """What the definition says, the description says too; it has more, which nobody asked for."""
        found = {**table, "BillingMode": table.get("BillingModeSummary", {}).get("BillingMode", "PROVISIONED"),
                 "TableClass": table.get("TableClassSummary", {}).get("TableClass")}
        for name, value in wanted.items():
            if name == "AttributeDefinitions":
                self.assertCountEqual(value, found[name])
            elif name.endswith("SecondaryIndexes"):
                indexes = {index["IndexName"]: index for index in found[name]}
                self.assertCountEqual(indexes, [index["IndexName"] for index in value])
                for index in value:
                    self.contains(index, indexes[index["IndexName"]])
            else:
                self.contains({name: value}, found)

    def contains(self, wanted, found):
        for name, value in wanted.items():
            if isinstance(value, dict):
                self.contains(value, found[name])
            else:
                self.assertEqual(value, found[name], name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
