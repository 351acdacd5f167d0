#pragma once
// What the server answers below /_keywright: metrics, and what test suites need between two tests.

#include "server/service.hpp"

#include <string_view>

namespace keywright::server {

inline constexpr std::string_view kAdminPrefix = "/_keywright/";

struct AdminRequest {
  const wire::RequestView& request;
  BackendScope scope{};  ///< of the signature, if there is one
};

[[nodiscard]] Reply answer_admin(const AdminRequest& admin, const ServiceContext& context,
                                 LoopMetrics& metrics);

/// Deletes everything that has expired by now; `metrics` counts it.
void delete_all_expired(Backend& backend, LoopMetrics& metrics);

}  // namespace keywright::server
