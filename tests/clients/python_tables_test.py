"""The tables that generated Python creates, on a server that has none yet.

usage: python_tables_test.py <tests/golden/infrastructure>
"""

import importlib
import json
import sys
import unittest

import boto3
import research

# Of each package, how often it creates one.
CREATED = {"orders": 1, "rooms": 1, "telemetry": 2, "treasury": 1}
client = boto3.client("dynamodb")


class TablesTest(unittest.TestCase):
    goldens = ""

    def test_every_table_is_created_as_its_definition_says(self):
        for name, count in CREATED.items():
            package = importlib.import_module(name)
            creates = [each for each in dir(package) if each.startswith("create_")]
            self.assertEqual(len(creates), count)
            for create in creates:
                self.check(getattr(package, create),
                           getattr(package, create.removeprefix("create_") + "_definition")())

    def check(self, create, definition):
        create(client)
        name = definition["TableName"]
        table = client.describe_table(TableName=name)["Table"]
        self.assertEqual(table["TableStatus"], "ACTIVE")
        self.assertEqual(table["KeySchema"], definition["KeySchema"])
        by_name = lambda attribute: attribute["AttributeName"]
        self.assertEqual(sorted(table["AttributeDefinitions"], key=by_name),
                         sorted(definition["AttributeDefinitions"], key=by_name))
        for index in definition.get("GlobalSecondaryIndexes", []):
            made = next(each for each in table["GlobalSecondaryIndexes"]
                        if each["IndexName"] == index["IndexName"])
            self.assertEqual((made["KeySchema"], made["Projection"]),
                             (index["KeySchema"], index["Projection"]))
        ttl = client.describe_time_to_live(TableName=name)["TimeToLiveDescription"]
        if "AttributeName" in ttl:
            self.assertIn(ttl["TimeToLiveStatus"], ("ENABLING", "ENABLED"))

    def test_the_definition_is_that_of_the_other_generators(self):
        with open(self.goldens + "/research/app-table.create-table.json", encoding="utf-8") as file:
            golden = json.load(file)
        definition = research.table_definition()
        shared = set(golden) & set(definition)
        self.assertGreaterEqual(shared, {"TableName", "KeySchema", "AttributeDefinitions",
                                         "GlobalSecondaryIndexes", "BillingMode"})
        self.assertEqual({name: golden[name] for name in shared},
                         {name: definition[name] for name in shared})


if __name__ == "__main__":
    TablesTest.goldens = sys.argv.pop(1)
    unittest.main()
