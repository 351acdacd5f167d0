#include "engine/stream_registry.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <utility>

namespace keywright::engine {
namespace {

/// `2015-05-20T20:51:10.252`
std::string label_of(TimePoint time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  std::array<char, 64> text{};
  std::snprintf(
      text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03d", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
      static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
  return text.data();
}

}  // namespace

void StreamRegistry::enable(Table& table, StreamViewType view_type, TimePoint now,
                            TimePoint ready_at) {
  StreamLog::Definition definition;
  definition.table_name = table.name;
  definition.view_type = view_type;
  definition.key_schema = table.key_schema;
  definition.keys = table.keys;
  definition.created = now;
  definition.ready_at = ready_at;

  const std::lock_guard lock(mutex_);
  for (TimePoint labelled = now;; labelled += std::chrono::milliseconds(1)) {
    definition.label = label_of(labelled);
    definition.arn = table.arn + "/stream/" + definition.label;
    if (!streams_.contains(definition.arn)) break;
  }
  table.latest_stream_label = definition.label;
  table.latest_stream_arn = definition.arn;
  table.stream = std::make_shared<StreamLog>(std::move(definition));
  streams_.emplace(*table.latest_stream_arn, table.stream);
}

void StreamRegistry::disable(Table& table, TimePoint now, TimePoint disabled_at) {
  if (table.stream) table.stream->close(now, disabled_at);
  table.stream.reset();
}

void StreamRegistry::withdraw(const Table& table) {
  if (!table.latest_stream_arn) return;
  const std::lock_guard lock(mutex_);
  streams_.erase(*table.latest_stream_arn);
}

std::shared_ptr<StreamLog> StreamRegistry::find(std::string_view arn, TimePoint now) {
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(arn);
  if (found == streams_.end() || found->second->is_gone(now)) return nullptr;
  return found->second;
}

std::vector<std::shared_ptr<StreamLog>> StreamRegistry::list(TimePoint now) {
  const std::lock_guard lock(mutex_);
  std::erase_if(streams_, [now](const auto& stream) { return stream.second->is_gone(now); });
  std::vector<std::shared_ptr<StreamLog>> streams;
  streams.reserve(streams_.size());
  for (const auto& [arn, stream] : streams_) streams.push_back(stream);
  return streams;
}

StreamRegistry::Streams StreamRegistry::streams() const {
  const std::lock_guard lock(mutex_);
  return streams_;
}

void StreamRegistry::replace(Streams streams) {
  const std::lock_guard lock(mutex_);
  for (const auto& [arn, stream] : streams) {
    const auto known = streams_.find(arn);
    if (known != streams_.end()) stream->number_beyond(*known->second);
  }
  streams_.swap(streams);
}

void StreamRegistry::trim(TimePoint now) {
  for (const auto& stream : list(now)) stream->trim(now);
}

}  // namespace keywright::engine
