#include <keywright/engine.hpp>
#include <keywright/guard.hpp>

#include <gtest/gtest.h>

// A guard in the process of a program, made of its model file alone: as tests of applications use
// it.

namespace {

using namespace keywright;

constexpr const char* kModel = KEYWRIGHT_MODELS "/research.model.yaml";

CreateTableRequest app_table() {
  CreateTableRequest request;
  request.table_name = "app-table";
  request.attribute_definitions = {{"pk", AttributeType::string}, {"sk", AttributeType::string}};
  request.key_schema = {{"pk", KeyType::hash}, {"sk", KeyType::range}};
  request.billing_mode = BillingMode::pay_per_request;
  return request;
}

TEST(GuardOfAModel, StandsBeforeAnyDatabase) {
  const auto engine = Engine::in_memory();
  ASSERT_TRUE(engine->create_table(app_table()));
  std::vector<std::string> seen;
  std::vector<std::string> refused;
  GuardOptions options;
  options.mode = GuardMode::enforce;
  options.on_match = [&](std::string_view pattern) { seen.emplace_back(pattern); };
  options.on_violation = [&](const Violation& violation) {
    refused.emplace_back(to_string(violation.kind));
  };
  const auto guard = Guard::of_model_file(*engine, kModel, options).value();

  GetItemRequest get;
  get.table_name = "app-table";
  get.key = {{"pk", "JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV"}, {"sk", "METADATA"}};
  get.consistent_read = true;
  EXPECT_TRUE(guard->get_item(get));
  const auto scanned = guard->scan({.table_name = "app-table"});
  ASSERT_FALSE(scanned);
  EXPECT_EQ(scanned.error().exception, "ValidationException");
  EXPECT_TRUE(scanned.error().message.starts_with("AccessPatternViolation: Scan app-table"));
  EXPECT_EQ(seen, std::vector<std::string>{"get_job"});
  EXPECT_EQ(refused, std::vector<std::string>{"scan"});

  auto report = guard->report();
  EXPECT_EQ(report.matched, 1U);
  EXPECT_EQ(report.refused, 1U);
  EXPECT_NE(to_text(report).find("get_job"), std::string::npos);
  guard->reset();
  EXPECT_EQ(guard->report().matched, 0U);
}

TEST(GuardOfAModel, SaysWhatIsWrongWithTheModel) {
  const auto engine = Engine::in_memory();
  const auto missing = Guard::of_model_file(*engine, "no/such.model.yaml");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  EXPECT_EQ(
      missing.error().message,
      "cannot read the model no/such.model.yaml: give the path of a model file (*.model.yaml) that "
      "may be read");

  const auto broken =
      Guard::of_model(*engine, "keywright: 1\nname: a\nentitys: {}\n", "a.model.yaml");
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, ErrorCode::validation);
  EXPECT_NE(broken.error().message.find("a.model.yaml:3:1: error[MDL005]: a model has no key"),
            std::string::npos)
      << broken.error().message;

  // Well formed, but no key serves the pattern.
  const auto unproved = Guard::of_model(*engine, R"(keywright: 1
name: a
profile: development
access_patterns:
  find: {op: query, entity: Thing, by: [colour], rate: {peak: 1}}
entities:
  Thing:
    count: 10
    fields: {id: {type: ulid}, colour: {type: string, max: 10}}
    key: {pk: "THING#{id}", sk: THING}
table: {name: things, keys: {partition: pk, sort: sk}}
)");
  ASSERT_FALSE(unproved);
  EXPECT_NE(unproved.error().message.find("model:5:"), std::string::npos)
      << unproved.error().message;
  EXPECT_NE(unproved.error().message.find("error[AP"), std::string::npos);
  EXPECT_EQ(unproved.error().message.find("warning["), std::string::npos);
}

}  // namespace
