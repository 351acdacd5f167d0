// Any bytes as a request: a line with the target, then the body. The answer is always one of
// DynamoDB's, in JSON, and the database still answers afterwards.

#include "wire/dispatcher.hpp"
#include <keywright/engine.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <simdjson.h>

namespace {

using namespace keywright;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

constexpr std::string_view kCreateTable =
    R"({"TableName":"tab","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
    R"("BillingMode":"PAY_PER_REQUEST"})";
constexpr std::string_view kPutItem = R"({"TableName":"tab","Item":{"pk":{"S":"a"}}})";

void check(const wire::Answer& answer) {
  require(answer.status == 200 || answer.status == 400, "the fault is the request's, if any");
  require((answer.status == 200) == answer.error.empty(), "errors have a name");
  const bool empty = answer.status == 200 &&
                     (answer.operation == "TagResource" || answer.operation == "UntagResource");
  require(answer.body.empty() == empty, "only tagging answers nothing");
  if (empty) return;
  simdjson::dom::parser parser;
  simdjson::dom::element body;
  require(parser.parse(answer.body).get(body) == simdjson::SUCCESS && body.is_object(),
          "the answer is a JSON object");
  std::string_view type;
  require((body["__type"].get(type) == simdjson::SUCCESS) == (answer.status != 200),
          "errors have a type");
  require(answer.error.empty() || type.substr(type.find('#') + 1) == answer.error,
          "the type is the error's name");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(input.find('\n'), input.size());
  const auto engine = Engine::in_memory({.seed = 1});
  wire::Dispatcher dispatcher;
  check(dispatcher.answer(*engine, "DynamoDB_20120810.CreateTable", kCreateTable));
  check(dispatcher.answer(*engine, "DynamoDB_20120810.PutItem", kPutItem));
  check(dispatcher.answer(*engine, input.substr(0, line),
                          input.substr(std::min(line + 1, input.size()))));
  const wire::Answer after =
      dispatcher.answer(*engine, "DynamoDB_20120810.ListTables", R"({"Limit":1})");
  require(after.status == 200, "the database still answers");
  return 0;
}
