#pragma once

// What the servers are asked: one row per operation, and the data that it needs.

#include "wire/sigv4.hpp"

#include <string>
#include <vector>

namespace keywright::bench {

/// Whose signatures the requests bear.
[[nodiscard]] const wire::SigningCredentials& credentials();

/// A whole HTTP request, signed as the AWS SDKs do.
[[nodiscard]] std::string request_of(std::string_view operation, const std::string& body);

struct OperationRow {
  std::string name;   // the operation's, on the wire
  std::string title;  // in the tables
  /// The bodies of different requests, which clients send by turns.
  std::vector<std::string> (*bodies)();
};

[[nodiscard]] const std::vector<OperationRow>& operations();

/// The requests that create the table and fill it.
[[nodiscard]] std::vector<std::string> set_up_requests();

}  // namespace keywright::bench
