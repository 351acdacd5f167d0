// PutResourcePolicy, GetResourcePolicy and DeleteResourcePolicy, of tables and streams; and what an
// account as a whole answers.

#include "stream_fixture.hpp"

namespace keywright {
namespace {

constexpr const char* kPolicy = R"({"Version":"2012-10-17","Statement":[]})";
constexpr const char* kOther = R"({"Version":"2012-10-17","Statement":[{}]})";

class ResourcePolicyTest : public StreamTestBase {
 protected:
  void SetUp() override {
    create(streamed("Tab"));
    arn_ = describe("Tab").table_arn;
  }
  Result<PutResourcePolicyResponse> put_policy(const std::string& policy,
                                               std::optional<std::string> expected = {}) {
    return db_->put_resource_policy(
        {.resource_arn = arn_, .policy = policy, .expected_revision_id = std::move(expected)});
  }
  Result<DeleteResourcePolicyResponse> remove(std::optional<std::string> expected = {}) {
    return db_->delete_resource_policy({arn_, std::move(expected)});
  }
  Result<GetResourcePolicyResponse> get_policy() { return db_->get_resource_policy({arn_}); }
  template <class T>
  void expect_no_policy(const Result<T>& result) {
    expect_error(result, "PolicyNotFoundException",
                 "Resource-based policy not found for the provided ResourceArn: " + arn_);
  }

  std::string arn_;
};

TEST_F(ResourcePolicyTest, IsKeptAndGivenBack) {
  expect_no_policy(get_policy());
  const std::string revision = put_policy(kPolicy).value().revision_id;
  EXPECT_FALSE(revision.empty());
  EXPECT_EQ(get_policy().value().policy, kPolicy);
  EXPECT_EQ(get_policy().value().revision_id, revision);
  EXPECT_EQ(remove().value().revision_id, revision);
  expect_no_policy(get_policy());
  EXPECT_EQ(remove().value().revision_id, std::nullopt) << "deleting none is no error";
}

TEST_F(ResourcePolicyTest, HasANewRevisionWhenItChanges) {
  const std::string first = put_policy(kPolicy).value().revision_id;
  EXPECT_EQ(put_policy(kPolicy).value().revision_id, first);
  const std::string second = put_policy(kOther).value().revision_id;
  EXPECT_NE(second, first) << "though no time has passed";
  EXPECT_NE(put_policy(kPolicy).value().revision_id, first);
}

TEST_F(ResourcePolicyTest, ARevisionCanBeDemanded) {
  expect_no_policy(put_policy(kPolicy, "1"));
  const std::string first = put_policy(kPolicy, "NO_POLICY").value().revision_id;
  expect_no_policy(put_policy(kOther, "NO_POLICY"));
  expect_no_policy(put_policy(kOther, "1"));
  EXPECT_EQ(get_policy().value().policy, kPolicy);
  const std::string second = put_policy(kOther, first).value().revision_id;
  expect_no_policy(remove(first));
  EXPECT_EQ(remove(second).value().revision_id, second);
  expect_no_policy(remove(second));
}

TEST_F(ResourcePolicyTest, IsAtMostTwentyKilobytes) {
  EXPECT_TRUE(put_policy(std::string(20480, ' ')));
  expect_invalid(put_policy(std::string(20481, ' ')),
                 "1 validation error detected: Value '...' at 'policy' failed to satisfy "
                 "constraint: Member must have length less than or equal to 20480");
  expect_invalid(put_policy(""),
                 "1 validation error detected: Value '' at 'policy' failed to satisfy constraint: "
                 "Member must have length greater than or equal to 1");
}

TEST_F(ResourcePolicyTest, ATableIsCreatedWithIt) {
  auto request = table_request("Other");
  request.resource_policy = kPolicy;
  create(request);
  arn_ = describe("Other").table_arn;
  EXPECT_EQ(get_policy().value().policy, kPolicy);
  ASSERT_TRUE(db_->delete_table({"Other"}));
  request.resource_policy.reset();
  create(request);
  expect_no_policy(get_policy());
}

TEST_F(ResourcePolicyTest, StreamsHaveTheirOwn) {
  ASSERT_TRUE(put_policy(kPolicy));
  arn_ = arn_of("Tab");
  expect_no_policy(get_policy());
  ASSERT_TRUE(put_policy(kOther));
  EXPECT_EQ(get_policy().value().policy, kOther);
  ASSERT_TRUE(set_stream("Tab", std::nullopt));
  clock_.advance(std::chrono::hours(24));
  expect_error(get_policy(), "ResourceNotFoundException",
               "Requested resource not found: Stream: " + arn_ + " not found");
}

TEST_F(ResourcePolicyTest, TheResourceMustExist) {
  arn_ = "arn:aws:dynamodb:us-east-1:000000000000:table/None";
  const std::string message = "Requested resource not found: ResourcArn: " + arn_ + " not found";
  expect_error(put_policy(kPolicy), "ResourceNotFoundException", message);
  expect_error(get_policy(), "ResourceNotFoundException", message);
  expect_error(remove(), "ResourceNotFoundException", message);
}

TEST_F(ResourcePolicyTest, AResourceHasNoOtherArn) {
  ASSERT_TRUE(put_policy(kPolicy));
  for (const char* other : {"arn:aws:dynamodb:us-east-1:111111111111:table/Tab",
                            "arn:aws:dynamodb:none:000000000000:table/Tab"}) {
    arn_ = other;
    expect_error(put_policy(kOther), "ResourceNotFoundException",
                 "Requested resource not found: ResourcArn: " + arn_ + " not found");
  }
  for (const char* none : {"arn:table/Tab", "x:aws:dynamodb:us-east-1:000000000000:table/Tab",
                           "arn:aws:sqs:us-east-1:000000000000:table/Tab"}) {
    arn_ = none;
    expect_error(put_policy(kOther), "ValidationException",
                 "Invalid TableArn: Invalid ResourceArn provided as input " + arn_);
  }
  EXPECT_EQ(db_->get_resource_policy({describe("Tab").table_arn}).value().policy, kPolicy);
}

TEST_F(ResourcePolicyTest, AnAccountHasLimitsAndAnEndpoint) {
  const auto limits = db_->describe_limits({}).value();
  EXPECT_EQ(limits.account_max_read_capacity_units, 80000);
  EXPECT_EQ(limits.account_max_write_capacity_units, 80000);
  EXPECT_EQ(limits.table_max_read_capacity_units, 40000);
  EXPECT_EQ(limits.table_max_write_capacity_units, 40000);
  const auto endpoints = db_->describe_endpoints({}).value().endpoints;
  ASSERT_EQ(endpoints.size(), 1U);
  EXPECT_EQ(endpoints[0].address, "dynamodb.us-east-1.amazonaws.com");
  EXPECT_EQ(endpoints[0].cache_period_in_minutes, 1440);
}

}  // namespace
}  // namespace keywright
