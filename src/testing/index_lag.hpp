#pragma once
// Reads of global secondary indexes that do not know the newest writes.

#include <keywright/clock.hpp>
#include <keywright/operations.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace keywright::doubles {

class IndexLag {
 public:
  /// No lag: nothing is noted, and every read is passed on.
  IndexLag(Database& database, std::chrono::milliseconds lag, Clock clock);

  /// That these items were written now.
  void note(const AnyRequest& request);
  /// A Query or Scan, without what was written within the lag.
  template <class Request>
  Result<PageResponse> read(const Request& request);

 private:
  struct Table {
    std::vector<std::string> key;  // sorted
    std::vector<std::string> global_indexes;
    std::map<std::string, TimePoint> written;  // when, by the bytes of the key
  };

  [[nodiscard]] bool is_on() const { return lag_ > std::chrono::milliseconds(0); }
  /// nullptr if there is no such table. Under mutex_.
  Table* find_table(const std::string& name);
  /// The key's attributes, if this is a read that lags.
  std::optional<std::vector<std::string>> lagging(const std::string& table_name,
                                                  const std::optional<std::string>& index_name);
  bool is_new(const std::string& table_name, const Key& key);

  Database& database_;
  const std::chrono::milliseconds lag_;
  const Clock clock_;
  std::mutex mutex_;
  std::map<std::string, Table> tables_;  // under mutex_
};

}  // namespace keywright::doubles
