#include "copy/table_target.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>

namespace keywright::copy {
namespace {

constexpr std::size_t kMostPuts = 25;
constexpr std::size_t kMostGets = 100;
/// DynamoDB takes 16 MB of JSON; a byte of an item may be six of them.
constexpr std::size_t kMostBytes = 2 * 1024 * 1024;
constexpr double kWriteUnit = 1024;

/// How many of the first items one batch takes: of each item of the table only one.
std::size_t first_batch(const TableKeys& keys, std::span<const Item> items, std::size_t most) {
  std::size_t count = 0;
  std::size_t bytes = 0;
  for (; count < std::min(most, items.size()); ++count) {
    bytes += items[count].size_in_bytes();
    if (count > 0 && bytes > kMostBytes) break;
    const auto taken = items.first(count);
    if (std::any_of(taken.begin(), taken.end(),
                    [&](const Item& earlier) { return keys.same_item(earlier, items[count]); })) {
      break;
    }
  }
  return count;
}

double write_units(const WriteRequest& request) {
  const auto* put = std::get_if<PutRequest>(&request);
  const double size = put == nullptr ? 0 : static_cast<double>(put->item.size_in_bytes());
  return std::max(1.0, std::ceil(size / kWriteUnit));
}

double write_units(const std::vector<WriteRequest>& requests) {
  double units = 0;
  for (const auto& request : requests) units += write_units(request);
  return units;
}

double units_of(const std::vector<ConsumedCapacity>& consumed, double otherwise) {
  if (consumed.empty()) return otherwise;
  double units = 0;
  for (const auto& each : consumed) units += each.capacity_units;
  return units;
}

Error in_table(const TableAccess& access, std::string_view doing, Error error) {
  error.message = std::string(doing) + " table " + access.table + ": " + error.message;
  return error;
}

class PutWriter final : public SegmentWriter {
 public:
  explicit PutWriter(const TableAccess& access) : access_(access) {}

  Result<Written> write(std::span<const Item> items, const std::stop_token& stop) override {
    const std::size_t count = first_batch(access_.keys, items, most_puts());
    std::vector<WriteRequest> left;
    left.reserve(count);
    for (const Item& item : items.first(count)) left.emplace_back(PutRequest{item});
    Attempts attempts(access_.timing);
    while (!left.empty()) {
      const double expected = write_units(left);
      if (!spend(access_, expected, stop)) return stopped();
      auto unprocessed = send(left);
      std::optional<Error> error;
      if (unprocessed) {
        if (unprocessed->size() < left.size()) attempts.move();
        left = *std::move(unprocessed);
      } else {
        error = std::move(unprocessed).error();
        if (!may_pass(*error)) return in_table(access_, "writing to", *std::move(error));
      }
      if (!left.empty() && !attempts.pause(stop)) return given_up(error, left.size(), stop);
    }
    return Written{count, true};
  }

 private:
  /// No more than a second may cost: the rest would only be left unprocessed.
  [[nodiscard]] std::size_t most_puts() const {
    const double rate = std::clamp(access_.rate.per_second(), 1.0, double{kMostPuts});
    return static_cast<std::size_t>(rate);
  }

  /// What is left unprocessed of them.
  Result<std::vector<WriteRequest>> send(const std::vector<WriteRequest>& requests) {
    BatchWriteItemRequest batch;
    batch.return_consumed_capacity = ReturnConsumedCapacity::total;
    batch.request_items.emplace(access_.table, requests);
    auto response = access_.database.batch_write_item(batch);
    const double expected = write_units(requests);
    if (!response) {
      access_.rate.correct(-expected);
      access_.repetitions.count(response.error());
      if (response.error().code == ErrorCode::throttled) access_.rate.throttled();
      return std::move(response).error();
    }
    std::vector<WriteRequest> left;
    for (auto& [table, unprocessed] : response->unprocessed_items) {
      std::move(unprocessed.begin(), unprocessed.end(), std::back_inserter(left));
    }
    const double done = expected - write_units(left);
    access_.rate.correct(units_of(response->consumed_capacity, done) - expected);
    if (!left.empty()) {
      access_.repetitions.count_throttled();
      access_.rate.throttled();
    }
    return left;
  }

  [[nodiscard]] Error given_up(const std::optional<Error>& last, std::size_t left,
                               const std::stop_token& stop) const {
    if (stop.stop_requested()) return stopped();
    if (last) return in_table(access_, "writing to", *last);
    return failure("table " + access_.table + " has left " + std::to_string(left) +
                   " items unprocessed for " + std::to_string(kPatience.count()) +
                   " minutes: raise its throughput");
  }

  const TableAccess& access_;
};

class CompareWriter final : public SegmentWriter {
 public:
  CompareWriter(const TableAccess& access, ComparingTarget& findings)
      : access_(access), findings_(findings) {}

  Result<Written> write(std::span<const Item> items, const std::stop_token& stop) override {
    const std::size_t count = first_batch(access_.keys, items, kMostGets);
    KeysAndAttributes left;
    left.consistent_read = true;
    for (const Item& item : items.first(count)) left.keys.push_back(access_.keys.key_of(item));
    std::vector<Item> found;
    Attempts attempts(access_.timing);
    while (!left.keys.empty()) {
      if (!spend(access_, static_cast<double>(left.keys.size()), stop)) return stopped();
      const std::size_t before = left.keys.size();
      if (auto read = get(left, found, stop); !read) return std::move(read).error();
      if (left.keys.size() < before) attempts.move();
      if (!left.keys.empty() && !attempts.pause(stop)) {
        return stop.stop_requested()
                   ? stopped()
                   : failure("table " + access_.table + " leaves keys unprocessed");
      }
    }
    compare(items.first(count), found);
    return Written{count, true};
  }

 private:
  /// Reads what it can; `left` are the keys that remain.
  Result<void> get(KeysAndAttributes& left, std::vector<Item>& found, const std::stop_token& stop) {
    BatchGetItemRequest batch;
    batch.return_consumed_capacity = ReturnConsumedCapacity::total;
    batch.request_items.emplace(access_.table, left);
    auto response = repeat(access_.timing, access_.repetitions, &access_.rate, stop,
                           [&] { return access_.database.batch_get_item(batch); });
    if (!response) return in_table(access_, "reading", std::move(response).error());
    const auto asked = static_cast<double>(left.keys.size());
    access_.rate.correct(units_of(response->consumed_capacity, asked) - asked);
    for (auto& [table, items] : response->responses) {
      std::move(items.begin(), items.end(), std::back_inserter(found));
    }
    left.keys.clear();
    for (auto& [table, unprocessed] : response->unprocessed_keys) {
      std::move(unprocessed.keys.begin(), unprocessed.keys.end(), std::back_inserter(left.keys));
    }
    if (!left.keys.empty()) {
      access_.repetitions.count_throttled();
      access_.rate.throttled();
    }
    return {};
  }

  void compare(std::span<const Item> wanted, const std::vector<Item>& found) {
    for (const Item& item : wanted) {
      const auto same = std::find_if(found.begin(), found.end(), [&](const Item& each) {
        return access_.keys.same_item(each, item);
      });
      if (same != found.end() && *same == item) continue;
      findings_.add_difference((same == found.end() ? "missing: " : "different: ") +
                               to_json(access_.keys.key_of(item)));
    }
  }

  const TableAccess& access_;
  ComparingTarget& findings_;
};

class NoWriter final : public SegmentWriter {
 public:
  Result<Written> write(std::span<const Item> items, const std::stop_token&) override {
    return Written{items.size(), true};
  }
};

}  // namespace

Result<std::unique_ptr<SegmentWriter>> TableTarget::open(std::size_t, const std::vector<Part>&) {
  return std::unique_ptr<SegmentWriter>(std::make_unique<PutWriter>(access_));
}

Result<std::unique_ptr<SegmentWriter>> ComparingTarget::open(std::size_t,
                                                             const std::vector<Part>&) {
  return std::unique_ptr<SegmentWriter>(std::make_unique<CompareWriter>(access_, *this));
}

std::int64_t ComparingTarget::differences() const {
  const std::lock_guard lock(mutex_);
  return differences_;
}

std::vector<std::string> ComparingTarget::examples() const {
  const std::lock_guard lock(mutex_);
  return examples_;
}

void ComparingTarget::add_difference(std::string text) {
  constexpr std::size_t kMostExamples = 10;
  const std::lock_guard lock(mutex_);
  ++differences_;
  if (examples_.size() < kMostExamples) examples_.push_back(std::move(text));
}

Result<std::unique_ptr<SegmentWriter>> NoTarget::open(std::size_t, const std::vector<Part>&) {
  return std::unique_ptr<SegmentWriter>(std::make_unique<NoWriter>());
}

}  // namespace keywright::copy
