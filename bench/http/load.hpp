#pragma once

// A client that keeps one request under way on each of its connections.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace keywright::bench {

struct LoadResult {
  std::size_t requests = 0;
  double seconds = 0;
  std::vector<std::uint32_t> latencies;  // nanoseconds, in no order

  [[nodiscard]] double per_second() const { return static_cast<double>(requests) / seconds; }
  /// In microseconds; `share` of the requests took less.
  [[nodiscard]] double quantile(double share);
};

class LoadClient {
 public:
  LoadClient(std::uint16_t port, int connections);
  ~LoadClient();

  /// Sends `request` again and again; any answer but `200 OK` ends the program with that answer.
  LoadResult run(const std::string& request, double seconds);
  /// One request on the first connection.
  std::string ask(const std::string& request);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// Seconds until the port answers `request` with 200; gives up after 20.
double seconds_to_answer(std::uint16_t port, const std::string& request);

}  // namespace keywright::bench
