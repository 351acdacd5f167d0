#include "apply/apply.hpp"
#include "models.hpp"
#include "wire/client_codec.hpp"
#include "wire/dispatcher.hpp"
#include <keywright/engine.hpp>
#include <keywright/forwarding_database.hpp>

#include <optional>

namespace keywright::infrastructure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Keeps the request that a client's JSON is read as.
class Keeper final : public ForwardingDatabase {
 public:
  using ForwardingDatabase::ForwardingDatabase;
  Result<TableResponse> create_table(const CreateTableRequest& request) override {
    created = request;
    return ForwardingDatabase::create_table(request);
  }
  Result<UpdateTimeToLiveResponse> update_time_to_live(
      const UpdateTimeToLiveRequest& request) override {
    time_to_live = request;
    return ForwardingDatabase::update_time_to_live(request);
  }
  std::optional<CreateTableRequest> created;
  std::optional<UpdateTimeToLiveRequest> time_to_live;
};

void send(Database& database, const std::string& operation, const std::string& body) {
  wire::Dispatcher dispatcher;
  const auto answer = dispatcher.answer(database, "DynamoDB_20120810." + operation, body);
  EXPECT_EQ(answer.status, 200U) << body << answer.body;
}

TEST(CreateTable, IsTheRequestThatApplyMakes) {
  std::size_t tables = 0;
  for (const auto& path : all_models()) {
    SCOPED_TRACE(path);
    const auto planned = planned_file(path);
    const auto output = generate_create_table(planned.model, planned.plan);
    for (const auto& table : apply::tables_of(planned.model, planned.plan)) {
      const auto engine = Engine::in_memory({.seed = 1});
      Keeper keeper(*engine);
      const auto& name = table.definition.table_name;
      send(keeper, "CreateTable", content_of(output, name + ".create-table.json"));
      ASSERT_TRUE(keeper.created);
      EXPECT_EQ(wire::encode(*keeper.created), wire::encode(table.definition));
      if (table.ttl_attribute) {
        send(keeper, "UpdateTimeToLive", content_of(output, name + ".update-time-to-live.json"));
      }
      EXPECT_EQ(keeper.time_to_live.has_value(), table.ttl_attribute.has_value());
      // And what is there then leaves nothing to do.
      const auto state = apply::read_state(*engine, name).value();
      EXPECT_TRUE(apply::diff(state, table).steps.empty());
      ++tables;
    }
  }
  EXPECT_GE(tables, 24U);
}

TEST(CreateTable, HasEverySettingThatThereIs) {
  const auto planned = with_table(kEverySetting);
  const auto output = generate_create_table(planned.model, planned.plan);
  EXPECT_THAT(paths_of(output), ElementsAre("app.create-table.json", "app.update-time-to-live.json",
                                            "app.update-continuous-backups.json"));
  const auto engine = Engine::in_memory({.seed = 1});
  Keeper keeper(*engine);
  send(keeper, "CreateTable", output.files[0].content);
  const auto wanted = apply::tables_of(planned.model, planned.plan);
  EXPECT_EQ(wire::encode(*keeper.created), wire::encode(wanted[0].definition));
  EXPECT_EQ(output.files[1].content, R"({
  "TableName": "app",
  "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "exp"}
}
)");
  EXPECT_EQ(output.files[2].content, R"({
  "TableName": "app",
  "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true, "RecoveryPeriodInDays": 14}
}
)");
}

TEST(CreateTable, SaysWhatItCannotSet) {
  const auto planned = with_table(kEverySetting);
  const auto output = generate_create_table(planned.model, planned.plan);
  ASSERT_EQ(output.diagnostics.size(), 3U);
  for (const auto& diagnostic : output.diagnostics) {
    EXPECT_EQ(diagnostic.rule, "GEN003");
    EXPECT_EQ(diagnostic.severity, model::Severity::warning);
    EXPECT_TRUE(diagnostic.span.written());
  }
  EXPECT_THAT(output.diagnostics[0].message, HasSubstr("autoscale of table app"));
  EXPECT_THAT(output.diagnostics[1].message,
              HasSubstr("encryption: customer_managed of table app"));
  EXPECT_THAT(output.diagnostics[2].message, HasSubstr("contributor_insights of table app"));
  const auto alarmed = with_table(", alarms: true");
  const auto of_alarms = generate_create_table(alarmed.model, alarmed.plan);
  ASSERT_EQ(of_alarms.diagnostics.size(), 1U);
  EXPECT_THAT(of_alarms.diagnostics[0].message, HasSubstr("alarms of table app are not in"));
  const auto others = with_table(", alarms: elsewhere");
  EXPECT_TRUE(generate_create_table(others.model, others.plan).diagnostics.empty());
  const auto of_aws = with_table(", encryption: aws_managed");
  const auto made = generate_create_table(of_aws.model, of_aws.plan);
  EXPECT_TRUE(made.diagnostics.empty());
  EXPECT_THAT(made.files[0].content,
              HasSubstr(R"("SSESpecification": {"Enabled": true, "SSEType": "KMS"})"));
}

}  // namespace
}  // namespace keywright::infrastructure
