#include "credentials/aws_host.hpp"
#include "http/url.hpp"
#include <keywright/endpoints.hpp>

#include <utility>

namespace keywright {
namespace {

constexpr std::uint16_t kHttps = 443;

class Fixed final : public EndpointProvider {
 public:
  explicit Fixed(RemoteEndpoint endpoint) : endpoint_(std::move(endpoint)) {}
  Result<RemoteEndpoint> pick(const EndpointQuery&, const CallControl&) override {
    return endpoint_;
  }

 private:
  const RemoteEndpoint endpoint_;
};

class Aws final : public EndpointProvider {
 public:
  Aws(RemoteEndpoint tables, RemoteEndpoint streams)
      : tables_(std::move(tables)), streams_(std::move(streams)) {}
  Result<RemoteEndpoint> pick(const EndpointQuery& query, const CallControl&) override {
    return query.of_streams ? streams_ : tables_;
  }

 private:
  const RemoteEndpoint tables_;
  const RemoteEndpoint streams_;
};

RemoteEndpoint aws_endpoint(std::string_view service, std::string_view region,
                            const AwsEndpointOptions& options) {
  RemoteEndpoint endpoint{.tls = true, .port = kHttps};
  endpoint.host = credentials::aws_host(service, region, {options.fips, options.dual_stack});
  return endpoint;
}

}  // namespace

Result<RemoteEndpoint> parse_endpoint(std::string_view url) {
  auto parsed = http::parse_url(url);
  if (!parsed) return parsed.error();
  return RemoteEndpoint{parsed->tls, std::move(parsed->host), parsed->port,
                        std::move(parsed->target)};
}

std::shared_ptr<EndpointProvider> fixed_endpoint(RemoteEndpoint endpoint) {
  return std::make_shared<Fixed>(std::move(endpoint));
}

std::shared_ptr<EndpointProvider> aws_endpoints(std::string_view region,
                                                AwsEndpointOptions options) {
  return std::make_shared<Aws>(
      aws_endpoint("dynamodb", region, options),
      // Streams have a name of their own with dual-stack, and one before DynamoDB's without.
      options.dual_stack ? aws_endpoint("streams-dynamodb", region, options)
                         : aws_endpoint("streams.dynamodb", region, options));
}

}  // namespace keywright
