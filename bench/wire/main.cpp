// A request as JSON to its answer as JSON, without a socket, against a bare sorted map; and what
// a client does at the other end, against the least that could be done there.

#include "../engine/workload.hpp"
#include "../harness.hpp"
#include "wire/client_codec.hpp"
#include "wire/dispatcher.hpp"
#include <keywright/engine.hpp>

#include <cstdio>

#include <simdjson.h>

namespace keywright::bench {
namespace {

constexpr std::size_t kJobs = 100'000;

/// Requests with the padding behind them that a server's buffer has.
std::string padded(std::string body) {
  body.reserve(body.size() + wire::Dispatcher::kPadding);
  return body;
}

std::string get_request(const Job& job) {
  return padded(R"({"TableName":"app-table","Key":{"pk":{"S":")" + job.pk + R"("},"sk":{"S":")" +
                job.sk + R"("}}})");
}

std::string put_request(const Job& job) {
  const auto text = [](const std::string& name, const std::string& value) {
    return "\"" + name + "\":{\"S\":\"" + value + "\"},";
  };
  return padded(R"({"TableName":"app-table","Item":{)" + text("pk", job.pk) + text("sk", job.sk) +
                text("job_id", job.job_id) + text("status", job.status) +
                text("created_at", job.created_at) + text("topic", job.topic) +
                text("payload", job.payload) + text("gsi1pk", job.gsi1pk) +
                text("gsi1sk", job.gsi1sk) + R"("attempts":{"N":")" + std::to_string(job.attempts) +
                R"("}}})");
}

/// One operation on all jobs in a fixed random order, going on where the last call stopped.
Work answers(Database& database, std::string_view target, std::vector<std::string> requests) {
  return [&database, target, requests = std::move(requests), order = shuffled(kJobs),
          dispatcher = std::make_shared<wire::Dispatcher>(),
          at = std::size_t{0}](std::size_t count) mutable {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const wire::Answer answer = dispatcher->answer(database, target, requests[order[at]], true);
      sum += answer.body.size() + answer.status;
      if (++at == order.size()) at = 0;
    }
    return sum;
  };
}

Work bare(Subject& subject, std::size_t (Subject::*operation)(std::size_t)) {
  return [&subject, operation, order = shuffled(kJobs),
          at = std::size_t{0}](std::size_t count) mutable {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      sum += (subject.*operation)(order[at]);
      if (++at == order.size()) at = 0;
    }
    return sum;
  };
}

void compare(const Options& options) {
  const std::shared_ptr<Engine> engine = make_engine();
  make_keywright(engine)->load(kJobs);
  const auto map = make_bare_map();
  map->load(kJobs);
  std::vector<std::string> gets, puts;
  for (std::size_t n = 0; n < kJobs; ++n) {
    const Job job = make_job(n);
    gets.push_back(get_request(job));
    puts.push_back(put_request(job));
  }
  run({{"GetItem of 100,000, JSON to JSON", "bare absl::btree_map find + copy",
        answers(*engine, "DynamoDB_20120810.GetItem", std::move(gets)), bare(*map, &Subject::get),
        2.5},
       {"PutItem with one index entry, JSON to JSON", "bare absl::btree_map find + replace",
        answers(*engine, "DynamoDB_20120810.PutItem", std::move(puts)), bare(*map, &Subject::put),
        0}},
      options);
}

/// The item as the embedded database answers it.
std::string get_answer(const Job& job) {
  const auto engine = make_engine();
  wire::Dispatcher dispatcher;
  (void)dispatcher.answer(*engine, "DynamoDB_20120810.PutItem", put_request(job));
  return dispatcher.answer(*engine, "DynamoDB_20120810.GetItem", get_request(job)).body;
}

template <class Request>
Work encodes(Request request) {
  return [request = std::move(request)](std::size_t count) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += wire::encode(request).size();
    return sum;
  };
}

/// The same text without a thought of what it says.
Work copies(std::string body) {
  return [body = std::move(body)](std::size_t count) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      std::string copy;
      copy.append(body.data(), body.size());
      sum += static_cast<unsigned char>(copy[i % copy.size()]);
    }
    return sum;
  };
}

Work decodes(std::string body) {
  return [body = std::move(body),
          decoder = std::make_shared<wire::AnswerDecoder>()](std::size_t count) {
    const GetItemRequest request;
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      sum += decoder->decode(request, body).value().item->size_in_bytes();
    }
    return sum;
  };
}

Work parses(std::string body) {
  return [body = std::move(body),
          parser = std::make_shared<simdjson::dom::parser>()](std::size_t count) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      sum += parser->parse(body.data(), body.size(), true).get_object().size();
    }
    return sum;
  };
}

void compare_client(const Options& options) {
  const Job job = make_job(7);
  const std::string answer = get_answer(job);
  const GetItemResponse response = wire::AnswerDecoder().decode(GetItemRequest{}, answer).value();
  const GetItemRequest get{.table_name = "app-table", .key = Item{{"pk", job.pk}, {"sk", job.sk}}};
  const PutItemRequest put{.table_name = "app-table", .item = response.item.value()};
  run({{"GetItem request to JSON", "a copy of the text", encodes(get), copies(wire::encode(get)),
        0},
       {"PutItem request of 800 B to JSON", "a copy of the text", encodes(put),
        copies(wire::encode(put)), 0},
       {"GetItem answer of 800 B from JSON", "bare simdjson parse", decodes(answer), parses(answer),
        0}},
      options);
}

}  // namespace
}  // namespace keywright::bench

int main(int argc, char** argv) {
  using namespace keywright::bench;
  const Options options = parse_arguments(argc, argv);
  compare(options);
  compare_client(options);
}
