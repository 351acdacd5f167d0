#include "repository/runtime.hpp"

#include "core/errors.hpp"
#include "repository/cursor.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace keywright::repository {
namespace {

std::string value_text(ValueView value) {
  switch (value.type()) {
    case AttributeType::string:
      return std::string(value.as_string());
    case AttributeType::number:
      return value.as_number().to_string();
    default:
      return to_json(value);
  }
}

}  // namespace

Runtime::Runtime(Database& database, const TableSchema& table, RepositoryOptions options)
    : database_(database), table_(table), options_(std::move(options)) {
  if (options_.table_name.empty()) options_.table_name = table.name;
  if (!options_.clock) options_.clock = system_clock();
  if (!options_.random) options_.random = system_random();
  if (options_.cursor_secret.empty()) options_.cursor_secret = process_secret();
  if (!options_.sleep) {
    options_.sleep = [](std::chrono::milliseconds pause) { std::this_thread::sleep_for(pause); };
  }
  if (!options_.monotonic_clock) {
    options_.monotonic_clock = [] {
      return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch());
    };
  }
  if (!options_.parallel) {
    options_.parallel = [](std::size_t count, const std::function<void(std::size_t)>& work) {
      for (std::size_t i = 0; i < count; ++i) work(i);
    };
  }
}

std::int64_t Runtime::now_seconds() const {
  return std::chrono::floor<std::chrono::seconds>(now()).time_since_epoch().count();
}

bool Runtime::is_expired(const Item& item, std::string_view ttl_attribute) const {
  if (ttl_attribute.empty()) return false;
  const auto expiry = item.find(ttl_attribute);
  return expiry && expiry->is(AttributeType::number) && expiry->as_number() < Number(now_seconds());
}

std::chrono::nanoseconds Runtime::ticks_in(std::chrono::milliseconds pause) const {
  constexpr auto farthest =
      std::chrono::floor<std::chrono::milliseconds>(std::chrono::nanoseconds::max()) / 2;
  return ticks() + std::clamp(pause, -farthest, farthest);
}

Deadline Runtime::deadline(std::string_view pattern,
                           std::optional<std::chrono::milliseconds> time) const {
  Deadline deadline{.pattern = pattern};
  if (time) {
    constexpr std::chrono::milliseconds farthest = std::chrono::years(100);
    deadline.tick = ticks_in(*time);
    deadline.control.deadline =
        std::chrono::steady_clock::now() + std::clamp(*time, -farthest, farthest);
  }
  return deadline;
}

std::chrono::milliseconds Runtime::pause_before(std::size_t attempt) const {
  const auto ceiling = static_cast<std::uint64_t>(options_.retry.ceiling(attempt).count());
  return std::chrono::milliseconds(static_cast<std::int64_t>(options_.random() % (ceiling + 1)));
}

std::string Runtime::key_bytes(const Item& item) const {
  std::string bytes;
  for (const std::string_view name : {partition_key(), sort_key()}) {
    const auto value = name.empty() ? std::nullopt : item.find(name);
    if (value) bytes += value->encoded();
  }
  return bytes;
}

std::string Runtime::key_text(const Item& item) const {
  std::string text;
  for (const std::string_view name : {partition_key(), sort_key()}) {
    const auto value = name.empty() ? std::nullopt : item.find(name);
    if (!value) continue;
    if (!text.empty()) text += '/';
    text += value_text(*value);
  }
  return text;
}

bool may_repeat(const Error& error, Repeat repeat) {
  if (error.was_repeated) return false;
  switch (error.code) {
    case ErrorCode::throttled:
    case ErrorCode::conflict:
      return true;
    case ErrorCode::unavailable:
    case ErrorCode::internal:
    case ErrorCode::timeout:
      return error.retryable && repeat == Repeat::always;
    case ErrorCode::transaction_cancelled:
      return !error.reasons.empty() &&
             std::all_of(error.reasons.begin(), error.reasons.end(), errors::is_contention);
    default:
      return false;
  }
}

Error out_of_time(std::string_view pattern) {
  return make_error(ErrorCode::timeout,
                    fmt::format("{}: the deadline passed before the request was sent", pattern));
}

Error out_of_time(std::string_view pattern, std::size_t attempts, const Error& last) {
  return make_error(
      ErrorCode::timeout,
      fmt::format("{}: the deadline leaves no time for another attempt after {}, which failed: {}",
                  pattern, attempts, last.message));
}

// Tally and Call ---------------------------------------------------------------------------------

Tally& Tally::operator+=(const Tally& other) {
  requests += other.requests;
  retries += other.retries;
  read_units += other.read_units;
  write_units += other.write_units;
  return *this;
}

void Tally::add_reads(const std::optional<ConsumedCapacity>& capacity) {
  if (capacity) read_units += capacity->capacity_units;
}

void Tally::add_reads(const std::vector<ConsumedCapacity>& capacities) {
  for (const auto& capacity : capacities) read_units += capacity.capacity_units;
}

void Tally::add_writes(const std::optional<ConsumedCapacity>& capacity) {
  if (capacity) write_units += capacity->capacity_units;
}

void Tally::add_writes(const std::vector<ConsumedCapacity>& capacities) {
  for (const auto& capacity : capacities) write_units += capacity.capacity_units;
}

Call::Call(const Runtime& runtime, std::string_view pattern, std::string_view operation,
           std::string_view index_name)
    : runtime_(runtime), deadline_(runtime.deadline(pattern)) {
  report_.pattern = pattern;
  report_.operation = operation;
  report_.index_name = index_name;
  if (runtime.options().observer) begin_ = runtime.ticks();
}

Call::~Call() {
  if (!runtime_.options().observer) return;
  report_.table_name = runtime_.table_name();
  report_.requests = tally_.requests;
  report_.retries = tally_.retries;
  report_.read_units = tally_.read_units;
  report_.write_units = tally_.write_units;
  report_.latency = runtime_.ticks() - begin_;
  runtime_.options().observer(report_);
}

Error Call::fail(Error error) {
  report_.error = error.code;
  return error;
}

}  // namespace keywright::repository
