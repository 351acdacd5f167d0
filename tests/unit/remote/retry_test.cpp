#include "remote/retry.hpp"

#include "core/errors.hpp"

#include <gtest/gtest.h>

namespace keywright::remote {
namespace {

using std::chrono::milliseconds;

Error error_of(std::string_view exception, int status = 400) {
  auto error = errors::from_exception(exception, "");
  error.http_status = status;
  return error;
}

Error cancelled(std::vector<std::string> codes) {
  std::vector<CancellationReason> reasons;
  for (auto& code : codes) reasons.push_back({std::move(code)});
  return errors::transaction_cancelled(std::move(reasons));
}

TEST(Fault, TellsWhatPassesFromWhatLasts) {
  EXPECT_EQ(fault_of(error_of("ProvisionedThroughputExceededException")), Fault::throttling);
  EXPECT_EQ(fault_of(error_of("ThrottlingException")), Fault::throttling);
  EXPECT_EQ(fault_of(error_of("RequestLimitExceeded")), Fault::throttling);
  EXPECT_EQ(fault_of(error_of("", 429)), Fault::throttling);
  EXPECT_EQ(fault_of(error_of("InternalServerError", 500)), Fault::transient);
  for (const int status : {500, 502, 503, 504}) {
    EXPECT_EQ(fault_of(error_of("", status)), Fault::transient) << status;
  }
  EXPECT_EQ(fault_of(error_of("", 501)), Fault::lasting);
  for (const auto* exception :
       {"ValidationException", "ConditionalCheckFailedException", "ResourceNotFoundException",
        "AccessDeniedException", "ResourceInUseException", "TransactionConflictException"}) {
    EXPECT_EQ(fault_of(error_of(exception)), Fault::lasting) << exception;
  }
  Error no_answer;
  no_answer.code = ErrorCode::unavailable;
  EXPECT_EQ(fault_of(no_answer), Fault::transient);
  Error late;
  late.code = ErrorCode::timeout;
  EXPECT_EQ(fault_of(late), Fault::lasting);
}

TEST(Fault, OfACancelledTransactionIsThatOfItsReasons) {
  EXPECT_EQ(fault_of(cancelled({"None", "TransactionConflict"})), Fault::transient);
  EXPECT_EQ(fault_of(cancelled({"ThrottlingError", "TransactionConflict"})), Fault::throttling);
  EXPECT_EQ(fault_of(cancelled({"ProvisionedThroughputExceeded", "None"})), Fault::throttling);
  EXPECT_EQ(fault_of(cancelled({"TransactionConflict", "ConditionalCheckFailed"})), Fault::lasting);
  EXPECT_EQ(fault_of(cancelled({})), Fault::lasting);
}

TEST(Pause, IsARandomPartOfACeilingThatDoubles) {
  const Random most = [] { return ~std::uint64_t{0}; };
  const Random half = [] { return std::uint64_t{1} << 63; };
  const Random least = [] { return std::uint64_t{0}; };
  const RetryOptions options;
  EXPECT_EQ(pause_after(1, Fault::transient, options, most), milliseconds(24));
  EXPECT_EQ(pause_after(3, Fault::transient, options, half), milliseconds(50));
  EXPECT_EQ(pause_after(1, Fault::throttling, options, half), milliseconds(500));
  EXPECT_EQ(pause_after(2, Fault::throttling, options, half), milliseconds(1000));
  EXPECT_EQ(pause_after(5, Fault::throttling, options, least), milliseconds(0));
  EXPECT_EQ(pause_after(1000, Fault::throttling, options, half), milliseconds(10'000));
}

TEST(RetryBucket, GivesNoMoreThanItHasAndHoldsNoMoreThanItMay) {
  RetryBucket bucket(30);
  EXPECT_TRUE(bucket.take(14));
  EXPECT_TRUE(bucket.take(14));
  EXPECT_FALSE(bucket.take(14));
  EXPECT_FALSE(bucket.take(5));
  bucket.give_back(3);
  EXPECT_TRUE(bucket.take(5));
  bucket.give_back(1000);
  EXPECT_TRUE(bucket.take(30));
  EXPECT_FALSE(bucket.take(1));
}

}  // namespace
}  // namespace keywright::remote
