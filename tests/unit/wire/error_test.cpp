// The exact bodies of errors.

#include "core/errors.hpp"
#include "wire/dispatcher.hpp"

#include <gtest/gtest.h>

namespace keywright::wire {
namespace {

TEST(ErrorAnswer, NamesTheNamespaceOfEachException) {
  const Answer answer = error_answer(errors::validation("No."));
  EXPECT_EQ(answer.status, 400U);
  EXPECT_EQ(answer.error, "ValidationException");
  EXPECT_EQ(answer.body,
            R"({"__type":"com.amazon.coral.validate#ValidationException","message":"No."})");
  EXPECT_EQ(error_answer(errors::not_found()).body,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",)"
            R"("message":"Requested resource not found"})");
  EXPECT_EQ(error_answer(errors::from_exception("UnknownOperationException", "")).body,
            R"({"__type":"com.amazon.coral.service#UnknownOperationException"})");
}

TEST(ErrorAnswer, WritesMessageAsAwsDoes) {
  EXPECT_EQ(error_answer(errors::transaction_in_progress()).body,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionInProgressException",)"
            R"("Message":"The transaction with the given request token is already in progress"})");
  EXPECT_EQ(error_answer(errors::from_exception("SerializationException", "x")).body,
            R"({"__type":"com.amazon.coral.service#SerializationException","Message":"x"})");
}

TEST(ErrorAnswer, HasTheStatusOfAServersFault) {
  EXPECT_EQ(error_answer(errors::internal("broken")).status, 500U);
  EXPECT_EQ(error_answer(errors::from_exception("ServiceUnavailable", "")).status, 503U);
  EXPECT_EQ(error_answer(errors::from_exception("ThrottlingException", "")).status, 400U);
}

TEST(ErrorAnswer, NamesAnExceptionForErrorsOfOurOwn) {
  EXPECT_EQ(error_answer({.code = ErrorCode::timeout, .message = "late"}).status, 503U);
  EXPECT_EQ(error_answer({.code = ErrorCode::decode, .message = "odd"}).error,
            "InternalServerError");
  EXPECT_EQ(error_answer({.code = ErrorCode::bad_cursor, .message = "cut"}).error,
            "ValidationException");
}

TEST(ErrorAnswer, CarriesTheItemThatFailedTheCondition) {
  EXPECT_EQ(error_answer(errors::condition_failed(Item{{"pk", "a"}, {"n", 1}})).body,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
            R"("message":"The conditional request failed","Item":{"n":{"N":"1"},"pk":{"S":"a"}}})");
}

TEST(ErrorAnswer, SaysWhatAThrottledRequestWasOver) {
  Error error = errors::from_exception("ProvisionedThroughputExceededException", "Over.");
  error.throttling_reasons = {{"TableWriteProvisionedThroughputExceeded", "arn:t"}};
  EXPECT_EQ(
      error_answer(error).body,
      R"({"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",)"
      R"("message":"Over.","ThrottlingReasons":[)"
      R"({"reason":"TableWriteProvisionedThroughputExceeded","resource":"arn:t"}]})");
}

TEST(ErrorAnswer, ListsTheReasonsOfACancelledTransaction) {
  const Error error = errors::transaction_cancelled(
      {{"ConditionalCheckFailed", "The conditional request failed", Item{{"pk", "a"}}}, {"None"}});
  EXPECT_EQ(error_answer(error).body,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",)"
            R"("Message":"Transaction cancelled, please refer cancellation reasons for specific )"
            R"(reasons [ConditionalCheckFailed, None]","CancellationReasons":[)"
            R"({"Code":"ConditionalCheckFailed","Message":"The conditional request failed",)"
            R"("Item":{"pk":{"S":"a"}}},{"Code":"None"}]})");
}

}  // namespace
}  // namespace keywright::wire
