#include "operations.hpp"

#include "load.hpp"
#include <keywright/clock.hpp>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <span>

namespace keywright::bench {
namespace {

constexpr int kJobs = 1000;
constexpr int kRuns = 1000;  // all in one partition
constexpr int kBatch = 25;
constexpr std::size_t kJobSize = 800;
constexpr std::size_t kRunSize = 200;

std::string digits(int number) {
  char text[16];
  std::snprintf(text, sizeof text, "%06d", number);
  return text;
}

std::string text(const std::string& value) {
  return R"({"S":")" + value + R"("})";
}

std::string key(const std::string& pk, const std::string& sk) {
  return R"("pk":)" + text(pk) + R"(,"sk":)" + text(sk);
}

std::string job(const std::string& pk) {
  return "{" + key(pk, "META") + R"(,"status":{"S":"running"},"attempts":{"N":"0"},"gsi1pk":)" +
         text("STATUS#running") + R"(,"gsi1sk":)" + text(pk) + R"(,"text":)" +
         text(std::string(kJobSize, 'x')) + "}";
}

std::string run(int number) {
  return "{" + key("RUNS", "RUN#" + digits(number)) + R"(,"attempts":{"N":"3"},"text":)" +
         text(std::string(kRunSize, 'x')) + "}";
}

std::string batch_of(const std::vector<std::string>& items) {
  std::string puts;
  for (const auto& item : items)
    puts.append(puts.empty() ? "" : ",").append(R"({"PutRequest":{"Item":)" + item + "}}");
  return R"({"RequestItems":{"things":[)" + puts + "]}}";
}

std::vector<std::string> each_of(int count, const std::function<std::string(int)>& body) {
  std::vector<std::string> out;
  for (int i = 0; i < count; ++i) out.push_back(body(i));
  return out;
}

std::vector<std::string> get_item() {
  return each_of(512, [](int i) {
    return R"({"TableName":"things","Key":{)" + key("JOB#" + digits(i), "META") + "}}";
  });
}

// Each item is asked for twice in a turn, with different index keys: every request moves its item.
std::vector<std::string> update_item() {
  return each_of(512, [](int i) {
    return R"({"TableName":"things","Key":{)" + key("JOB#" + digits(i % 256), "META") +
           R"(},"UpdateExpression":"SET attempts = attempts + :one, #k = :k",)"
           R"("ConditionExpression":"attribute_exists(pk) AND attempts >= :zero",)"
           R"("ExpressionAttributeNames":{"#k":"gsi1sk"},"ExpressionAttributeValues":{)"
           R"(":one":{"N":"1"},":zero":{"N":"0"},":k":)" +
           text("AT#" + digits(i)) + "}}";
  });
}

std::vector<std::string> query() {
  return each_of(512, [](int i) {
    return R"({"TableName":"things","KeyConditionExpression":"pk = :p AND sk >= :s","Limit":10,)"
           R"("ExpressionAttributeValues":{":p":{"S":"RUNS"},":s":)" +
           text("RUN#" + digits(i * 601 % (kRuns - 10))) + "}}";
  });
}

std::vector<std::string> transact_write_items() {
  return each_of(256, [](int i) {
    const std::string pk = "JOB#" + digits(i);
    return R"({"ClientRequestToken":")" + std::string(kTokenMark) +
           R"(","TransactItems":[{"Put":{"TableName":"things","Item":{)" + key(pk, "EVENT") +
           R"(,"text":)" + text(std::string(kRunSize, 'x')) +
           R"(}}},{"Update":{"TableName":"things","Key":{)" + key(pk, "META") +
           R"(},"UpdateExpression":"SET attempts = attempts + :one",)"
           R"x("ConditionExpression":"attribute_exists(pk)",)x"
           R"("ExpressionAttributeValues":{":one":{"N":"1"}}}}]})";
  });
}

std::vector<std::string> batch_write_item() {
  return each_of(32, [](int i) {
    return batch_of(
        each_of(kBatch, [&](int k) { return job("BATCH#" + digits(i) + "#" + digits(k)); }));
  });
}

}  // namespace

const wire::SigningCredentials& credentials() {
  static const wire::SigningCredentials credentials{"AKIDEXAMPLE", "secret", ""};
  return credentials;
}

std::string request_of(std::string_view operation, const std::string& body) {
  const std::string target = "DynamoDB_20120810." + std::string(operation);
  std::vector<wire::HeaderView> headers{
      {"Host", "localhost"},
      {"Content-Type", "application/x-amz-json-1.0"},
      {"X-Amz-Target", target},
      {"Accept-Encoding", "identity"},
      {"User-Agent", "bench_http/1.0 lang/c++ md/typical-length"},
      {"amz-sdk-invocation-id", "6c16a0e0-0000-4000-8000-000000000000"}};
  wire::Sha256 sha;
  const wire::RequestView request{"POST", "/", "", std::span(headers).first(3), body};
  const auto added =
      wire::sign(sha, request, credentials(), "us-east-1", "dynamodb", system_clock()());
  headers.push_back({"X-Amz-Date", added.amz_date});
  headers.push_back({"Authorization", added.authorization});
  std::string out = "POST / HTTP/1.1\r\n";
  for (const auto& header : headers)
    out.append(header.name).append(": ").append(header.value).append("\r\n");
  return out + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

const std::vector<OperationRow>& operations() {
  static const std::vector<OperationRow> rows{
      {"GetItem", "GetItem of 800 bytes", get_item},
      {"UpdateItem", "UpdateItem with a condition, moving an index key", update_item},
      {"Query", "Query of 10 of 1,000", query},
      {"TransactWriteItems", "TransactWriteItems of a put and an update", transact_write_items},
      {"BatchWriteItem", "BatchWriteItem of 25 puts of 800 bytes", batch_write_item},
  };
  return rows;
}

std::string create_table() {
  return request_of(
      "CreateTable",
      R"({"TableName":"things","BillingMode":"PAY_PER_REQUEST","KeySchema":[)"
      R"({"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],)"
      R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
      R"({"AttributeName":"sk","AttributeType":"S"},)"
      R"({"AttributeName":"gsi1pk","AttributeType":"S"},)"
      R"({"AttributeName":"gsi1sk","AttributeType":"S"}],"GlobalSecondaryIndexes":[)"
      R"({"IndexName":"gsi1","KeySchema":[{"AttributeName":"gsi1pk","KeyType":"HASH"},)"
      R"({"AttributeName":"gsi1sk","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}]})");
}

std::string describe_table() {
  return request_of("DescribeTable", R"({"TableName":"things"})");
}

std::vector<std::string> put_items() {
  auto items = each_of(kJobs, [](int i) { return job("JOB#" + digits(i)); });
  const auto runs = each_of(kRuns, run);
  items.insert(items.end(), runs.begin(), runs.end());
  std::vector<std::string> out;
  for (std::size_t i = 0; i < items.size(); i += kBatch) {
    const auto first = items.begin() + static_cast<std::ptrdiff_t>(i);
    out.push_back(request_of("BatchWriteItem", batch_of({first, first + kBatch})));
  }
  return out;
}

}  // namespace keywright::bench
