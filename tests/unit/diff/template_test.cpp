// Templates of CloudFormation in the place of the old model.

#include "diff/template.hpp"

#include "diff/render.hpp"
#include "differing.hpp"
#include "mutants.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

namespace keywright::diff::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string research() {
  return check::testing::model_text("research");
}

// The reference model's table as `cdk synth` writes it.
constexpr std::string_view kSynthesized = R"({
 "Resources": {
  "Table710B521B": {
   "Type": "AWS::DynamoDB::Table",
   "Properties": {
    "AttributeDefinitions": [
     {"AttributeName": "pk", "AttributeType": "S"},
     {"AttributeName": "sk", "AttributeType": "S"},
     {"AttributeName": "gsi1pk", "AttributeType": "S"},
     {"AttributeName": "gsi1sk", "AttributeType": "S"}
    ],
    "BillingMode": "PAY_PER_REQUEST",
    "DeletionProtectionEnabled": true,
    "GlobalSecondaryIndexes": [
     {
      "IndexName": "gsi1",
      "KeySchema": [
       {"AttributeName": "gsi1pk", "KeyType": "HASH"},
       {"AttributeName": "gsi1sk", "KeyType": "RANGE"}
      ],
      "Projection": {"ProjectionType": "ALL"}
     }
    ],
    "KeySchema": [
     {"AttributeName": "pk", "KeyType": "HASH"},
     {"AttributeName": "sk", "KeyType": "RANGE"}
    ],
    "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true, "RecoveryPeriodInDays": 35},
    "TableName": "app-table",
    "TimeToLiveSpecification": {"AttributeName": "expires_at", "Enabled": true}
   },
   "UpdateReplacePolicy": "Retain",
   "DeletionPolicy": "Retain",
   "Metadata": {"aws:cdk:path": "Research/Table/Resource"}
  },
  "CDKMetadata": {"Type": "AWS::CDK::Metadata", "Properties": {"Analytics": "v2:deflate64:H4"}, "Condition": "CDKMetadataAvailable"}
 },
 "Conditions": {"CDKMetadataAvailable": {"Fn::Or": [{"Fn::Equals": [{"Ref": "AWS::Region"}, "eu-west-1"]}]}},
 "Parameters": {"BootstrapVersion": {"Type": "AWS::SSM::Parameter::Value<String>", "Default": "/cdk-bootstrap/hnb659fds/version"}}
})";

struct FromTemplate {
  explicit FromTemplate(std::string text, const std::string& model = research())
      : read(read_template(std::move(text), "old.template.json")), after(model) {
    if (read.tables && after.side) report = diff_template(*read.tables, *after.side);
  }
  [[nodiscard]] std::vector<std::string> changes() const {
    std::vector<std::string> all;
    for (const auto& change : report.changes) all.push_back(change.what);
    return all;
  }
  [[nodiscard]] std::string complaint() const {
    return model::render_text(read.diagnostics, read.source);
  }

  TemplateResult read;
  Planned after;
  Report report;
};

std::string synthesized() {
  return std::string(kSynthesized);
}

TEST(Template, OfTheSameTableDiffersInNothing) {
  const FromTemplate made(synthesized());
  EXPECT_EQ(made.complaint(), "");
  EXPECT_THAT(made.changes(), IsEmpty());
  EXPECT_THAT(made.report.notes, IsEmpty());
  EXPECT_THAT(made.report.steps, IsEmpty());
}

TEST(Template, SaysWhatIsProvisionedUnlessItIsScaled) {
  const auto provisioned = replaced(research(), "billing: on_demand ",
                                    "billing: {mode: provisioned, read: 6, write: 3} ");
  const auto text =
      replaced(synthesized(), R"("BillingMode": "PAY_PER_REQUEST")",
               R"("ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 3})");
  EXPECT_THAT(
      FromTemplate(text, provisioned).changes(),
      ElementsAre("capacity of app-table: 6 read and 3 write units, was 5 read and 3 write units"));
  const auto scaled = replaced(text, R"("Resources": {)", R"("Resources": {
    "Scaling": {"Type": "AWS::ApplicationAutoScaling::ScalableTarget"},)");
  EXPECT_THAT(FromTemplate(scaled, provisioned).changes(), IsEmpty());
}

TEST(Template, SaysWhichKeysAreCounted) {
  const auto counted =
      replaced(research(), "deletion_protection: true\n",
               "deletion_protection: true\n  contributor_insights: throttled_keys\n");
  const std::string mode =
      R"("ContributorInsightsSpecification": {"Enabled": true, "Mode": "THROTTLED_KEYS"},)";
  const auto of_table = replaced(synthesized(), R"("TableName")", mode + R"("TableName")");
  const auto of_all = replaced(of_table, R"("IndexName")", mode + R"("IndexName")");
  EXPECT_THAT(FromTemplate(of_all, counted).changes(), IsEmpty());
  EXPECT_THAT(FromTemplate(of_table, counted).changes(),
              ElementsAre("contributor insights of app-table: throttled_keys, was throttled_keys, "
                          "none on index gsi1"));
  EXPECT_THAT(FromTemplate(synthesized(), counted).changes(),
              ElementsAre("contributor insights of app-table: throttled_keys, was none"));
  EXPECT_THAT(FromTemplate(of_all).changes(),
              ElementsAre("contributor insights of app-table: none, was throttled_keys"));
  const auto all_keys = replaced(of_table, R"(, "Mode": "THROTTLED_KEYS")", "");
  EXPECT_THAT(FromTemplate(all_keys).changes(),
              ElementsAre("contributor insights of app-table: none, was "
                          "accessed_and_throttled_keys, none on index gsi1"));
  const auto by_parameter =
      replaced(of_all, R"("Enabled": true, "Mode")", R"("Enabled": {"Ref": "Watched"}, "Mode")");
  const FromTemplate unknown(by_parameter);
  EXPECT_THAT(unknown.changes(), IsEmpty());
  EXPECT_THAT(unknown.report.notes, ElementsAre(HasSubstr("ContributorInsightsSpecification")));
}

// Only CDK knows constructs.
TEST(Template, OfATableIsOfNoConstructUnlessCdkHasWrittenIt) {
  const auto v2 = replaced(research(), "construct: Table,", "construct: TableV2,");
  const auto bare =
      replaced(synthesized(), R"("Metadata": {"aws:cdk:path": "Research/Table/Resource"})",
               R"("Metadata": {})");
  const auto by_hand = replaced(bare, "BootstrapVersion", "Stage");
  EXPECT_THAT(FromTemplate(by_hand, v2).changes(), IsEmpty());
  for (const auto& text : {synthesized(), bare}) {
    EXPECT_THAT(FromTemplate(text, v2).changes(),
                ElementsAre("CDK construct of app-table: TableV2, was Table"));
  }
}

TEST(Template, IsToldFromAModel) {
  EXPECT_TRUE(looks_like_template(synthesized()));
  EXPECT_TRUE(looks_like_template("AWSTemplateFormatVersion: 2010-09-09"));
  EXPECT_FALSE(looks_like_template(research()));
  EXPECT_FALSE(looks_like_template("keywright: 1\nResources: {}"));
  EXPECT_FALSE(looks_like_template(""));
  EXPECT_FALSE(looks_like_template("{\"Resources\": "));
}

struct Edited {
  std::string from;
  std::string to;
  std::string change;
  Impact impact;
};

TEST(Template, DiffersInWhatItSaysOtherwise) {
  for (
      const Edited& row : std::vector<Edited>{
          {R"("AttributeName": "sk", "AttributeType": "S")",
           R"("AttributeName": "sk", "AttributeType": "N")",
           "the key of table app-table is pk (S), sk (S), and was pk (S), sk (N)",
           Impact::replaces},
          {R"("TableName": "app-table")", R"("TableName": "jobs")",
           "table jobs is called app-table", Impact::replaces},
          {R"("ProjectionType": "ALL")", R"("ProjectionType": "KEYS_ONLY")",
           "index gsi1 of app-table is gsi1pk (S), gsi1sk (S), all attributes, and was gsi1pk (S), "
           "gsi1sk (S), keys only",
           Impact::staged},
          {R"("ProjectionType": "ALL")",
           R"("ProjectionType": "INCLUDE", "NonKeyAttributes": ["topic", "error"])",
           "index gsi1 of app-table is gsi1pk (S), gsi1sk (S), all attributes, and was gsi1pk (S), "
           "gsi1sk (S), keys and topic, error",
           Impact::staged},
          {R"("IndexName": "gsi1")", R"("IndexName": "gsi0")",
           "index gsi1 of app-table is new: gsi1pk (S), gsi1sk (S), all attributes",
           Impact::staged},
          {R"("BillingMode": "PAY_PER_REQUEST")",
           R"("ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5})",
           "billing of app-table: on demand, was provisioned", Impact::safe},
          {R"("DeletionProtectionEnabled": true)", R"("DeletionProtectionEnabled": false)",
           "deletion protection of app-table: on, was none", Impact::safe},
          {R"("AttributeName": "expires_at", "Enabled": true)",
           R"("AttributeName": "gone_at", "Enabled": true)",
           "time to live of app-table: expires_at, was gone_at", Impact::staged},
          {R"("AttributeName": "expires_at", "Enabled": true)",
           R"("AttributeName": "expires_at", "Enabled": false)",
           "time to live of app-table: expires_at, was none", Impact::safe},
          {R"("RecoveryPeriodInDays": 35)", R"("RecoveryPeriodInDays": 7)",
           "point-in-time recovery of app-table: 35 days, was 7 days", Impact::safe},
          {R"("TableName")", R"("TableClass": "STANDARD_INFREQUENT_ACCESS", "TableName")",
           "table class of app-table: STANDARD, was STANDARD_INFREQUENT_ACCESS", Impact::safe},
          {R"("TableName")",
           R"("StreamSpecification": {"StreamViewType": "NEW_IMAGE"}, "TableName")",
           "stream of app-table: none, was NEW_IMAGE", Impact::callers},
          {R"("TableName")", R"("SSESpecification": {"SSEEnabled": true}, "TableName")",
           "encryption of app-table: aws_owned, was aws_managed", Impact::safe},
          {R"("TableName")",
           R"("SSESpecification": {"SSEEnabled": true, "KMSMasterKeyId": {"Fn::GetAtt": ["Key", "Arn"]}}, "TableName")",
           "encryption of app-table: aws_owned, was customer_managed", Impact::safe},
          {R"("TableName")", R"("OnDemandThroughput": {"MaxReadRequestUnits": 100}, "TableName")",
           "on-demand maximum of app-table: none, was 100 read units", Impact::safe},
          {R"("TableName")",
           R"("WarmThroughput": {"ReadUnitsPerSecond": 15000, "WriteUnitsPerSecond": 5000}, "TableName")",
           "warm throughput of app-table: none, was 15,000 read and 5,000 write units",
           Impact::safe},
          {R"("DeletionPolicy": "Retain")", R"("DeletionPolicy": "Delete")",
           "removal policy of app-table: retain, was destroy", Impact::safe},
      }) {
    const FromTemplate made(replaced(synthesized(), row.from, row.to));
    EXPECT_EQ(made.complaint(), "");
    EXPECT_THAT(made.changes(), ::testing::Contains(row.change)) << row.to;
    EXPECT_EQ(made.report.impact(), row.impact) << row.to;
  }
}

TEST(Template, MayLeaveNamesAndSettingsToTheDeploy) {
  auto text = replaced(synthesized(), R"("TableName": "app-table")",
                       R"("TableName": {"Fn::Sub": "${AWS::StackName}-table"})");
  text =
      replaced(text, R"("BillingMode": "PAY_PER_REQUEST")", R"("BillingMode": {"Ref": "Billing"})");
  text = replaced(text, R"({"AttributeName": "expires_at", "Enabled": true})",
                  R"({"Fn::If": ["Expires", {"Ref": "A"}, {"Ref": "AWS::NoValue"}]})");
  const FromTemplate made(text);
  EXPECT_EQ(made.complaint(), "");
  EXPECT_THAT(made.changes(), IsEmpty());
  EXPECT_THAT(
      made.report.notes,
      ElementsAre(
          "BillingMode of Table710B521B is left to the deploy, and not compared",
          "TimeToLiveSpecification of Table710B521B is left to the deploy, and not compared"));
}

TEST(Template, HasTheDefaultsOfItsParameters) {
  auto text = replaced(synthesized(), R"("BillingMode": "PAY_PER_REQUEST")",
                       R"("BillingMode": {"Ref": "Billing"})");
  text = replaced(text, R"("Parameters": {)",
                  R"("Parameters": {"Billing": {"Type": "String", "Default": "PROVISIONED"}, )");
  EXPECT_THAT(FromTemplate(text).changes(),
              ElementsAre("billing of app-table: on demand, was provisioned"));
}

TEST(Template, OfAGlobalTableIsATableV2) {
  const std::string text = R"(Resources:
  Table:
    Type: AWS::DynamoDB::GlobalTable
    DeletionPolicy: Retain
    Properties:
      TableName: app-table
      AttributeDefinitions:
        - {AttributeName: pk, AttributeType: S}
        - {AttributeName: sk, AttributeType: S}
        - {AttributeName: gsi1pk, AttributeType: S}
        - {AttributeName: gsi1sk, AttributeType: S}
      KeySchema: [{AttributeName: pk, KeyType: HASH}, {AttributeName: sk, KeyType: RANGE}]
      GlobalSecondaryIndexes:
        - IndexName: gsi1
          KeySchema: [{AttributeName: gsi1pk, KeyType: HASH}, {AttributeName: gsi1sk, KeyType: RANGE}]
          Projection: {ProjectionType: ALL}
      BillingMode: PAY_PER_REQUEST
      TimeToLiveSpecification: {AttributeName: expires_at, Enabled: true}
      Replicas:
        - Region: !Ref AWS::Region
          DeletionProtectionEnabled: true
          PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}
)";
  const auto counted = replaced(
      text, "          DeletionProtectionEnabled",
      "          ContributorInsightsSpecification: {Enabled: true, Mode: THROTTLED_KEYS}\n"
      "          GlobalSecondaryIndexes:\n"
      "            - IndexName: gsi1\n"
      "              ContributorInsightsSpecification: {Enabled: true, Mode: THROTTLED_KEYS}\n"
      "          DeletionProtectionEnabled");
  EXPECT_THAT(
      FromTemplate(counted, replaced(research(), "construct: Table,", "construct: TableV2,"))
          .changes(),
      ElementsAre("contributor insights of app-table: none, was throttled_keys"));
  const FromTemplate made(text);
  EXPECT_EQ(made.complaint(), "");
  EXPECT_THAT(made.changes(), ElementsAre("CDK construct of app-table: Table, was TableV2"));
  ASSERT_EQ(made.report.findings.size(), 1U);
  EXPECT_EQ(made.report.findings.front().rule, "EVO006");
  EXPECT_THAT(FromTemplate(text, replaced(research(), "construct: Table,", "construct: TableV2,"))
                  .changes(),
              IsEmpty());
}

TEST(Template, MayUseShortForms) {
  const std::string text = R"(AWSTemplateFormatVersion: "2010-09-09"
Parameters: {Name: {Type: String, Default: app-table}}
Resources:
  Function:
    Type: AWS::Lambda::Function
    Properties: {Role: !GetAtt Role.Arn, Name: !Sub "${AWS::StackName}-f", Key: !Join ["-", [a, !Ref B]]}
  Table:
    Type: AWS::DynamoDB::Table
    DeletionPolicy: Retain
    Properties:
      TableName: !Ref Name
      AttributeDefinitions: [{AttributeName: pk, AttributeType: S}, {AttributeName: sk, AttributeType: S}]
      KeySchema: [{AttributeName: pk, KeyType: HASH}, {AttributeName: sk, KeyType: RANGE}]
      BillingMode: !If [Prod, PAY_PER_REQUEST, PROVISIONED]
      TimeToLiveSpecification: {AttributeName: expires_at, Enabled: true}
)";
  const FromTemplate made(text);
  EXPECT_EQ(made.complaint(), "");
  EXPECT_THAT(made.changes(),
              ElementsAre("index gsi1 of app-table is new: gsi1pk (S), gsi1sk (S), all attributes",
                          "point-in-time recovery of app-table: 35 days, was none",
                          "deletion protection of app-table: on, was none"));
}

TEST(Template, TablesOfOthersAreNoted) {
  const auto text = replaced(synthesized(), R"("Resources": {)", R"("Resources": {
    "Other": {"Type": "AWS::DynamoDB::Table", "Properties": {"TableName": "others",
      "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
      "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}},)");
  const FromTemplate made(text);
  EXPECT_THAT(made.changes(), IsEmpty());
  EXPECT_THAT(made.report.notes,
              ElementsAre("table others of the template is none of the model's"));
  EXPECT_EQ(cannot_match(*made.read.tables, *made.after.side), "");
}

TEST(Template, WithSeveralNamelessTablesIsAsked) {
  auto text = replaced(synthesized(), R"("TableName": "app-table",)", "");
  text = replaced(text, R"("Resources": {)", R"("Resources": {
    "Other": {"Type": "AWS::DynamoDB::Table", "Properties": {
      "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
      "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}},)");
  const FromTemplate made(text);
  ASSERT_TRUE(made.read.tables);
  EXPECT_THAT(
      cannot_match(*made.read.tables, *made.after.side),
      HasSubstr(
          "which table of the template is app-table? Other and Table710B521B have no TableName"));
}

struct Wrong {
  std::string text;
  std::string says;
  bool unreadable;
};

TEST(Template, ThatCannotBeUsedIsRefusedWithItsPlace) {
  for (const Wrong& row : std::vector<Wrong>{
           {"Resources: {}",
            "old.template.json:1:1: error[MDL006]: no resource of the template is a table of "
            "DynamoDB",
            false},
           {"Outputs: {}", "error[MDL006]: the template has no Resources", false},
           {"Resources: []", "error[MDL006]: the template has no Resources", false},
           {"Resources: {T: {Type: AWS::DynamoDB::Table}}",
            ":1:13: error[MDL006]: table T has no Properties", false},
           {"Resources: {T: {Type: AWS::DynamoDB::Table, Properties: {}}}",
            "error[MDL006]: table T has no KeySchema that can be read", false},
           {"Resources: {T: {Type: AWS::DynamoDB::Table, Properties: {KeySchema: !Ref Keys}}}",
            "error[MDL006]: table T has no KeySchema that can be read", false},
           {"Resources: {T: {Type: AWS::DynamoDB::Table, Properties: {KeySchema: [{AttributeName: "
            "pk}]}}}",
            "an element of the KeySchema of table T cannot be read", false},
           {"Resources: {T: {Type: AWS::DynamoDB::Table, Properties: {KeySchema: [pk]}}}",
            "an element of the KeySchema of table T cannot be read", false},
           {"Resources: {T: {Type: AWS::DynamoDB::Table, Properties: {KeySchema: [{AttributeName: "
            "pk, KeyType: HASH}], "
            "GlobalSecondaryIndexes: [{IndexName: [a]}]}}}",
            "`IndexName` must be text, found a list", false},
           {"Resources: {T: {Type: AWS::DynamoDB::Table, Properties: {KeySchema: [{AttributeName: "
            "pk, KeyType: HASH}], AttributeDefinitions: [{AttributeName: pk, AttributeType: S}], "
            "BillingMode: [a]}}}",
            "`BillingMode` must be text, found a list", false},
           {"Resources: {T: {Type: AWS::DynamoDB::Table, Properties: {KeySchema: [{AttributeName: "
            "pk, KeyType: HASH}]}}}",
            ":1:13: error[MDL006]: the type of pk, a key attribute of table T, cannot be read",
            false},
           {"Resources: {T: {Type: AWS::DynamoDB::Table, Properties: {KeySchema: [{AttributeName: "
            "pk, KeyType: HASH}], AttributeDefinitions: [{AttributeName: pk, AttributeType: "
            "text}]}}}",
            "error[MDL006]: the type of pk, a key attribute of table T, cannot be read", false},
           {"Resources: {T: {Type: AWS::DynamoDB::Table, Properties: {KeySchema: [{AttributeName: "
            "pk, KeyType: HASH}], AttributeDefinitions: [{AttributeName: pk, AttributeType: S}], "
            "LocalSecondaryIndexes: [{IndexName: a, KeySchema: [{AttributeName: pk, KeyType: "
            "HASH}, {AttributeName: b, KeyType: RANGE}]}]}}}",
            "error[MDL006]: the type of b, a key attribute of table T, cannot be read", false},
           {"Resources: {T: {Type: a, Type: b}}",
            "error[MDL002]: the key `Type` stands here a second time", true},
           {"Resources: {", "error[MDL001]", true},
           {"Resources: *a", "error[MDL003]: a template has no aliases", true},
           {"", "error[MDL001]: the file is empty", true},
           {std::string(200, '['), "error[MDL003]: the nesting is deeper than 100 levels", true},
       }) {
    const FromTemplate made(row.text);
    EXPECT_FALSE(made.read.tables) << row.text;
    EXPECT_THAT(made.complaint(), HasSubstr(row.says)) << row.text;
    EXPECT_EQ(made.read.unreadable, row.unreadable) << row.text;
  }
}

TEST(Template, HasNoControlOverTheTerminal) {
  const FromTemplate made(
      replaced(synthesized(), R"("TableName": "app-table")", R"("TableName": "a\u001b[31m\nb")"));
  const auto text = render_text(made.report, {"old", "new"}, made.after.read.source, false);
  EXPECT_THAT(text, HasSubstr("table a\\x1b[31m\\x0ab is called app-table"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

// Every beginning of a template, and the template with any byte of it gone: an answer, never a
// crash.
TEST(Template, ThatIsCutOrDamagedIsAnsweredToo) {
  const auto text = synthesized();
  const Planned model(research());
  for (std::size_t at = 0; at < text.size(); at += 7) {
    for (const auto& damaged : {text.substr(0, at), text.substr(0, at) + text.substr(at + 1)}) {
      const auto read = read_template(damaged, "old.template.json");
      EXPECT_EQ(read.tables.has_value(), read.diagnostics.empty());
      if (read.tables) static_cast<void>(diff_template(*read.tables, *model.side));
    }
  }
}

// YAML has more spellings of them than JSON.
TEST(Template, HasFlagsAsYamlSpellsThem) {
  const auto with = [](const std::string& on, const std::string& off) {
    auto text = replaced(synthesized(), R"("DeletionProtectionEnabled": true)",
                         R"("DeletionProtectionEnabled": )" + on);
    text = replaced(text, R"("PointInTimeRecoveryEnabled": true)",
                    R"("PointInTimeRecoveryEnabled": )" + on);
    text = replaced(text, R"("Enabled": true)", R"("Enabled": )" + on);
    return replaced(text, R"("TableName")",
                    R"("SSESpecification": {"SSEEnabled": )" + off + R"(}, "TableName")");
  };
  for (const auto& [on, off] :
       std::vector<std::pair<std::string, std::string>>{{"True", "False"},
                                                        {"TRUE", "FALSE"},
                                                        {"yes", "no"},
                                                        {"On", "Off"},
                                                        {"'true'", "'false'"}}) {
    const FromTemplate made(with(on, off));
    EXPECT_EQ(made.complaint(), "");
    EXPECT_THAT(made.changes(), IsEmpty()) << on;
    const FromTemplate back(with(off, on));
    EXPECT_THAT(back.changes(),
                ElementsAre("time to live of app-table: expires_at, was none",
                            "encryption of app-table: aws_owned, was aws_managed",
                            "point-in-time recovery of app-table: 35 days, was none",
                            "deletion protection of app-table: on, was none"))
        << on;
  }
  EXPECT_THAT(FromTemplate(with("maybe", "false")).complaint(),
              HasSubstr("`Enabled` must be true or false, found `maybe`"));
}

}  // namespace
}  // namespace keywright::diff::testing
