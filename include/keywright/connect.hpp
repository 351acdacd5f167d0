#pragma once
// Opens the Database behind a URL: the one place where a program says where its data lives.
//
//   memory:                        a new, empty embedded engine
//   aws:eu-west-1                  DynamoDB in that region; `aws:` takes it from AWS_REGION
//   https://host:port              any endpoint that speaks DynamoDB's protocol
//   http://localhost:8000          the same without TLS
//   alternator+http://host:8000    ScyllaDB: that node names the others; also alternator+https:
//
// Nothing is sent before the first call. Without RemoteOptions::credentials, those of the
// environment are used; a server on loopback without TLS gets made-up ones if there are none
// ("local"), since it is not AWS and those who check nothing still want a signature.
//
// The region of https: and http: is RemoteOptions::region, that in the name of an AWS endpoint,
// AWS_REGION or us-east-1, the first of them that there is.

#include <keywright/alternator.hpp>
#include <keywright/clock.hpp>
#include <keywright/database.hpp>
#include <keywright/remote.hpp>
#include <keywright/result.hpp>

#include <memory>
#include <string_view>

namespace keywright {

struct ConnectOptions {
  Clock clock{};             ///< for expiry in the embedded engine; default: the system's
  RemoteOptions remote{};    ///< credentials and region may be left out
  AwsEndpointOptions aws{};  ///< of `aws:`
  AlternatorOptions alternator{};
};

/// What is wrong with a URL, or missing, is a `validation` error that says so.
[[nodiscard]] Result<std::unique_ptr<Database>> connect(std::string_view url,
                                                        const ConnectOptions& options = {});

}  // namespace keywright
