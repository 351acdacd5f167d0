#include "remote/remote_database.hpp"

#include "http/client.hpp"
#include "remote/caller.hpp"
#include "remote/text.hpp"
#include "wire/client_codec.hpp"
#include <keywright/uniform_database.hpp>

#include <array>
#include <cstdio>
#include <utility>

namespace keywright::remote {
namespace {

// What an endpoint may be chosen by.
template <class Request>
EndpointQuery query_of(const Request& request) {
  EndpointQuery query;
  query.operation = OperationOf<Request>::kName;
  query.of_streams = wire::kIsOfStreams<Request>;
  if constexpr (requires { std::string_view(request.table_name); }) {
    query.table_name = request.table_name;
  }
  if constexpr (requires { query.key = &request.key; }) query.key = &request.key;
  if constexpr (requires { query.key = &request.item; }) query.key = &request.item;
  return query;
}

// 32 hexadecimal digits, as many bits as a UUID has.
std::string make_token(const Random& random) {
  std::array<char, 33> text{};
  std::snprintf(text.data(), text.size(), "%016llx%016llx",
                static_cast<unsigned long long>(random()),
                static_cast<unsigned long long>(random()));
  return text.data();
}

class RemoteDatabase final : public UniformDatabase<RemoteDatabase> {
 public:
  RemoteDatabase(std::shared_ptr<EndpointProvider> endpoints, RemoteOptions options,
                 std::unique_ptr<http::Transport> transport)
      : caller_(std::move(endpoints), std::move(options), std::move(transport)) {}

  template <class Request>
  Result<ResponseTo<Request>> call(const Request& request) {
    if constexpr (requires { request.client_request_token; }) {
      if (!request.client_request_token) return call(with_token(request));
    }
    Call call{wire::kTarget<Request>, query_of(request), wire::encode(request), request.control};
    if (auto text = check_text(call.query.operation, call.body); !text) {
      return std::move(text).error();
    }
    const Caller::Borrowed bench(caller_);
    auto body = caller_.call(call, *bench);
    if (!body) return std::move(body).error();
    return bench->decoder.decode(request, *body, body->capacity() - body->size());
  }

 private:
  // One token for all attempts, so that the service does the work once.
  template <class Request>
  Request with_token(Request request) {
    request.client_request_token = make_token(caller_.random());
    return request;
  }

  Caller caller_;
};

Error missing(std::string_view what) {
  Error error;
  error.code = ErrorCode::validation;
  error.message = "a remote database needs " + std::string(what);
  return error;
}

http::ClientOptions client_options(const HttpOptions& options) {
  http::ClientOptions out;
  out.max_connections = options.max_connections;
  out.idle_limit = options.idle_limit;
  out.lifetime_limit = options.lifetime_limit;
  out.connect_timeout = options.connect_timeout;
  out.read_timeout = options.read_timeout;
  out.total_timeout = options.total_timeout;
  out.ca_file = options.ca_file;
  return out;
}

}  // namespace

Result<std::unique_ptr<Database>> make_database(std::shared_ptr<EndpointProvider> endpoints,
                                                RemoteOptions options,
                                                std::unique_ptr<http::Transport> transport) {
  if (!endpoints) return missing("an endpoint (RemoteOptions go with an EndpointProvider)");
  if (!options.credentials) return missing("credentials (RemoteOptions::credentials)");
  if (options.region.empty()) return missing("a region (RemoteOptions::region)");
  if (options.retry.max_attempts == std::size_t{0} || options.http.max_connections == 0) {
    return missing("at least one attempt (retry.max_attempts) and connection (max_connections)");
  }
  return std::unique_ptr<Database>(std::make_unique<RemoteDatabase>(
      std::move(endpoints), std::move(options), std::move(transport)));
}

}  // namespace keywright::remote

namespace keywright {

Result<std::unique_ptr<Database>> remote_database(std::shared_ptr<EndpointProvider> endpoints,
                                                  RemoteOptions options) {
  auto client = std::make_unique<http::Client>(remote::client_options(options.http));
  return remote::make_database(std::move(endpoints), std::move(options), std::move(client));
}

}  // namespace keywright
