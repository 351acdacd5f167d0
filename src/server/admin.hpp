#pragma once
// What the server answers below /_keywright: metrics, and what test suites need between two tests.

#include "server/service.hpp"

#include <cstddef>
#include <string_view>

namespace keywright::server {

inline constexpr std::string_view kAdminPrefix = "/_keywright/";
/// Expired items that are deleted at a time.
inline constexpr std::size_t kExpiredPerCall = 1000;
inline constexpr std::size_t kMaxSnapshotName = 255;

struct AdminRequest {
  const wire::RequestView& request;
  BackendScope scope{};  ///< of the signature, if there is one
};

/// Where signatures are verified: of what changes something, or tells what items hold.
[[nodiscard]] bool needs_signature(const wire::RequestView& request);
[[nodiscard]] Reply answer_admin(const AdminRequest& admin, const ServiceContext& context,
                                 LoopMetrics& metrics);

}  // namespace keywright::server
