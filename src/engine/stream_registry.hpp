#pragma once
// The streams there are, by ARN: those of tables, and for 24 hours those that were disabled or
// whose table was deleted. Thread-safe.

#include "engine/stream_log.hpp"
#include "engine/table_state.hpp"
#include <keywright/clock.hpp>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::engine {

class StreamRegistry {
 public:
  /// Gives the table a new stream with an ARN that no stream had. The catalogue's Writer is held,
  /// or the table is not known to others yet.
  void enable(Table& table, StreamViewType view_type, TimePoint now, TimePoint ready_at);
  /// The same conditions. Nothing to do if the table has none.
  static void disable(Table& table, TimePoint now, TimePoint disabled_at);
  /// Of a table that never came to be.
  void withdraw(const Table& table);

  /// nullptr: no such stream, or no more.
  [[nodiscard]] std::shared_ptr<StreamLog> find(std::string_view arn, TimePoint now);
  /// All of them, sorted by ARN.
  [[nodiscard]] std::vector<std::shared_ptr<StreamLog>> list(TimePoint now);
  /// Forgets what is older than 24 hours.
  void trim(TimePoint now);

  using Streams = std::map<std::string, std::shared_ptr<StreamLog>, std::less<>>;
  [[nodiscard]] Streams streams() const;
  /// Makes these the streams there are. Those that were there before go on where they were.
  void replace(Streams streams);

 private:
  mutable std::mutex mutex_;
  Streams streams_;
};

}  // namespace keywright::engine
