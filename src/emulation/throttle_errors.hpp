#pragma once
// What DynamoDB says to a throttled request.

#include <keywright/error.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace keywright::emulation {

enum class Direction : std::uint8_t { read, write };

enum class Limit : std::uint8_t { provisioned, max_on_demand, account, key_range };

/// A limit that a request is over.
struct Overrun {
  Limit limit = Limit::provisioned;
  Direction direction = Direction::read;
  bool of_index = false;
  bool on_demand = false;
  std::string arn;  ///< of the table or index
};

/// The exception; the first overrun decides which, all are among its reasons.
[[nodiscard]] Error throttled(const std::vector<Overrun>& overruns);
/// The same as the reason of a transaction's cancellation.
[[nodiscard]] CancellationReason cancellation_reason(const std::vector<Overrun>& overruns);
/// The code of a PartiQL batch's error: "ProvisionedThroughputExceeded", "ThrottlingError", ...
[[nodiscard]] std::string error_code(const Error& throttled);

}  // namespace keywright::emulation
