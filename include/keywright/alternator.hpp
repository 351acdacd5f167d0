#pragma once
// The nodes of a ScyllaDB cluster that speaks DynamoDB's protocol ("Alternator"). There is no
// balancer in front of them: the client asks one for the list of all, and spreads its requests.

#include <keywright/endpoints.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace keywright {

struct AlternatorOptions {
  std::chrono::milliseconds refresh{10'000};  ///< of the list, by the first call after it
  /// A node that does not answer is left out for so long; twice as long each time it happens again.
  std::chrono::milliseconds first_pause{500};
  std::chrono::milliseconds max_pause{60'000};
  /// If set ("pk"), requests for one item go to a node chosen by the table and this attribute of
  /// the item's key: concurrent conditional writes to a partition then meet on one node.
  std::string partition_key{};
  std::filesystem::path ca_file{};  ///< for the list, where the nodes have TLS
  /// For tests: default is the steady clock.
  std::function<std::chrono::steady_clock::time_point()> clock{};
};

/// `node` is asked first; it and its port and scheme are those of all. A list that cannot be had
/// leaves the one before it.
[[nodiscard]] std::shared_ptr<EndpointProvider> alternator_endpoints(
    RemoteEndpoint node, AlternatorOptions options = {});

}  // namespace keywright
