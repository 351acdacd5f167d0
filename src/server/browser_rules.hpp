#pragma once
// What keeps web pages out. A page cannot forge Host or Origin, so these two headers decide: Host
// against DNS rebinding, Origin against requests from other sites.

#include "server/http_message.hpp"
#include <keywright/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::server {

class BrowserRules {
 public:
  /// `hosts`: names that are answered to, without port; empty: all. `origins` as of
  /// ServerOptions::cors_origins.
  BrowserRules(std::vector<std::string> hosts, std::vector<std::string> origins);

  /// AccessDeniedException if the request may come from a page that is not allowed to.
  [[nodiscard]] Result<void> check(const HttpRequest& request) const;
  /// The stricter rule for requests that are not DynamoDB's: no other page, allowed or not.
  [[nodiscard]] Result<void> check_own_page(const HttpRequest& request) const;

  /// The CORS headers of an answer, whole lines; empty without Origin or permission.
  [[nodiscard]] std::string answer_headers(const HttpRequest& request) const;
  /// Those of the answer to a preflight request.
  [[nodiscard]] std::string preflight_headers(const HttpRequest& request) const;

 private:
  [[nodiscard]] bool is_host_allowed(std::string_view host) const;
  [[nodiscard]] bool is_origin_allowed(std::string_view origin) const;
  [[nodiscard]] bool is_own_page(const HttpRequest& request, std::string_view origin) const;

  std::vector<std::string> hosts_;
  std::vector<std::string> origins_;
};

/// The names under which loopback is known to everybody.
[[nodiscard]] std::vector<std::string> loopback_hosts();

}  // namespace keywright::server
