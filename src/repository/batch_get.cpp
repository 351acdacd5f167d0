// BatchGetItem of any number of keys, each asked for once, answered in the order of the input.

#include "repository/batch.hpp"
#include "repository/names.hpp"
#include <keywright/repository.hpp>

#include <map>
#include <mutex>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace keywright {

using repository::Call;
using repository::ChunkOutcome;
using repository::Positions;
using repository::Runtime;

namespace {

constexpr std::size_t kMaxGets = 100;  // AWS: BatchGetItem; 16 MB of answers, the rest unprocessed

/// Each key once, and where in the input it was asked for.
struct Wanted {
  std::vector<Key> keys;
  std::vector<Positions> inputs;             // per key
  std::map<std::string, std::size_t> known;  // by key bytes: position in keys
};

Result<Wanted> deduplicate(const Runtime& runtime, std::string_view pattern,
                           std::vector<Result<Key>> keys) {
  Wanted wanted;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!keys[i]) {
      Error error = std::move(keys[i]).error();
      error.message = fmt::format("{}: input {}: {}", pattern, i, error.message);
      return error;
    }
    const auto [found, is_new] =
        wanted.known.emplace(runtime.key_bytes(*keys[i]), wanted.keys.size());
    if (is_new) {
      wanted.keys.push_back(*std::move(keys[i]));
      wanted.inputs.emplace_back();
    }
    wanted.inputs[found->second].push_back(i);
  }
  return wanted;
}

/// What every chunk asks for, without its keys.
KeysAndAttributes request_of(const Runtime& runtime, const GetPattern& pattern) {
  KeysAndAttributes request;
  request.consistent_read = pattern.consistent_read;
  if (pattern.projection.empty()) return request;
  auto& names = request.expression_attribute_names;
  std::string projection(pattern.projection);
  repository::add_names(projection, pattern.aliases, names);
  // Answers come in any order: only their keys say whose they are.
  for (const std::string_view attribute :
       {runtime.partition_key(), runtime.sort_key(), pattern.ttl_attribute}) {
    if (!attribute.empty()) repository::project_also(projection, attribute, names);
  }
  request.projection_expression = std::move(projection);
  return request;
}

class BatchGet {
 public:
  BatchGet(const Runtime& runtime, const GetPattern& pattern, const Wanted& wanted)
      : runtime_(runtime),
        wanted_(wanted),
        request_(request_of(runtime, pattern)),
        items_(wanted.keys.size()) {}

  ChunkOutcome send(const Positions& positions, const CallControl& control) {
    BatchGetItemRequest request;
    request.control = control;
    request.return_consumed_capacity = runtime_.capacity();
    auto& table = request.request_items[runtime_.table_name()];
    table = request_;
    for (const std::size_t position : positions) table.keys.push_back(wanted_.keys[position]);
    ChunkOutcome outcome;
    auto response = runtime_.database().batch_get_item(request);
    if (!response) {
      outcome.error = std::move(response).error();
      return outcome;
    }
    outcome.tally.add_reads(response->consumed_capacity);
    for (auto& [name, items] : response->responses) {
      for (Item& item : items) keep(std::move(item));
    }
    for (const auto& [name, unprocessed] : response->unprocessed_keys) {
      for (const Key& key : unprocessed.keys) {
        const auto found = wanted_.known.find(runtime_.key_bytes(key));
        if (found != wanted_.known.end()) outcome.unprocessed.push_back(found->second);
      }
    }
    return outcome;
  }

  [[nodiscard]] const std::vector<std::optional<Item>>& items() const { return items_; }

 private:
  void keep(Item item) {
    const auto found = wanted_.known.find(runtime_.key_bytes(item));
    if (found == wanted_.known.end()) return;
    const std::lock_guard lock(mutex_);
    items_[found->second] = std::move(item);
  }

  const Runtime& runtime_;
  const Wanted& wanted_;
  KeysAndAttributes request_;
  std::mutex mutex_;
  std::vector<std::optional<Item>> items_;
};

}  // namespace

Result<BatchRead<Item>> Repository::batch_get_items(const GetPattern& pattern,
                                                    std::vector<Result<Key>> keys,
                                                    const BatchOptions& options) const {
  const Runtime& runtime = *runtime_;
  Call call(runtime, pattern.name, "BatchGetItem");
  BatchRead<Item> read;
  read.items.resize(keys.size());
  auto wanted = deduplicate(runtime, pattern.name, std::move(keys));
  if (!wanted) return call.fail(std::move(wanted).error());
  Positions all(wanted->keys.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  BatchGet get(runtime, pattern, *wanted);
  repository::BatchRun run(runtime, pattern.name, options);
  run.run(repository::cut(all, kMaxGets, kMaxGets, [](std::size_t) { return std::size_t{1}; }),
          [&](const Positions& positions) { return get.send(positions, run.control()); });

  for (std::size_t i = 0; i < wanted->keys.size(); ++i) {
    const auto failed = run.failed().find(i);
    const auto& item = get.items()[i];
    const bool there = item && !runtime.is_expired(*item, pattern.ttl_attribute);
    for (const std::size_t input : wanted->inputs[i]) {
      if (failed != run.failed().end()) {
        read.unread.emplace(input, failed->second);
      } else if (there) {
        read.items[input] = item;
        call.add_items(1);
      }
    }
  }
  call.tally() = run.tally();
  read.requests = run.tally().requests;
  read.read_units = run.tally().read_units;
  if (!read.complete()) (void)call.fail(read.unread.begin()->second);
  return read;
}

}  // namespace keywright
