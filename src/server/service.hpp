#pragma once
// From a request to its answer: routes, browser rules, content encodings, authentication, and the
// dispatcher that knows DynamoDB's operations.

#include "server/authenticator.hpp"
#include "server/browser_rules.hpp"
#include "server/http_message.hpp"
#include "server/http_response.hpp"
#include "server/metrics.hpp"
#include "wire/dispatcher.hpp"
#include <keywright/server.hpp>

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::server {

/// What all loops of a server share. But for the lock, none of it changes once the server runs.
struct ServiceContext {
  Backend& backend;
  const ServerOptions& options;
  const BrowserRules& rules;
  const std::vector<const LoopMetrics*>& metrics;  ///< of every loop
  mutable std::mutex setting_clock{};              ///< held from reading the clock to setting it
};

/// An answer before it has its HTTP header.
struct Reply {
  unsigned status = 200;
  std::string body{};
  std::string_view content_type = "application/x-amz-json-1.0";
  std::string_view operation{};   ///< what metrics call it
  std::string allowed_methods{};  ///< of 405: those that there are
};

/// One per loop.
class Service final : public RequestHandler {
 public:
  Service(const ServiceContext& context, LoopMetrics& metrics, std::uint64_t seed);

  void answer(const HttpRequest& request, std::string& out) override;
  void refuse(Refusal refusal, std::string& out) override;

 private:
  Reply route(const HttpRequest& request);
  Reply dispatch(const HttpRequest& request);
  Reply call(const HttpRequest& request);
  Reply administer(const HttpRequest& request);
  void write(const HttpRequest& request, const Reply& reply, std::string& out);

  const ServiceContext& context_;
  LoopMetrics& metrics_;
  HttpResponseWriter writer_;
  Authenticator authenticator_;
  wire::Dispatcher dispatcher_;
};

/// The reply of an error, with the status that AWS gives it.
[[nodiscard]] Reply error_reply(const Error& error);

}  // namespace keywright::server
