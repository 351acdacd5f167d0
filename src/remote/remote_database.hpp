#pragma once
// The remote database over any transport; the public factory gives it sockets.

#include "http/transport.hpp"
#include <keywright/remote.hpp>

#include <memory>

namespace keywright::remote {

[[nodiscard]] Result<std::unique_ptr<Database>> make_database(
    std::shared_ptr<EndpointProvider> endpoints, RemoteOptions options,
    std::unique_ptr<http::Transport> transport);

}  // namespace keywright::remote
