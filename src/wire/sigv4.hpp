#pragma once
// AWS Signature Version 4: what of a request is signed, and how. Pure functions of bytes; the
// verifying side is sigv4_verifier.hpp.

#include "wire/sha256.hpp"
#include <keywright/clock.hpp>

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::wire {

struct HeaderView {
  std::string_view name{};
  std::string_view value{};
};

/// A request as it goes over the wire. Nothing here is owned.
struct RequestView {
  std::string_view method = "POST";
  std::string_view path = "/";  ///< as sent, without the query
  std::string_view query{};     ///< as sent, without the question mark
  std::span<const HeaderView> headers{};
  std::string_view body{};
};

/// Whether both spell the same header name; ASCII case does not matter.
[[nodiscard]] bool equal_names(std::string_view left, std::string_view right);

/// The first header of that name, or nullptr.
[[nodiscard]] const HeaderView* find_header(std::span<const HeaderView> headers,
                                            std::string_view name);

struct SigningCredentials {
  std::string access_key_id{};
  std::string secret_access_key{};
  std::string session_token{};  ///< empty: long-lived credentials, which have none
};

/// `<date>/<region>/<service>/aws4_request`
struct CredentialScope {
  std::string_view date{};  ///< YYYYMMDD
  std::string_view region{};
  std::string_view service{};
};

/// 20150830T123600Z
[[nodiscard]] std::string basic_iso_time(TimePoint time);
/// nullopt if the text is not of the form 20150830T123600Z.
[[nodiscard]] std::optional<TimePoint> parse_basic_iso_time(std::string_view text);

/// The canonical request. `signed_headers` is the list as sent: lower-case names with a semicolon
/// between them. A query parameter X-Amz-Signature is left out.
[[nodiscard]] std::string canonical_request(const RequestView& request,
                                            std::string_view signed_headers,
                                            const Digest& payload_hash);
[[nodiscard]] std::string string_to_sign(std::string_view timestamp, const CredentialScope& scope,
                                         const Digest& canonical_request_hash);
[[nodiscard]] Digest derive_signing_key(Sha256& sha, std::string_view secret_access_key,
                                        const CredentialScope& scope);

/// The headers to add to a request: X-Amz-Date, X-Amz-Security-Token if there is one, and
/// Authorization. Signs all headers of the request, which must include Host.
struct SignedHeaders {
  std::string amz_date{};
  std::string security_token{};  ///< empty: none
  std::string authorization{};
};
[[nodiscard]] SignedHeaders sign(Sha256& sha, const RequestView& request,
                                 const SigningCredentials& credentials, std::string_view region,
                                 std::string_view service, TimePoint now);

/// The query of a presigned request: that of `request` and the signature's parameters.
[[nodiscard]] std::string presign(Sha256& sha, const RequestView& request,
                                  const SigningCredentials& credentials, std::string_view region,
                                  std::string_view service, TimePoint now,
                                  std::chrono::seconds expires);

/// Percent-encodes all but A-Z a-z 0-9 - _ . ~ (and `/`, if asked to keep it).
void append_uri_encoded(std::string& out, std::string_view text, bool keep_slash = false);
[[nodiscard]] std::string uri_decoded(std::string_view text);

struct QueryParameter {
  std::string name{};
  std::string value{};
};
/// The parameters of a query, decoded, in the order in which they were sent.
[[nodiscard]] std::vector<QueryParameter> parse_query(std::string_view query);

}  // namespace keywright::wire
