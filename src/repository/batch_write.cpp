// BatchWriteItem of any number of puts or deletes.

#include "repository/batch.hpp"
#include "repository/wire_size.hpp"
#include <keywright/item_writer.hpp>
#include <keywright/repository.hpp>

#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace keywright {

using repository::Call;
using repository::ChunkOutcome;
using repository::Positions;
using repository::Runtime;

namespace {

constexpr std::size_t kMaxWrites = 25;                            // AWS: BatchWriteItem
constexpr std::size_t kMaxRequestSize = 16 * 1024 * 1024 - 4096;  // AWS: 16 MB, envelope included

struct Write {
  WriteRequest request;
  std::string key;  // to be recognised among the unprocessed
  std::size_t size;
};

const Item& item_of(const WriteRequest& request) {
  if (const auto* put = std::get_if<PutRequest>(&request)) return put->item;
  return std::get<DeleteRequest>(request).key;
}

/// The first input that cannot be written refuses the batch: nothing has been sent yet.
Result<std::vector<Write>> prepare(const Runtime& runtime, std::string_view pattern,
                                   std::vector<Result<WriteRequest>> requests) {
  std::vector<Write> writes;
  writes.reserve(requests.size());
  std::map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (!requests[i]) {
      Error error = std::move(requests[i]).error();
      error.message = fmt::format("{}: input {}: {}", pattern, i, error.message);
      return error;
    }
    const Item& item = item_of(*requests[i]);
    auto size = check_item_size(fmt::format("{}: input {}", pattern, i), item);
    if (!size) return std::move(size).error();
    writes.push_back({*requests[i], runtime.key_bytes(item), repository::wire_size(item)});
  }
  for (std::size_t i = 0; i < writes.size(); ++i) {
    const auto [earlier, is_new] = seen.emplace(writes[i].key, i);
    if (is_new) continue;
    return repository::validation(
        fmt::format("{}: inputs {} and {} are the same item {}; a batch can write it once", pattern,
                    earlier->second, i, runtime.key_text(item_of(writes[i].request))));
  }
  return writes;
}

ChunkOutcome send_chunk(const Runtime& runtime, const std::vector<Write>& writes,
                        const Positions& positions, const CallControl& control) {
  BatchWriteItemRequest request;
  request.control = control;
  request.return_consumed_capacity = runtime.capacity();
  auto& requests = request.request_items[runtime.table_name()];
  for (const std::size_t position : positions) requests.push_back(writes[position].request);
  ChunkOutcome outcome;
  auto response = runtime.database().batch_write_item(request);
  if (!response) {
    outcome.error = std::move(response).error();
    return outcome;
  }
  outcome.tally.add_writes(response->consumed_capacity);
  std::map<std::string_view, std::size_t> by_key;
  for (const std::size_t position : positions) by_key.emplace(writes[position].key, position);
  for (const auto& [table, unprocessed] : response->unprocessed_items) {
    for (const WriteRequest& write : unprocessed) {
      const auto found = by_key.find(runtime.key_bytes(item_of(write)));
      if (found != by_key.end()) outcome.unprocessed.push_back(found->second);
    }
  }
  return outcome;
}

Result<BatchReport> batch_write(const Runtime& runtime, const WritePattern& pattern,
                                std::vector<Result<WriteRequest>> requests,
                                const BatchOptions& options) {
  Call call(runtime, pattern.name, "BatchWriteItem");
  auto writes = prepare(runtime, pattern.name, std::move(requests));
  if (!writes) return call.fail(std::move(writes).error());
  Positions all(writes->size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  repository::BatchRun run(runtime, pattern.name, options);
  run.run(repository::cut(all, kMaxWrites, kMaxRequestSize,
                          [&](std::size_t position) { return (*writes)[position].size; }),
          [&](const Positions& positions) {
            return send_chunk(runtime, *writes, positions, run.control());
          });

  call.tally() = run.tally();
  BatchReport report;
  report.unwritten = std::move(run.failed());
  report.written = all.size() - report.unwritten.size();
  report.requests = run.tally().requests;
  report.write_units = run.tally().write_units;
  call.add_items(report.written);
  // The report names every error; the observer is told of the first.
  if (!report.complete()) (void)call.fail(report.unwritten.begin()->second);
  return report;
}

}  // namespace

Result<BatchReport> Repository::batch_put_items(const WritePattern& pattern,
                                                std::vector<Result<Item>> items,
                                                const BatchOptions& options) const {
  std::vector<Result<WriteRequest>> requests;
  requests.reserve(items.size());
  for (Result<Item>& item : items) {
    if (item) {
      requests.emplace_back(WriteRequest(PutRequest{*std::move(item)}));
    } else {
      requests.emplace_back(std::move(item).error());
    }
  }
  return batch_write(*runtime_, pattern, std::move(requests), options);
}

Result<BatchReport> Repository::batch_remove(const WritePattern& pattern,
                                             std::vector<Result<Key>> keys,
                                             const BatchOptions& options) const {
  std::vector<Result<WriteRequest>> requests;
  requests.reserve(keys.size());
  for (Result<Key>& key : keys) {
    if (key) {
      requests.emplace_back(WriteRequest(DeleteRequest{*std::move(key)}));
    } else {
      requests.emplace_back(std::move(key).error());
    }
  }
  return batch_write(*runtime_, pattern, std::move(requests), options);
}

}  // namespace keywright
