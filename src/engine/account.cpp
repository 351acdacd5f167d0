// DescribeLimits and DescribeEndpoints: what an account has whatever its tables are.

#include "engine/engine_impl.hpp"

namespace keywright {

Result<DescribeLimitsResponse> Engine::Impl::describe_limits(const DescribeLimitsRequest&) {
  return DescribeLimitsResponse{};
}

Result<DescribeEndpointsResponse> Engine::Impl::describe_endpoints(
    const DescribeEndpointsRequest&) {
  DescribeEndpointsResponse response;
  response.endpoints.push_back({.address = "dynamodb." + options_.region + ".amazonaws.com"});
  return response;
}

}  // namespace keywright
