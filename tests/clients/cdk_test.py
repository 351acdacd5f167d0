"""What `keywright generate cdk` gives, compiled and synthesised with the real aws-cdk-lib, makes the
tables that `keywright generate cloudformation` does.

usage: cdk_test.py <keywright program> <node program> <folder with node_modules> <folder of models>
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

PROGRAM, NODE, CLIENTS, MODELS = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])

# Together they have every setting that a table can have.
SETTINGS = {
    "most": """indexes: {gsi1: {partition: [a, {name: c, type: B}], sort: [{name: n, type: N}, b], projection: {include: [x, y]}},
                         gsi2: {partition: b, projection: keys_only},
                         lsi1: {local: true, sort: x, projection: {include: [y]}}},
               stream: old_image, class: infrequent_access, encryption: customer_managed,
               warm_throughput: {read: 20000, write: 9000}, deletion_protection: true, point_in_time_recovery: {days: 14},
               contributor_insights: throttled_keys, alarms: true,
               billing: {mode: provisioned, read: 5, write: 3, autoscale: {max_read: 90, max_write: 30, target: 62.5}}""",
    "fixed": "indexes: {gsi1: {partition: a}}, billing: {mode: provisioned, read: 5, write: 3}, stream: keys_only, alarms: true",
    "reads": "indexes: {gsi1: {partition: a}}, billing: {mode: provisioned, read: 5, write: 3, autoscale: {max_read: 9}}, stream: new_image",
    "bounded": "alarms: true, contributor_insights: accessed_and_throttled_keys, billing: {mode: on_demand, max_read: 40, max_write: 10}, encryption: aws_managed, warm_throughput: {read: 13000}",
    "odd": r"""indexes: {gsi1: {partition: "it's: \u2028 \"\u00e9\" {{y}} \\"}}""",
    "least": "stream: new_and_old_images",
}
MODEL = """keywright: 1
name: {name}
profile: development
access_patterns:
  get_thing: {{op: get, entity: Thing, by: [id], rate: {{peak: 1}}}}
  put_thing: {{op: put, entity: Thing, rate: {{peak: 1}}}}
entities:
  Thing:
    fields:
      id: ulid
      a: {{type: string, max: 10}}
      b: {{type: string, max: 10}}
      c: {{type: binary, max: 10}}
      n: int
      x: {{type: string, max: 10}}
      y: {{type: string, max: 10}}
      until: epoch_seconds
    ttl: {{field: until}}
    key: {{pk: "THING#{{id}}", sk: THING}}
table: {{name: {name}.1, keys: {{partition: pk, sort: sk}}, ttl: until, cdk: {{construct: {construct}, removal: {removal}}}, {settings}}}
"""


def run(*command, cwd=None, **environment):
    done = subprocess.run([str(part) for part in command], cwd=cwd, text=True, capture_output=True, timeout=120,
                          env={**os.environ, "JSII_DEPRECATED": "fail", "NODE_OPTIONS": "", **environment})
    if done.returncode != 0:
        raise AssertionError(f"{command[:3]}: {done.stdout}{done.stderr}")
    return done


class Facts:
    """What a template makes, whichever resources it is written with."""

    def __init__(self, template):
        self.resources = template["Resources"]
        self.tables = {}
        for resource in self.resources.values():
            kind = resource["Type"]
            if kind in ("AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable"):
                self.add_table(resource, kind.endswith("GlobalTable"))
        kinds = {"AWS::ApplicationAutoScaling::ScalableTarget": self.add_target,
                 "AWS::ApplicationAutoScaling::ScalingPolicy": self.add_policy,
                 "AWS::CloudWatch::Alarm": self.add_alarm}
        for name, resource in self.resources.items():
            kind = resource["Type"]
            if not kind.startswith("AWS::DynamoDB::") and kind != "AWS::KMS::Key":
                kinds[kind](name, self.resolve(resource["Properties"]))

    def resolve(self, value):
        """The value without functions of CloudFormation."""
        if isinstance(value, list):
            return [self.resolve(each) for each in value]
        if not isinstance(value, dict):
            return value
        if list(value) == ["Ref"]:
            return self.reference(value["Ref"])
        if list(value) == ["Fn::Join"]:
            separator, parts = value["Fn::Join"]
            return separator.join(self.resolve(parts))
        if list(value) == ["Fn::Sub"]:
            text = value["Fn::Sub"]
            while "${" in text:
                before, rest = text.split("${", 1)
                name, after = rest.split("}", 1)
                text = before + self.reference(name) + after
            return text
        if list(value) == ["Fn::GetAtt"]:
            name, attribute = value["Fn::GetAtt"]
            key = self.resources[name]
            assert (key["Type"], attribute) == ("AWS::KMS::Key", "Arn"), value
            return self.resolve({each: key[each] for each in key if each != "Metadata"})
        return {name: self.resolve(each) for name, each in value.items()}

    def reference(self, name):
        if name in self.resources:
            resource = self.resources[name]
            return resource["Properties"]["TableName"] if "DynamoDB" in resource["Type"] else name
        return {"AWS::Partition": "aws", "AWS::AccountId": "111122223333", "AWS::NoValue": None,
                "AlarmTopicArn": "the topic"}[name]

    def add_table(self, resource, is_global):
        facts = self.resolve(resource["Properties"])
        if is_global:
            facts = of_global_table(facts)
        for name in ("AttributeDefinitions", "GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
            facts[name] = sorted(facts.get(name, []), key=lambda each: str(sorted(each.items())))
        facts.setdefault("BillingMode", "PROVISIONED")
        facts.setdefault("DeletionProtectionEnabled", False)
        facts.setdefault("Scaling", {})
        facts["Alarms"] = {}
        if facts.get("SSESpecification", {}).get("SSEEnabled"):
            facts["SSESpecification"].setdefault("SSEType", "KMS")  # there is no other
        facts["Policies"] = (resource["DeletionPolicy"], resource["UpdateReplacePolicy"])
        assert set(resource) <= {"Type", "Properties", "DeletionPolicy", "UpdateReplacePolicy"}, set(resource)
        self.tables[facts["TableName"]] = facts

    def add_target(self, name, target):
        _, table, *index = target["ResourceId"].split("/", 2)
        what, dimension = target["ScalableDimension"].removeprefix("dynamodb:").split(":")
        assert what == ("index" if index else "table"), target
        assert target["ServiceNamespace"] == "dynamodb", target
        assert target["RoleARN"] == (
            "arn:aws:iam::111122223333:role/aws-service-role/dynamodb.application-autoscaling.amazonaws.com/"
            "AWSServiceRoleForApplicationAutoScaling_DynamoDBTable"), target
        (policy,) = [each["Properties"] for each in self.resources.values()
                     if each["Properties"].get("ScalingTargetId") == {"Ref": name}]
        tracking = policy["TargetTrackingScalingPolicyConfiguration"]
        place = (index[0].removeprefix("index/") if index else "", dimension.removesuffix("CapacityUnits"))
        self.tables[table]["Scaling"][place] = (target["MinCapacity"], target["MaxCapacity"], tracking["TargetValue"])

    def add_alarm(self, _, alarm):
        """Whom ours tell is a parameter; CDK's are told by the app."""
        actions = alarm.pop("AlarmActions", None)
        assert actions in (None, [{"Fn::If": ["HasAlarmTopic", "the topic", None]}]), actions
        metrics = alarm.pop("Metrics", None)
        if metrics is None:
            metrics = [{"MetricStat": {"Metric": {each: alarm.pop(each) for each in ("Dimensions", "MetricName", "Namespace")},
                                       "Period": alarm.pop("Period"), "Stat": alarm.pop("Statistic")}}]
        for metric in metrics:
            if "Expression" in metric:
                del metric["Id"]  # nothing refers to it
                metric.pop("Period", None)
            else:
                metric["MetricStat"]["Metric"]["Dimensions"].sort(key=lambda each: each["Name"])
        tables = {each["Value"] for metric in metrics if "MetricStat" in metric
                  for each in metric["MetricStat"]["Metric"]["Dimensions"] if each["Name"] == "TableName"}
        (table,) = tables
        self.tables[table]["Alarms"][alarm["AlarmDescription"]] = (alarm, metrics)

    def add_policy(self, _, policy):
        assert policy["PolicyType"] == "TargetTrackingScaling", policy
        target = self.resources[policy["ScalingTargetId"]]["Properties"]["ScalableDimension"]
        dimension = "Read" if "Read" in target else "Write"
        tracking = policy["TargetTrackingScalingPolicyConfiguration"]
        assert tracking["PredefinedMetricSpecification"] == {
            "PredefinedMetricType": f"DynamoDB{dimension}CapacityUtilization"}, policy


def capacity(settings, dimension, place, scaling):
    """Of a GlobalTable: what is provisioned, and how it scales."""
    fixed = settings.pop(f"{dimension}CapacityUnits", None)
    scaled = settings.pop(f"{dimension}CapacityAutoScalingSettings", None)
    assert not settings, settings
    if scaled is None:
        return fixed
    target = scaled["TargetTrackingScalingPolicyConfiguration"]
    if scaled["MinCapacity"] != scaled["MaxCapacity"]:
        scaling[place, dimension] = (scaled["MinCapacity"], scaled["MaxCapacity"], target["TargetValue"])
    return scaled["MinCapacity"]


def of_global_table(facts):
    """The properties of an AWS::DynamoDB::GlobalTable in one region as those of a Table."""
    (replica,) = facts.pop("Replicas")
    assert replica.pop("Region") == "eu-west-1"
    scaling = {}

    def throughput(of_table, of_replica, place):
        write = of_table.pop("WriteProvisionedThroughputSettings", None)
        read = of_replica.pop("ReadProvisionedThroughputSettings", None)
        assert (read is None) == (write is None)
        if read is not None:
            of_table["ProvisionedThroughput"] = {
                "ReadCapacityUnits": capacity(read, "Read", place, scaling),
                "WriteCapacityUnits": capacity(write, "Write", place, scaling)}

    in_replica = {index.pop("IndexName"): index for index in replica.pop("GlobalSecondaryIndexes", [])}
    for index in facts.get("GlobalSecondaryIndexes", []):
        of_replica = in_replica.pop(index["IndexName"])
        throughput(index, of_replica, index["IndexName"])
        if "ContributorInsightsSpecification" in of_replica:
            index["ContributorInsightsSpecification"] = of_replica.pop("ContributorInsightsSpecification")
        assert not of_replica, of_replica
    assert not in_replica, in_replica
    throughput(facts, replica, "")
    on_demand = {**replica.pop("ReadOnDemandThroughputSettings", {}), **facts.pop("WriteOnDemandThroughputSettings", {})}
    if on_demand:
        facts["OnDemandThroughput"] = on_demand
    facts.setdefault("SSESpecification", {}).update(replica.pop("SSESpecification", {}))
    if not facts["SSESpecification"]:
        del facts["SSESpecification"]
    for name in ("ContributorInsightsSpecification", "DeletionProtectionEnabled", "PointInTimeRecoverySpecification",
                 "TableClass"):
        if name in replica:
            facts[name] = replica.pop(name)
    assert not replica, replica
    return {**facts, "Scaling": scaling}


class Cdk(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        # Node.js looks for packages in the folders above a script.
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="cdk", dir=CLIENTS))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        models = {path.name.split(".")[0]: path for path in MODELS.glob("*.model.yaml")}
        assert len(models) >= 20
        for construct in "Table", "TableV2":
            for name, settings in SETTINGS.items():
                name = name + construct
                models[name] = cls.folder / f"{name}.model.yaml"
                models[name].write_text(MODEL.format(name=name, construct=construct, settings=settings,
                                                     removal="destroy" if "fixed" in name else "retain"))
        for path in models.values():
            run(PROGRAM, "generate", "cdk", path, "--out", cls.folder)
            for syntax in "json", "yaml":
                run(PROGRAM, "generate", "cloudformation", path, "--out", cls.folder, "--syntax", syntax)
        (cls.folder / "package.json").write_text('{"type": "commonjs"}')
        cls.stacks = sorted(cls.folder.glob("*-stack.ts"))
        (cls.folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": {
            "strict": True, "noUnusedLocals": True, "target": "es2022", "module": "node16", "types": [],
            "skipLibCheck": True}}))
        shutil.copy(pathlib.Path(__file__).with_name("cdk_app.ts"), cls.folder / "app.ts")
        run(NODE, CLIENTS / "node_modules/typescript/bin/tsc", "--project", cls.folder)
        shutil.copy(pathlib.Path(__file__).with_name("cdk_synth.js"), cls.folder)
        cls.synthesis = run(NODE, cls.folder / "cdk_synth.js", cls.folder, cwd=cls.folder)
        stacks = json.loads(cls.synthesis.stdout)
        cls.read_back = {name.removesuffix("-template"): each for name, each in stacks.items() if name.endswith("-template")}
        cls.templates = {name: each for name, each in stacks.items() if not name.endswith("-template")}

    def ours(self, name):
        return json.loads((self.folder / f"{name}.template.json").read_text())

    def test_nothing_is_deprecated_and_every_template_is_valid(self):
        self.assertEqual("", self.synthesis.stderr)

    def test_each_property_is_that_of_our_template(self):
        self.assertEqual(len(self.stacks), len(self.templates))
        for name, template in self.templates.items():
            with self.subTest(model=name):
                self.assertEqual(Facts(self.ours(name)).tables, Facts(template).tables)

    def test_the_app_of_the_documentation_makes_the_stack(self):
        out = self.folder / "app.out"
        run(NODE, self.folder / "app.js", cwd=self.folder, CDK_OUTDIR=str(out))  # as `cdk` does
        made = json.loads((out / "Research.template.json").read_text())
        self.assertEqual(Facts(self.ours("research")).tables, Facts(made).tables)

    def test_our_template_is_one_to_cdk_too(self):
        """Its reader knows the properties of each resource, and refuses others."""
        self.assertEqual(set(self.templates), set(self.read_back))
        for name, template in self.read_back.items():
            with self.subTest(model=name):
                for part in "Resources", "Outputs":
                    self.assertEqual(self.ours(name)[part], template[part])

    def test_yaml_and_json_are_the_same_template(self):
        for name in self.templates:
            with self.subTest(model=name):
                text = (self.folder / f"{name}.template.yaml").read_text()
                self.assertEqual(self.ours(name), yaml.safe_load(text))

    def test_diff_finds_no_change_in_what_is_deployed(self):
        for name, template in self.templates.items():
            model = self.folder / f"{name}.model.yaml"
            if not model.exists():
                model = MODELS / model.name
            synthesized = self.folder / f"{name}.synthesized.json"
            synthesized.write_text(json.dumps(template, indent=1))
            for path in synthesized, self.folder / f"{name}.template.json", self.folder / f"{name}.template.yaml":
                with self.subTest(model=name, template=path.name):
                    found = subprocess.run([PROGRAM, "diff", path, model], text=True, capture_output=True, timeout=30)
                    self.assertEqual((0, f"{path} -> {model}: no changes\n", ""),
                                     (found.returncode, found.stdout, found.stderr))

    def test_the_models_have_what_is_to_be_compared(self):
        both = [Facts(self.ours(name)).tables[f"{name}.1"] for name in ("mostTable", "mostTableV2")]
        for facts in both:
            self.assertEqual(6, len(facts["Scaling"]))
            for counted in facts, *facts["GlobalSecondaryIndexes"]:
                self.assertEqual({"Enabled": True, "Mode": "THROTTLED_KEYS"}, counted["ContributorInsightsSpecification"])
            self.assertEqual("AWS::KMS::Key", facts["SSESpecification"]["KMSMasterKeyId"]["Type"])
            self.assertEqual(4, max(len(index["KeySchema"]) for index in facts["GlobalSecondaryIndexes"]))
        kinds = {resource["Type"] for template in self.templates.values() for resource in template["Resources"].values()}
        self.assertLessEqual({"AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable"}, kinds)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
