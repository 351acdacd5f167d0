#include "models.hpp"

namespace keywright::infrastructure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string stack_of(const Planned& planned) {
  const auto output = generate_cdk(planned.model, planned.plan);
  EXPECT_THAT(paths_of(output), ElementsAre(*planned.model.name + "-stack.ts"));
  return output.files.at(0).content;
}

TEST(Cdk, HasEveryPropertyOfATable) {
  const auto text = stack_of(with_table(kEverySetting + ", cdk: {construct: Table}"));
  EXPECT_THAT(text, HasSubstr(R"(
    const appTableKey = new kms.Key(this, 'AppTableKey', {
      description: 'Encrypts app',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.appTable = new dynamodb.Table(this, 'AppTable', {
      tableName: 'app',
      partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'sk', type: dynamodb.AttributeType.STRING },
      billingMode: dynamodb.BillingMode.PROVISIONED,
      readCapacity: 5,
      writeCapacity: 3,
      warmThroughput: { readUnitsPerSecond: 20000, writeUnitsPerSecond: 9000 },
      tableClass: dynamodb.TableClass.STANDARD_INFREQUENT_ACCESS,
      timeToLiveAttribute: 'exp',
      stream: dynamodb.StreamViewType.OLD_IMAGE,
      encryption: dynamodb.TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: appTableKey,
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: 14,
      },
      contributorInsightsSpecification: {
        enabled: true,
        mode: dynamodb.ContributorInsightsMode.THROTTLED_KEYS,
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.appTable.addGlobalSecondaryIndex({
      indexName: 'gsi1',
      partitionKeys: [
        { name: 'a', type: dynamodb.AttributeType.STRING },
        { name: 'b', type: dynamodb.AttributeType.STRING },
      ],
      sortKey: { name: 'n', type: dynamodb.AttributeType.NUMBER },
      projectionType: dynamodb.ProjectionType.INCLUDE,
      nonKeyAttributes: ['x', 'y'],
      readCapacity: 5,
      writeCapacity: 3,
      contributorInsightsSpecification: {
        enabled: true,
        mode: dynamodb.ContributorInsightsMode.THROTTLED_KEYS,
      },
    });
    this.appTable.addGlobalSecondaryIndex({
      indexName: 'gsi2',
      partitionKey: { name: 'g', type: dynamodb.AttributeType.BINARY },
      projectionType: dynamodb.ProjectionType.KEYS_ONLY,
      readCapacity: 5,
      writeCapacity: 3,
      contributorInsightsSpecification: {
        enabled: true,
        mode: dynamodb.ContributorInsightsMode.THROTTLED_KEYS,
      },
    });
    this.appTable.addLocalSecondaryIndex({
      indexName: 'lsi1',
      sortKey: { name: 'l', type: dynamodb.AttributeType.STRING },
    });
    this.appTable.autoScaleReadCapacity({
      minCapacity: 5,
      maxCapacity: 90,
    }).scaleOnUtilization({ targetUtilizationPercent: 62.5 });
    this.appTable.autoScaleGlobalSecondaryIndexReadCapacity('gsi1', {
)"));
  EXPECT_THAT(text, HasSubstr("readonly appTable: dynamodb.Table;"));
  EXPECT_THAT(text, HasSubstr("props?: StackProps"));
}

TEST(Cdk, HasEveryPropertyOfATableV2) {
  const auto text = stack_of(with_table(kEverySetting));
  EXPECT_THAT(text, HasSubstr(R"(
    this.appTable = new dynamodb.TableV2(this, 'AppTable', {
      tableName: 'app',
      partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'sk', type: dynamodb.AttributeType.STRING },
      globalSecondaryIndexes: [
        {
          indexName: 'gsi1',
          partitionKeys: [
            { name: 'a', type: dynamodb.AttributeType.STRING },
            { name: 'b', type: dynamodb.AttributeType.STRING },
          ],
          sortKey: { name: 'n', type: dynamodb.AttributeType.NUMBER },
          projectionType: dynamodb.ProjectionType.INCLUDE,
          nonKeyAttributes: ['x', 'y'],
        },
        {
          indexName: 'gsi2',
          partitionKey: { name: 'g', type: dynamodb.AttributeType.BINARY },
          projectionType: dynamodb.ProjectionType.KEYS_ONLY,
        },
      ],
      localSecondaryIndexes: [
        {
          indexName: 'lsi1',
          sortKey: { name: 'l', type: dynamodb.AttributeType.STRING },
        },
      ],
      billing: dynamodb.Billing.provisioned({
        readCapacity: dynamodb.Capacity.autoscaled({
          minCapacity: 5,
          maxCapacity: 90,
          targetUtilizationPercent: 62.5,
        }),
        writeCapacity: dynamodb.Capacity.autoscaled({
          minCapacity: 3,
          maxCapacity: 30,
          targetUtilizationPercent: 62.5,
        }),
      }),
      warmThroughput: { readUnitsPerSecond: 20000, writeUnitsPerSecond: 9000 },
      tableClass: dynamodb.TableClass.STANDARD_INFREQUENT_ACCESS,
      timeToLiveAttribute: 'exp',
      dynamoStream: dynamodb.StreamViewType.OLD_IMAGE,
      encryption: dynamodb.TableEncryptionV2.customerManagedKey(appTableKey),
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: 14,
      },
      contributorInsightsSpecification: {
        enabled: true,
        mode: dynamodb.ContributorInsightsMode.THROTTLED_KEYS,
      },
      deletionProtection: true,
)"));
}

TEST(Cdk, HasTheAlarmsThatTheModelAsksFor) {
  const auto text = stack_of(with_table(", alarms: true, indexes: {gsi1: {partition: a}}"));
  for (const auto* part :
       {"import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';\n",
        "import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';\n",
        "  readonly alarms: cloudwatch.Alarm[] = [];\n",
        "    this.alarm('AppTableReadThrottles', 'Reads of app are throttled', 0, "
        "this.sum(this.appTable, 'ReadThrottleEvents'));\n",
        "this.sum(this.appTable, 'ReadThrottleEvents', { GlobalSecondaryIndexName: 'gsi1' "
        "}));\n"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  EXPECT_THAT(stack_of(with_table(", alarms: elsewhere")), Not(HasSubstr("larm")));
}

TEST(Cdk, AsksForTheRegionThatAKeyOfATableV2IsIn) {
  EXPECT_THAT(stack_of(with_table(", encryption: customer_managed")),
              HasSubstr("readonly env: Environment & { readonly region: string };"));
  EXPECT_THAT(stack_of(with_table(", encryption: customer_managed, cdk: {construct: Table}")),
              Not(HasSubstr("Environment")));
}

TEST(Cdk, PaysPerRequestUnlessTheModelSaysOtherwise) {
  EXPECT_THAT(stack_of(with_table("")), HasSubstr("billing: dynamodb.Billing.onDemand(),"));
  EXPECT_THAT(stack_of(with_table(", billing: {mode: on_demand, max_read: 4, max_write: 2}")),
              HasSubstr("onDemand({ maxReadRequestUnits: 4, maxWriteRequestUnits: 2 }),"));
  EXPECT_THAT(stack_of(with_table(", cdk: {construct: Table}")),
              HasSubstr("billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,"));
}

TEST(Cdk, ScalesAFixedWriteCapacityFromItToItselfInATableV2) {
  const auto text = stack_of(with_table(", billing: {mode: provisioned, read: 5, write: 3}"));
  EXPECT_THAT(text, HasSubstr("readCapacity: dynamodb.Capacity.fixed(5),"));
  EXPECT_THAT(text, HasSubstr("Capacity.autoscaled({ minCapacity: 3, maxCapacity: 3 }),"));
}

TEST(Cdk, QuotesNamesOfAttributes) {
  const auto planned = infrastructure::planned(
      "keywright: 1\nname: test\naccess_patterns: {}\nentities: {}\n"
      R"(table: {name: app, keys: {partition: "a'b\"c\\d\ne{{f}}\\'"}})"
      "\n");
  EXPECT_THAT(stack_of(planned), HasSubstr(R"({ name: 'a\'b"c\\d\u000ae{{f}}\\\'', type:)"));
}

TEST(Cdk, RemovesTheTableOnlyIfTheModelSaysSo) {
  EXPECT_THAT(stack_of(with_table(", cdk: {removal: destroy}")),
              HasSubstr("removalPolicy: RemovalPolicy.DESTROY,"));
}

TEST(Cdk, UsesNothingDeprecated) {
  for (const auto& path : all_models()) {
    const auto text = stack_of(planned_file(path));
    EXPECT_THAT(text, Not(HasSubstr("pointInTimeRecovery:"))) << path;
    EXPECT_THAT(text, Not(HasSubstr("contributorInsights:"))) << path;
    EXPECT_THAT(text, Not(HasSubstr("contributorInsightsEnabled:"))) << path;
  }
}

}  // namespace
}  // namespace keywright::infrastructure
