#pragma once
// Opens the Database behind a URL: the one place where a program says where its data lives.
//
//   memory:                        a new, empty embedded engine
//   aws:eu-west-1                  DynamoDB in that region; `aws:` takes it from AWS_REGION
//   https://host:port              any endpoint that speaks DynamoDB's protocol
//   http://localhost:8000          the same without TLS
//   alternator+http://host:8000    ScyllaDB: that node names the others; also alternator+https:
//
// What is not given comes from the environment and AWS's shared files, as with AWS's SDKs:
// credentials by default_credentials(), the number of attempts, and for `aws:` the region, FIPS,
// dual-stack and an endpoint in place of AWS's (AWS_ENDPOINT_URL_DYNAMODB and its like).
//
// Nothing is sent before the first call, except that `aws:` asks the instance metadata service for
// a region that is set nowhere. A server on loopback without TLS is not AWS: of the sources of
// credentials only the environment and the profile are asked, and if they have none some are made
// up ("local"), since those who check nothing still want a signature.
//
// The region of https: and http: is RemoteOptions::region, that in the name of an AWS endpoint,
// that of the environment and files or us-east-1, the first of them that there is.

#include <keywright/alternator.hpp>
#include <keywright/aws_settings.hpp>
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
  AwsEndpointOptions aws{};  ///< of `aws:`; what is false here may be true in `sources`
  AwsSources sources{};      ///< which profile, files and environment
  AlternatorOptions alternator{};
};

/// What is wrong with a URL, or missing, is a `validation` error that says so.
[[nodiscard]] Result<std::unique_ptr<Database>> connect(std::string_view url,
                                                        const ConnectOptions& options = {});

}  // namespace keywright
