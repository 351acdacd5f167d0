#include "testing/unprocessed.hpp"

#include <iterator>
#include <utility>
#include <vector>

namespace keywright::doubles {
namespace {

std::vector<Key>& entries(KeysAndAttributes& wanted) {
  return wanted.keys;
}
std::vector<WriteRequest>& entries(std::vector<WriteRequest>& writes) {
  return writes;
}

/// As of `request`, and without its keys or writes.
KeysAndAttributes emptied(KeysAndAttributes wanted) {
  wanted.keys.clear();
  return wanted;
}
std::vector<WriteRequest> emptied(const std::vector<WriteRequest>&) {
  return {};
}

template <class Request>
Request take(Request& request, std::size_t forced, const Leaves& leaves) {
  Request rest;
  std::size_t at = 0;
  for (auto table = request.request_items.begin(); table != request.request_items.end();) {
    auto left = emptied(table->second);
    auto kept = emptied(table->second);
    for (auto& entry : entries(table->second)) {
      const bool leave = leaves();  // asked in any case: equal seeds, equal sequences
      entries(leave || at == forced ? left : kept).push_back(std::move(entry));
      ++at;
    }
    if (!entries(left).empty()) rest.request_items.emplace(table->first, std::move(left));
    table->second = std::move(kept);
    table = entries(table->second).empty() ? request.request_items.erase(table) : std::next(table);
  }
  return rest;
}

}  // namespace

BatchGetItemRequest take_rest(BatchGetItemRequest& request, std::size_t forced,
                              const Leaves& leaves) {
  return take(request, forced, leaves);
}
BatchWriteItemRequest take_rest(BatchWriteItemRequest& request, std::size_t forced,
                                const Leaves& leaves) {
  return take(request, forced, leaves);
}

std::size_t size_of(const BatchGetItemRequest& request) {
  std::size_t size = 0;
  for (const auto& [table, wanted] : request.request_items) size += wanted.keys.size();
  return size;
}
std::size_t size_of(const BatchWriteItemRequest& request) {
  std::size_t size = 0;
  for (const auto& [table, writes] : request.request_items) size += writes.size();
  return size;
}

}  // namespace keywright::doubles
