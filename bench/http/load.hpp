#pragma once

// A client that keeps one request under way on each of its connections.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::bench {

/// Where a request has this, each sending of it has a number of its own: a token of idempotency
/// that came twice would spare the server the work. The signature does not follow.
inline constexpr std::string_view kTokenMark = "token-0000000000000000";

/// Different requests, given out by turns for ever.
class Requests {
 public:
  explicit Requests(std::vector<std::string> requests);

  [[nodiscard]] const std::string& next();

 private:
  std::vector<std::string> requests_;
  std::size_t token_ = std::string::npos;  // where the requests have one
  std::uint64_t given_ = 0;
};

struct LoadResult {
  std::size_t requests = 0;
  double seconds = 0;
  double client_cpu_seconds = 0;
  std::vector<std::uint32_t> latencies;  // nanoseconds, in no order

  [[nodiscard]] double per_second() const { return static_cast<double>(requests) / seconds; }
  /// In microseconds; `share` of the requests took less.
  [[nodiscard]] double quantile(double share);
};

class LoadClient {
 public:
  LoadClient(std::uint16_t port, int connections);
  ~LoadClient();

  /// Any answer but `200 OK` ends the program with that answer.
  LoadResult run(Requests& requests, double seconds);
  /// One request on the first connection; ends the program likewise.
  std::string ask(const std::string& request);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// Seconds until the port answers `request` with 200; gives up after 20.
double seconds_to_answer(std::uint16_t port, const std::string& request);

}  // namespace keywright::bench
