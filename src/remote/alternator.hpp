#pragma once
// The nodes of an Alternator cluster over any transport; the public factory gives it sockets.

#include "http/transport.hpp"
#include <keywright/alternator.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::remote {

[[nodiscard]] std::shared_ptr<EndpointProvider> make_alternator_endpoints(
    RemoteEndpoint node, AlternatorOptions options, std::unique_ptr<http::Transport> transport);

/// ["127.0.0.1","127.0.0.2"]; nullopt if it is anything else, or empty.
[[nodiscard]] std::optional<std::vector<std::string>> parse_nodes(std::string_view json);

}  // namespace keywright::remote
