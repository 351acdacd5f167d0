#pragma once
// A dispatcher on an engine, in memory. In these tests JSON has ' for ", both ways.

#include "wire/dispatcher.hpp"
#include <keywright/engine.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace keywright::wire {

class WireTest : public testing::Test {
 protected:
  /// The answer to an operation of DynamoDB itself.
  Answer call(std::string_view operation, std::string_view body) {
    Answer answer = dispatcher_.answer(*engine_, "DynamoDB_20120810." + std::string(operation),
                                       exchanged(body, '\'', '"'));
    answer.body = exchanged(answer.body, '"', '\'');
    return answer;
  }
  /// The body of a call that must succeed.
  std::string ok(std::string_view operation, std::string_view body) {
    const Answer answer = call(operation, body);
    EXPECT_EQ(answer.status, 200U) << body << '\n' << answer.body;
    EXPECT_EQ(answer.operation, operation);
    EXPECT_EQ(answer.error, "");
    return answer.body;
  }
  /// The body of a call that must fail.
  std::string failure(std::string_view operation, std::string_view body) {
    const Answer answer = call(operation, body);
    EXPECT_EQ(answer.status, 400U) << body << '\n' << answer.body;
    EXPECT_NE(answer.error, "");
    return answer.body;
  }
  /// The bodies of the two errors that wire finds by itself.
  static std::string validation(std::string_view text) {
    return "{'__type':'com.amazon.coral.validate#ValidationException','message':'" +
           std::string(text) + "'}";
  }
  static std::string serialization(std::string_view text) {
    return "{'__type':'com.amazon.coral.service#SerializationException','Message':'" +
           std::string(text) + "'}";
  }

  static std::string exchanged(std::string_view text, char from, char to) {
    std::string out(text);
    std::replace(out.begin(), out.end(), from, to);
    return out;
  }

  /// Table `tab` with the keys pk (S) and sk (N).
  void create_table() {
    ok("CreateTable",
       "{'TableName':'tab','KeySchema':[{'AttributeName':'pk','KeyType':'HASH'},"
       "{'AttributeName':'sk','KeyType':'RANGE'}],'AttributeDefinitions':["
       "{'AttributeName':'pk','AttributeType':'S'},{'AttributeName':'sk','AttributeType':'N'}],"
       "'BillingMode':'PAY_PER_REQUEST'}");
  }

  ManualClock clock_{TimePoint(std::chrono::milliseconds(1'700'000'000'250))};
  std::unique_ptr<Engine> engine_ = Engine::in_memory({.clock = clock_, .seed = 1});
  Dispatcher dispatcher_;
};

}  // namespace keywright::wire
