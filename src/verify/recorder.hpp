#pragma once

// A database before another one that counts, and remembers the last request with its answer.

#include <keywright/uniform_database.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace keywright::verify {

struct Exchange {
  std::string operation;  // "Query"; empty: there was none
  std::string request;    // JSON
  std::string answer;     // items as JSON, or the error
};

struct Usage {
  std::size_t requests = 0;
  double read_units = 0;
  double write_units = 0;
  bool has_units = false;  // some server reports none
};

// For one thread.
class Recorder final : public UniformDatabase<Recorder> {
 public:
  explicit Recorder(Database& database) : database_(database) {}

  [[nodiscard]] const Exchange& last() const { return last_; }
  // What was used since the last call of it.
  Usage take_usage() { return std::exchange(usage_, {}); }

 private:
  friend UniformDatabase<Recorder>;
  template <class Request>
  Result<ResponseTo<Request>> call(const Request& request);

  Database& database_;
  Exchange last_;
  Usage usage_;
};

// "ValidationException: .."
[[nodiscard]] std::string error_text(const Error& error);

}  // namespace keywright::verify

extern template class keywright::UniformDatabase<keywright::verify::Recorder>;
