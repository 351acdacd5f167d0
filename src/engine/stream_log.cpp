#include "engine/stream_log.hpp"

#include "core/errors.hpp"
#include "core/hash.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace keywright::engine {
namespace {

/// AWS: a shard is replaced after about four hours.
constexpr auto kShardLifetime = std::chrono::hours(4);
constexpr std::size_t kNumberDigits = 20;

std::string hex(std::uint64_t value, std::size_t digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(digits, '0');
  for (std::size_t i = digits; i > 0; --i, value >>= 4) text[i - 1] = kDigits[value & 15];
  return text;
}

std::string padded(std::uint64_t value) {
  const std::string digits = std::to_string(value);
  std::string out(kNumberDigits - digits.size(), '0');
  return out.append(digits);
}

/// `shardId-`, the time of opening and a hash: sorted as they were opened.
std::string shard_id(const std::string& arn, std::size_t lane, SequenceNumber first,
                     TimePoint opened) {
  const std::string name = arn + " " + std::to_string(lane) + " " + std::to_string(first);
  return "shardId-" + padded(static_cast<std::uint64_t>(opened.time_since_epoch().count())) + "-" +
         hex(stable_hash(name), 8);
}

bool comes_before(const StreamEntry& entry, SequenceNumber number) {
  return entry.number < number;
}

Error trimmed() {
  return errors::from_exception("TrimmedDataAccessException",
                                "The data you are trying to access has been trimmed");
}

}  // namespace

std::string to_text(SequenceNumber number) {
  return "1" + padded(number);
}

std::optional<SequenceNumber> parse_sequence_number(std::string_view text) {
  if (text.size() != kNumberDigits + 1 || text[0] != '1') return std::nullopt;
  SequenceNumber number = 0;
  for (const char c : text.substr(1)) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<SequenceNumber>(c - '0');
    if (number > (std::numeric_limits<SequenceNumber>::max() - digit) / 10) return std::nullopt;
    number = number * 10 + digit;
  }
  return number;
}

StreamLog::StreamLog(Definition definition) : definition_(std::move(definition)) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) open_shard(lane, {}, definition_.created);
}

StreamStatus StreamLog::status(TimePoint now) const {
  const std::int64_t disabled_at = disabled_at_;
  if (disabled_at != kOpen) {
    return now.time_since_epoch().count() < disabled_at ? StreamStatus::disabling
                                                        : StreamStatus::disabled;
  }
  return now < definition_.ready_at ? StreamStatus::enabling : StreamStatus::enabled;
}

bool StreamLog::is_gone(TimePoint now) const {
  const std::int64_t disabled_at = disabled_at_;
  if (disabled_at == kOpen) return false;
  return now >= TimePoint(std::chrono::milliseconds(disabled_at)) + kStreamRetention;
}

void StreamLog::close(TimePoint now, TimePoint disabled_at) {
  disabled_at_ = disabled_at.time_since_epoch().count();
  for (Lane& lane : lanes_) {
    const std::lock_guard lock(lane.mutex);
    close_shard(lane.shards.back(), now);
  }
}

void StreamLog::append(StreamChange change, TimePoint now) {
  // Low bits, as the stripes of the table: all of a stripe is in one lane.
  const std::size_t lane = change.partition_hash % kLanes;
  StreamEntry entry = entry_of(std::move(change));
  const std::lock_guard lock(lanes_[lane].mutex);
  refresh(lane, now);
  auto& entries = lanes_[lane].shards.back().entries.write();
  entry.number = next_number_++;
  entry.time = entries.empty() ? now : std::max(now, entries.back().time);
  entries.push_back(std::move(entry));
}

void StreamLog::trim(TimePoint now) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::lock_guard lock(lanes_[lane].mutex);
    refresh(lane, now);
  }
}

std::shared_ptr<StreamLog> StreamLog::copy() {
  auto copied = std::make_shared<StreamLog>(definition_);
  std::array<std::unique_lock<std::mutex>, kLanes> locks;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    locks[lane] = std::unique_lock(lanes_[lane].mutex);
    copied->lanes_[lane].shards = lanes_[lane].shards;
  }
  copied->next_number_ = next_number_.load();
  copied->disabled_at_ = disabled_at_.load();
  return copied;
}

void StreamLog::number_beyond(const StreamLog& other) {
  next_number_ = std::max(next_number_.load(), other.next_number_.load());
}

std::vector<keywright::StreamShard> StreamLog::shards(TimePoint now) {
  std::vector<StreamShard> shards;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::lock_guard lock(lanes_[lane].mutex);
    refresh(lane, now);
    for (const Shard& shard : lanes_[lane].shards) {
      StreamShard& described = shards.emplace_back();
      described.shard_id = shard.id;
      if (!shard.parent_id.empty()) described.parent_shard_id = shard.parent_id;
      described.starting_sequence_number = to_text(shard.first);
      if (shard.last != 0) described.ending_sequence_number = to_text(shard.last);
    }
  }
  std::sort(shards.begin(), shards.end(),
            [](const StreamShard& a, const StreamShard& b) { return a.shard_id < b.shard_id; });
  return shards;
}

std::optional<ShardPlace> StreamLog::find_shard(std::string_view id, TimePoint now) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::lock_guard lock(lanes_[lane].mutex);
    refresh(lane, now);
    for (const Shard& shard : lanes_[lane].shards) {
      if (shard.id == id) return ShardPlace{lane, shard.first};
    }
  }
  return std::nullopt;
}

Result<SequenceNumber> StreamLog::start(ShardPlace place, ShardIteratorType type,
                                        std::optional<SequenceNumber> number, TimePoint now) {
  place.lane %= kLanes;  // of a place that is not ours: no such shard will be found
  const std::lock_guard lock(lanes_[place.lane].mutex);
  const auto found = require(place, now);
  if (!found) return found.error();
  const Shard& shard = **found;
  const SequenceNumber end = shard.last != 0 ? shard.last + 1 : next_number_.load();
  switch (type) {
    case ShardIteratorType::trim_horizon:
      return shard.entries->empty() ? std::max(shard.first, shard.trimmed + 1)
                                    : shard.entries->front().number;
    case ShardIteratorType::latest:
      return end;
    case ShardIteratorType::at_sequence_number:
    case ShardIteratorType::after_sequence_number:
      break;
  }
  if (!number || *number < shard.first || *number >= end) {
    return errors::validation("Invalid SequenceNumber: the shard has no such number");
  }
  const SequenceNumber from = type == ShardIteratorType::at_sequence_number ? *number : *number + 1;
  if (from <= shard.trimmed) return trimmed();
  return from;
}

Result<StreamLog::Page> StreamLog::read(ShardPlace place, SequenceNumber from, std::size_t limit,
                                        TimePoint now) {
  place.lane %= kLanes;  // of a place that is not ours: no such shard will be found
  const std::lock_guard lock(lanes_[place.lane].mutex);
  const auto found = require(place, now);
  if (!found) return found.error();
  const Shard& shard = **found;
  if (from <= shard.trimmed) return trimmed();
  const auto& entries = *shard.entries;
  const auto first = std::lower_bound(entries.begin(), entries.end(), from, comes_before);
  const auto available = static_cast<std::size_t>(entries.end() - first);
  const auto last = first + static_cast<std::ptrdiff_t>(std::min(limit, available));
  Page page;
  page.entries.assign(first, last);
  page.at_end = shard.last != 0 && last == entries.end();
  return page;
}

StreamRecord StreamLog::record_of(const StreamEntry& entry, std::string_view region) const {
  StreamRecord record;
  record.sequence_number = to_text(entry.number);
  const std::string name = definition_.arn + " " + record.sequence_number;
  record.event_id = hex(stable_hash(name), 16) + hex(stable_hash(name + " "), 16);
  record.event_name = entry.event;
  record.aws_region = region;
  record.approximate_creation_date_time = std::chrono::floor<std::chrono::seconds>(entry.time);
  record.stream_view_type = definition_.view_type;
  record.expired = entry.expired;
  if (!entry.old_image.empty()) record.old_image = entry.old_image;
  if (!entry.new_image.empty()) record.new_image = entry.new_image;
  record.keys = record.new_image   ? keys_of(*record.new_image)
                : record.old_image ? keys_of(*record.old_image)
                                   : entry.keys;
  record.size_bytes =
      static_cast<std::int64_t>(record.keys.size_in_bytes() + entry.old_image.size_in_bytes() +
                                entry.new_image.size_in_bytes());
  return record;
}

StreamEntry StreamLog::entry_of(StreamChange change) const {
  const auto view = definition_.view_type;
  const bool both = view == StreamViewType::new_and_old_images;
  StreamEntry entry;
  entry.event = change.before.empty()  ? StreamEventName::insert
                : change.after.empty() ? StreamEventName::remove
                                       : StreamEventName::modify;
  entry.expired = change.expired;
  if (both || view == StreamViewType::old_image) entry.old_image = change.before;
  if (both || view == StreamViewType::new_image) entry.new_image = change.after;
  if (entry.old_image.empty() && entry.new_image.empty()) {
    entry.keys = keys_of(change.after.empty() ? change.before : change.after);
  }
  return entry;
}

Key StreamLog::keys_of(const Item& item) const {
  ItemBuilder builder;
  for (const auto* attributes : definition_.keys.parts()) {
    for (const KeyAttribute& attribute : *attributes) {
      if (const auto value = item.find(attribute.name)) builder.set(attribute.name, *value);
    }
  }
  return builder.build();
}

void StreamLog::open_shard(std::size_t lane, std::string parent_id, TimePoint now) {
  Shard& shard = lanes_[lane].shards.emplace_back();
  shard.first = next_number_++;
  shard.opened = now;
  shard.id = shard_id(definition_.arn, lane, shard.first, now);
  shard.parent_id = std::move(parent_id);
}

void StreamLog::close_shard(Shard& shard, TimePoint now) {
  shard.last = next_number_++;
  shard.closed = now;
}

void StreamLog::refresh(std::size_t lane, TimePoint now) {
  auto& shards = lanes_[lane].shards;
  if (Shard& open = shards.back(); open.last == 0 && now >= open.opened + kShardLifetime) {
    close_shard(open, now);
    open_shard(lane, open.id, now);
  }
  while (shards.front().last != 0 && now >= shards.front().closed + kStreamRetention) {
    if (shards.size() == 1) break;  // the last one of a disabled stream, which is gone as a whole
    shards.pop_front();
  }
  for (Shard& shard : shards) {
    const auto is_old = [now](const auto& entries) {
      return !entries.empty() && now >= entries.front().time + kStreamRetention;
    };
    while (is_old(*shard.entries)) {
      shard.trimmed = shard.entries->front().number;
      shard.entries.write().pop_front();
    }
    if (!shard.entries->empty()) break;  // those of later shards are younger
  }
}

Result<StreamLog::Shard*> StreamLog::require(ShardPlace place, TimePoint now) {
  refresh(place.lane, now);
  for (Shard& shard : lanes_[place.lane].shards) {
    if (shard.first == place.first) return &shard;
  }
  return errors::not_found("Requested resource not found: Shard does not exist");
}

}  // namespace keywright::engine
