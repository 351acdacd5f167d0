#include "stream_records.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <simdjson.h>

namespace keywright::conformance {
namespace {

using simdjson::dom::element;

/// A request whose answer is a document.
class Document {
 public:
  Document(Transport& transport, std::string_view operation, const std::string& request) {
    Answer answer = transport.send(operation, request);
    if (answer.status != 200) throw std::runtime_error(answer.body);
    root_ = parser_.parse(answer.body);
  }

  element operator[](std::string_view member) const { return root_[member]; }
  bool has(std::string_view member) const { return root_[member].error() == simdjson::SUCCESS; }

 private:
  simdjson::dom::parser parser_;
  element root_;
};

struct Record {
  std::string sequence_number;
  std::string json;
};

/// Sequence numbers are decimals of different lengths.
bool older(const Record& a, const Record& b) {
  return std::pair(a.sequence_number.size(), a.sequence_number) <
         std::pair(b.sequence_number.size(), b.sequence_number);
}

std::string object(std::string_view name, element value, std::string_view more = "") {
  return "{\"" + std::string(name) + "\":" + simdjson::minify(value) + std::string(more) + "}";
}

void read_shard(Transport& transport, const std::string& iterator_request,
                std::vector<Record>& records) {
  const Document begin(transport, "GetShardIterator", iterator_request);
  std::string next = object("ShardIterator", begin["ShardIterator"]);
  for (bool more = true; more;) {
    const Document page(transport, "GetRecords", next);
    const simdjson::dom::array found = page["Records"];
    for (const element record : found) {
      const std::string_view number = record["dynamodb"]["SequenceNumber"];
      records.push_back({std::string(number), simdjson::minify(record)});
    }
    more = found.size() > 0 && page.has("NextShardIterator");
    if (more) next = object("ShardIterator", page["NextShardIterator"]);
  }
}

}  // namespace

Answer all_records(Transport& transport, std::string_view request) {
  const Document streams(transport, "ListStreams", std::string(request));
  element stream;
  for (const element one : streams["Streams"].get_array()) stream = one["StreamArn"];
  const Document description(transport, "DescribeStream", object("StreamArn", stream));
  std::vector<Record> records;
  for (const element shard : description["StreamDescription"]["Shards"].get_array()) {
    const std::string rest = R"(,"ShardIteratorType":"TRIM_HORIZON","ShardId":)" +
                             simdjson::minify(element(shard["ShardId"]));
    read_shard(transport, object("StreamArn", stream, rest), records);
  }
  std::ranges::sort(records, older);
  Answer answer{200, "{\"Records\":["};
  for (const Record& record : records) {
    if (&record != &records.front()) answer.body += ',';
    answer.body += record.json;
  }
  answer.body += "]}";
  return answer;
}

}  // namespace keywright::conformance
