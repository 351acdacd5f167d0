// Errors in answers of a remote endpoint.

#include "core/errors.hpp"
#include "wire/client_codec.hpp"
#include "wire/dispatcher.hpp"

#include <gtest/gtest.h>

namespace keywright::wire {
namespace {

/// What is left of an error after the server's writer and the client's reader.
Error over_the_wire(const Error& error) {
  const Answer answer = error_answer(error);
  return AnswerDecoder().decode_error(static_cast<int>(answer.status), answer.body, "R1");
}

TEST(ClientError, KeepsWhatTheServerSays) {
  const Item item{{"pk", "a"}};
  const Error failed = over_the_wire(errors::condition_failed(item));
  EXPECT_EQ(failed.code, ErrorCode::condition_failed);
  EXPECT_EQ(failed.exception, "ConditionalCheckFailedException");
  EXPECT_EQ(failed.message, "The conditional request failed");
  EXPECT_EQ(failed.item, item);
  EXPECT_EQ(failed.request_id, "R1");
  EXPECT_EQ(failed.http_status, 400);
  EXPECT_FALSE(failed.retryable);
}

TEST(ClientError, KeepsTheReasonsOfACancelledTransaction) {
  const Item item{{"pk", "a"}};
  const Error cancelled = over_the_wire(errors::transaction_cancelled(
      {{"None", "", {}}, {"ConditionalCheckFailed", "The conditional request failed", item}}));
  EXPECT_EQ(cancelled.code, ErrorCode::transaction_cancelled);
  EXPECT_FALSE(cancelled.retryable);
  ASSERT_EQ(cancelled.reasons.size(), 2U);
  EXPECT_EQ(cancelled.reasons[0].code, "None");
  EXPECT_EQ(cancelled.reasons[1].message, "The conditional request failed");
  EXPECT_EQ(cancelled.reasons[1].item, item);
  EXPECT_TRUE(
      over_the_wire(errors::transaction_cancelled({{"TransactionConflict", "", {}}})).retryable);
}

TEST(ClientError, TellsABodyThatIsNoJsonByItsStatus) {
  AnswerDecoder decoder;
  const Error proxy = decoder.decode_error(502, "<html>\nBad Gateway</html>", "");
  EXPECT_EQ(proxy.code, ErrorCode::unavailable);
  EXPECT_TRUE(proxy.retryable);
  EXPECT_EQ(proxy.message, "HTTP 502: <html> Bad Gateway</html>");
  const Error empty = decoder.decode_error(500, "", "");
  EXPECT_EQ(empty.code, ErrorCode::internal);
  EXPECT_TRUE(empty.retryable);
  EXPECT_EQ(empty.message, "HTTP 500 with an empty body");
}

TEST(ClientError, TellsItemsThatAreTooLargeByTheirText) {
  for (const char* text : {"Item size has exceeded the maximum allowed size",
                           "Item size to update has exceeded the maximum allowed size"}) {
    const Error error = over_the_wire(errors::item_too_large(text));
    EXPECT_EQ(error.code, ErrorCode::item_too_large);
    EXPECT_EQ(error.exception, "ValidationException");
    EXPECT_EQ(error.message, text);
  }
}

TEST(ClientError, HasAMessageWhereTheServerGivesNone) {
  AnswerDecoder decoder;
  const Error error =
      decoder.decode_error(500, R"({"__type":"com.amazonaws.dynamodb#InternalServerError"})", "");
  EXPECT_EQ(error.message, "InternalServerError (HTTP 500)");
  EXPECT_TRUE(error.retryable);
  EXPECT_EQ(decoder.decode_error(400, R"({"message":null})", "").message,
            "HTTP 400: {\"message\":null}");
}

}  // namespace
}  // namespace keywright::wire
