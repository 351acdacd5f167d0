#pragma once
// Where a request of a remote database goes: chosen for each attempt, before it is signed.

#include <keywright/call_control.hpp>
#include <keywright/item.hpp>
#include <keywright/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace keywright {

struct RemoteEndpoint {
  bool tls = false;
  std::string host{};  ///< a name or an address; IPv6 without brackets
  std::uint16_t port = 0;
  std::string path = "/";

  friend bool operator==(const RemoteEndpoint&, const RemoteEndpoint&) = default;
};

/// What is known of a request. Views are valid during the call.
struct EndpointQuery {
  std::string_view operation{};   ///< "GetItem"
  bool of_streams = false;        ///< an operation of DynamoDB Streams
  std::string_view table_name{};  ///< empty: it names none, or several
  const Key* key = nullptr;       ///< of the one item it is about; of PutItem, the whole item
  std::size_t attempt = 1;
};

/// From any thread.
class EndpointProvider {
 public:
  EndpointProvider() = default;
  EndpointProvider(const EndpointProvider&) = delete;
  EndpointProvider& operator=(const EndpointProvider&) = delete;
  virtual ~EndpointProvider() = default;

  /// Waits, if it must, no longer than `control` allows.
  virtual Result<RemoteEndpoint> pick(const EndpointQuery& query, const CallControl& control) = 0;
  /// How it went: whether the endpoint gave an answer other than one that it is out of order.
  virtual void report(const RemoteEndpoint& /*endpoint*/, bool /*is_healthy*/) {}
};

/// `http://host:port/path` or `https://...`; a `validation` error says what is wrong with it.
[[nodiscard]] Result<RemoteEndpoint> parse_endpoint(std::string_view url);

/// Always the same endpoint.
[[nodiscard]] std::shared_ptr<EndpointProvider> fixed_endpoint(RemoteEndpoint endpoint);

struct AwsEndpointOptions {
  bool fips = false;
  bool dual_stack = false;  ///< IPv4 and IPv6
};
/// DynamoDB's endpoint in an AWS region, and that of DynamoDB Streams.
[[nodiscard]] std::shared_ptr<EndpointProvider> aws_endpoints(std::string_view region,
                                                              AwsEndpointOptions options = {});

}  // namespace keywright
