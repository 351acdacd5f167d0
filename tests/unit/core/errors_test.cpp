#include "core/errors.hpp"

#include <gtest/gtest.h>

namespace keywright {
namespace {

TEST(ErrorCode, HasAName) {
  EXPECT_EQ(to_string(ErrorCode::condition_failed), "condition_failed");
  EXPECT_EQ(to_string(ErrorCode::bad_cursor), "bad_cursor");
  EXPECT_EQ(to_string(ErrorCode::internal), "internal");
}

TEST(Errors, CarryAwsExceptionNames) {
  struct Row {
    Error error;
    ErrorCode code;
    const char* exception;
    bool retryable;
  };
  const Row rows[] = {
      {errors::validation("v"), ErrorCode::validation, "ValidationException", false},
      {errors::item_too_large("v"), ErrorCode::item_too_large, "ValidationException", false},
      {errors::condition_failed(), ErrorCode::condition_failed, "ConditionalCheckFailedException",
       false},
      {errors::not_found(), ErrorCode::not_found, "ResourceNotFoundException", false},
      {errors::resource_in_use("v"), ErrorCode::conflict, "ResourceInUseException", false},
      {errors::limit_exceeded("v"), ErrorCode::conflict, "LimitExceededException", true},
      {errors::idempotent_parameter_mismatch(), ErrorCode::validation,
       "IdempotentParameterMismatchException", false},
      {errors::transaction_in_progress(), ErrorCode::conflict, "TransactionInProgressException",
       true},
      {errors::from_exception("ItemCollectionSizeLimitExceededException", "v"),
       ErrorCode::item_too_large, "ItemCollectionSizeLimitExceededException", false},
      {errors::internal("v"), ErrorCode::internal, "InternalServerError", true},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(row.error.code, row.code) << row.exception;
    EXPECT_EQ(row.error.exception, row.exception);
    EXPECT_EQ(row.error.retryable, row.retryable) << row.exception;
    EXPECT_FALSE(row.error.message.empty()) << row.exception;
  }
}

TEST(Errors, HaveDynamoDbsTexts) {
  EXPECT_EQ(errors::condition_failed().message, "The conditional request failed");
  EXPECT_EQ(errors::not_found().message, "Requested resource not found");
  EXPECT_EQ(errors::validation("text").message, "text");
}

TEST(Errors, GiveTheItemThatFailedItsCondition) {
  EXPECT_EQ(errors::condition_failed().item, std::nullopt);
  EXPECT_EQ(errors::condition_failed(Item{{"a", 1}}).item, (Item{{"a", 1}}));
}

TEST(Errors, ListTheReasonsOfACancelledTransaction) {
  const Error error = errors::transaction_cancelled(
      {{"ConditionalCheckFailed", "The conditional request failed", Item{{"a", 1}}},
       {"None", "", {}}});
  EXPECT_EQ(error.code, ErrorCode::transaction_cancelled);
  EXPECT_EQ(error.exception, "TransactionCanceledException");
  EXPECT_EQ(error.message,
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
            "[ConditionalCheckFailed, None]");
  EXPECT_FALSE(error.retryable);
  ASSERT_EQ(error.reasons.size(), 2u);
  EXPECT_EQ(error.reasons[0].item, (Item{{"a", 1}}));
}

TEST(Errors, CallATransactionThatOnlyMetOthersRetryable) {
  EXPECT_TRUE(
      errors::transaction_cancelled({{"None", "", {}}, {"TransactionConflict", "", {}}}).retryable);
  EXPECT_FALSE(errors::transaction_cancelled(
                   {{"TransactionConflict", "", {}}, {"ConditionalCheckFailed", "", {}}})
                   .retryable);
}

TEST(Errors, MapExceptionsByName) {
  const Error throttled = errors::from_exception("ThrottlingException", "slow down");
  EXPECT_EQ(throttled.code, ErrorCode::throttled);
  EXPECT_TRUE(throttled.retryable);
  const Error unknown = errors::from_exception("NewException", "text");
  EXPECT_EQ(unknown.code, ErrorCode::internal);
  EXPECT_EQ(unknown.exception, "NewException");
  EXPECT_FALSE(unknown.retryable);
}

}  // namespace
}  // namespace keywright
