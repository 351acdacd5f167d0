#include "remote/caller.hpp"

#include "fake_transport.hpp"

#include <gmock/gmock.h>

namespace keywright::remote {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr TimePoint kNow{std::chrono::milliseconds(1440938160000)};  // 2015-08-30T12:36:00Z

class CallerTest : public testing::Test {
 protected:
  CallerTest() {
    options_.credentials =
        fixed_credentials({.access_key_id = "AKID", .secret_access_key = "secret"});
    options_.region = "eu-west-1";
    options_.clock = [] { return kNow; };
    options_.random = [] { return std::uint64_t{1} << 63; };  // half of each ceiling
    options_.sleep = [this](milliseconds pause, const CallControl&) {
      pauses_.push_back(static_cast<int>(pause.count()));
      return !stops_in_pause_;
    };
    options_.observer = [this](const AttemptReport& report) {
      seen_.push_back(std::string(report.operation) + " " + std::to_string(report.attempt) + " " +
                      std::to_string(report.http_status) + " " +
                      (report.error == nullptr ? "" : report.error->exception) + " " +
                      (report.pause ? std::to_string(report.pause->count()) : "-"));
    };
  }

  Caller& caller() {
    if (!caller_) {
      caller_.emplace(fixed_endpoint(*parse_endpoint("http://localhost:8000")), options_,
                      std::make_unique<FakeTransport>(traffic_));
    }
    return *caller_;
  }

  Result<std::string> call(const CallControl& control = {}) {
    EndpointQuery query;
    query.operation = "GetItem";
    Call call{"DynamoDB_20120810.GetItem", query, "{\"a\":1}", control};
    const Caller::Borrowed bench(caller());
    return caller().call(call, *bench);
  }

  static std::string header_of(const http::Request& request, std::string_view name) {
    for (const auto& header : request.headers) {
      if (header.name == name) return header.value;
    }
    return {};
  }

  RemoteOptions options_;
  Traffic traffic_;
  std::vector<int> pauses_;
  std::vector<std::string> seen_;
  bool stops_in_pause_ = false;
  std::optional<Caller> caller_;
};

TEST_F(CallerTest, SendsASignedRequestOfDynamoDb) {
  traffic_.answers = {answer(200, "{}")};
  EXPECT_EQ(*call(), "{}");
  ASSERT_EQ(traffic_.requests.size(), 1u);
  const auto& request = traffic_.requests[0];
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(http::to_string(request.url), "http://localhost:8000/");
  EXPECT_EQ(request.body, "{\"a\":1}");
  EXPECT_EQ(header_of(request, "X-Amz-Target"), "DynamoDB_20120810.GetItem");
  EXPECT_EQ(header_of(request, "Content-Type"), "application/x-amz-json-1.0");
  EXPECT_EQ(header_of(request, "X-Amz-Date"), "20150830T123600Z");
  EXPECT_THAT(header_of(request, "Authorization"),
              StartsWith("AWS4-HMAC-SHA256 Credential=AKID/20150830/eu-west-1/dynamodb/"
                         "aws4_request, SignedHeaders=host;x-amz-date;x-amz-target, Signature="));
  EXPECT_THAT(seen_, ElementsAre("GetItem 1 200  -"));
}

TEST_F(CallerTest, RepeatsTransientFaultsWithGrowingPauses) {
  traffic_.answers = {no_answer(), exception("InternalServerError", 500), answer(503, "<html>"),
                      answer(200, "{}")};
  EXPECT_EQ(*call(), "{}");
  EXPECT_THAT(pauses_, ElementsAre(12, 25, 50));
  EXPECT_EQ(traffic_.requests.size(), 4u);
  for (const auto& request : traffic_.requests) EXPECT_EQ(request.body, "{\"a\":1}");
  EXPECT_EQ(seen_[0], "GetItem 1 0  12");
  EXPECT_EQ(seen_[1], "GetItem 2 500 InternalServerError 25");
  EXPECT_EQ(seen_[3], "GetItem 4 200  -");
}

TEST_F(CallerTest, PausesLongerWhereItIsThrottled) {
  traffic_.answers = {exception("ProvisionedThroughputExceededException"),
                      exception("ThrottlingException"), answer(200, "{}")};
  EXPECT_TRUE(call());
  EXPECT_THAT(pauses_, ElementsAre(500, 1000));
}

TEST_F(CallerTest, GivesUpAfterFourAttemptsWithTheLastError) {
  traffic_.answers = {no_answer(), exception("InternalServerError", 500, "again")};
  const auto result = call();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().exception, "InternalServerError");
  EXPECT_EQ(result.error().http_status, 500);
  EXPECT_EQ(traffic_.requests.size(), 4u);
}

// What is set on an error so that a repository does not repeat it once more.
TEST_F(CallerTest, SaysThatItHasRepeatedWhatIsWorthRepeating) {
  traffic_.answers = {no_answer()};
  EXPECT_TRUE(call().error().was_repeated);
  traffic_.answers = {exception("ThrottlingException")};
  EXPECT_TRUE(call().error().was_repeated);
  // One that it leaves to its caller: the conflict of a single write.
  traffic_.answers = {exception("TransactionConflictException")};
  EXPECT_FALSE(call().error().was_repeated);
}

TEST_F(CallerTest, LeavesRepeatingToItsCallerIfItMayNot) {
  options_.retry.max_attempts = 1;
  traffic_.answers = {no_answer()};
  const auto result = call();
  EXPECT_TRUE(result.error().retryable);
  EXPECT_FALSE(result.error().was_repeated);
  EXPECT_EQ(traffic_.requests.size(), 1u);
}

TEST_F(CallerTest, RepeatsNothingThatWouldFailAgain) {
  for (const auto* name : {"ValidationException", "ConditionalCheckFailedException",
                           "ResourceNotFoundException", "AccessDeniedException"}) {
    traffic_ = {};
    traffic_.answers = {exception(name, 400, "why")};
    const auto result = call();
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().exception, name);
    EXPECT_EQ(result.error().message, "why");
    EXPECT_EQ(traffic_.requests.size(), 1u) << name;
  }
  EXPECT_THAT(pauses_, IsEmpty());
}

TEST_F(CallerTest, ChecksTheChecksumOfAnAnswer) {
  // CRC-32 of "123456789", as every table of checksums has it.
  traffic_.answers = {answer(200, "123456789", {{"x-amz-crc32", "3421780262"}}),
                      answer(200, "123456780", {{"x-amz-crc32", "3421780262"}})};
  EXPECT_EQ(*call(), "123456789");
  EXPECT_EQ(traffic_.requests.size(), 1u);
  const auto result = call();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::unavailable);
  EXPECT_THAT(result.error().message, HasSubstr("x-amz-crc32"));
  EXPECT_EQ(traffic_.requests.size(), 5u);
}

TEST_F(CallerTest, ChecksTheChecksumOfTheBytesAsTheyCame) {
  auto packed = answer(200, "unpacked", {{"x-amz-crc32", "3421780262"}});
  packed.encoded_body = "123456789";
  traffic_.answers = {packed};
  EXPECT_EQ(*call(), "unpacked");
}

TEST_F(CallerTest, StopsRepeatingWhenTheBucketIsEmpty) {
  options_.retry.bucket = 30;  // two transient repetitions
  traffic_.answers = {no_answer()};
  EXPECT_FALSE(call());
  EXPECT_EQ(traffic_.requests.size(), 3u);
  EXPECT_FALSE(call());
  EXPECT_EQ(traffic_.requests.size(), 4u);
}

TEST_F(CallerTest, GetsBackWhatARepetitionCostOnceItSucceeds) {
  options_.retry.bucket = 14;
  traffic_.answers = {no_answer(), answer(200, "{}")};
  EXPECT_TRUE(call());
  traffic_.answers = {no_answer(), answer(200, "{}")};
  EXPECT_TRUE(call());
}

TEST_F(CallerTest, DoesNotPausePastTheDeadline) {
  traffic_.answers = {exception("ThrottlingException")};
  CallControl control;
  control.deadline = std::chrono::steady_clock::now() + milliseconds(400);  // the pause is 500
  const auto result = call(control);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().exception, "ThrottlingException");
  EXPECT_THAT(pauses_, IsEmpty());
}

TEST_F(CallerTest, EndsWhenItIsStoppedInAPause) {
  traffic_.answers = {no_answer()};
  stops_in_pause_ = true;
  const auto result = call();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::timeout);
  EXPECT_EQ(traffic_.requests.size(), 1u);
}

TEST_F(CallerTest, TakesTheServicesClockWhereItsOwnIsWrongAndKeepsIt) {
  auto expired = exception("InvalidSignatureException", 403,
                           "Signature expired: 20150830T123600Z is now earlier than ...");
  expired.headers = {{"Date", "Sun, 30 Aug 2015 14:36:10 GMT"}};
  traffic_.answers = {expired, answer(200, "{}")};
  EXPECT_TRUE(call());
  EXPECT_THAT(pauses_, IsEmpty());
  EXPECT_TRUE(call());
  ASSERT_EQ(traffic_.requests.size(), 3u);
  EXPECT_EQ(header_of(traffic_.requests[0], "X-Amz-Date"), "20150830T123600Z");
  EXPECT_EQ(header_of(traffic_.requests[1], "X-Amz-Date"), "20150830T143610Z");
  EXPECT_EQ(header_of(traffic_.requests[2], "X-Amz-Date"), "20150830T143610Z");
}

TEST_F(CallerTest, CorrectsItsClockOnceEvenWithoutRetries) {
  options_.retry.max_attempts = 1;
  auto expired = exception("RequestTimeTooSkewed", 403, "The difference is too large");
  expired.headers = {{"Date", "Sun, 30 Aug 2015 14:36:10 GMT"}};
  auto later = expired;
  later.headers = {{"Date", "Sun, 30 Aug 2015 16:36:10 GMT"}};
  traffic_.answers = {expired, answer(200, "{}"), later, expired};
  EXPECT_TRUE(call());
  EXPECT_EQ(call().error().exception, "RequestTimeTooSkewed") << "a clock that runs back and forth";
  ASSERT_EQ(traffic_.requests.size(), 4u);
  EXPECT_EQ(header_of(traffic_.requests[1], "X-Amz-Date"), "20150830T143610Z");
  EXPECT_EQ(header_of(traffic_.requests[3], "X-Amz-Date"), "20150830T163610Z");
  EXPECT_THAT(pauses_, IsEmpty());
}

TEST_F(CallerTest, DoesNotRepeatAWrongSignatureForAClockThatIsRight) {
  auto expired = exception("InvalidSignatureException", 403, "Signature expired: ...");
  expired.headers = {{"Date", "Sun, 30 Aug 2015 12:36:10 GMT"}};
  traffic_.answers = {expired};
  EXPECT_EQ(call().error().exception, "InvalidSignatureException");
  EXPECT_EQ(traffic_.requests.size(), 1u);
}

TEST_F(CallerTest, KeepsTheRequestIdOfAnError) {
  auto refused = exception("ValidationException");
  refused.headers = {{"x-amzn-RequestId", "ID"}};
  traffic_.answers = {refused};
  EXPECT_EQ(call().error().request_id, "ID");
}

}  // namespace
}  // namespace keywright::remote
