#include "wire/sigv4_verifier.hpp"

#include "core/errors.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>

namespace keywright::wire {
namespace {

constexpr auto kClockSkew = std::chrono::minutes(15);
constexpr auto kLongestExpiry = std::chrono::hours(24 * 7);
constexpr std::size_t kKeptKeys = 64;
constexpr std::string_view kTerminator = "aws4_request";

Error incomplete(std::string message) {
  return errors::from_exception("IncompleteSignatureException", std::move(message));
}

Error invalid(std::string message) {
  return errors::from_exception("InvalidSignatureException", std::move(message));
}

Error missing_token() {
  return errors::from_exception("MissingAuthenticationTokenException",
                                "Request is missing Authentication Token");
}

Error invalid_token() {
  return errors::from_exception("UnrecognizedClientException",
                                "The security token included in the request is invalid.");
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool is_algorithm(std::string_view text) {
  return text == "AWS4-HMAC-SHA256";
}

// keyid/date/region/service/term
Result<void> read_credential(std::string_view credential, SignatureClaim& claim) {
  if (std::count(credential.begin(), credential.end(), '/') < 4) {
    return incomplete(
        "Credential must have exactly 5 slash-delimited elements, e.g. "
        "keyid/date/region/service/term, got '" +
        std::string(credential) + "'");
  }
  // From the back: a key id may have a slash in it.
  for (auto* part : {&claim.terminator, &claim.scope.service, &claim.scope.region,
                     &claim.scope.date, &claim.access_key_id}) {
    const auto slash = credential.rfind('/');
    if (part == &claim.access_key_id || slash == std::string_view::npos) {
      *part = credential;
      break;
    }
    *part = credential.substr(slash + 1);
    credential = credential.substr(0, slash);
  }
  return {};
}

Result<SignatureClaim> read_header(const RequestView& request, std::string_view authorization) {
  SignatureClaim claim;
  std::string_view credential;
  const std::size_t blank = std::min(authorization.find(' '), authorization.size());
  if (!is_algorithm(authorization.substr(0, blank))) {
    return incomplete("Unsupported AWS 'algorithm': '" +
                      std::string(authorization.substr(0, blank)) +
                      "'. Authorization=" + std::string(authorization));
  }
  for (std::size_t at = blank; at < authorization.size();) {
    const std::size_t end = std::min(authorization.find(',', at), authorization.size());
    const auto part = trimmed(authorization.substr(at, end - at));
    const std::size_t equals = std::min(part.find('='), part.size());
    const auto name = part.substr(0, equals);
    const auto value = part.substr(std::min(equals + 1, part.size()));
    if (name == "Credential") credential = value;
    if (name == "SignedHeaders") claim.signed_headers = value;
    if (name == "Signature") claim.signature = value;
    at = end + 1;
  }
  const auto* date = find_header(request.headers, "X-Amz-Date");
  if (date == nullptr) date = find_header(request.headers, "Date");
  if (date != nullptr) claim.timestamp = trimmed(date->value);

  std::string missing;
  const auto require = [&missing](bool is_there, std::string_view what) {
    if (!is_there) missing.append("Authorization header requires ").append(what).append(". ");
  };
  require(!credential.empty(), "'Credential' parameter");
  require(!claim.signature.empty(), "'Signature' parameter");
  require(!claim.signed_headers.empty(), "'SignedHeaders' parameter");
  require(date != nullptr, "existence of either a 'X-Amz-Date' or a 'Date' header");
  if (!missing.empty()) {
    return incomplete(missing + "Authorization=" + std::string(authorization));
  }
  if (auto read = read_credential(credential, claim); !read) return std::move(read).error();
  if (const auto* token = find_header(request.headers, "X-Amz-Security-Token")) {
    claim.session_token = trimmed(token->value);
  }
  return claim;
}

// The parameters of a presigned request, decoded into storage of the claim's own.
class QueryClaim {
 public:
  explicit QueryClaim(std::string_view query)
      : parameters_(parse_query(query)), storage_(std::make_unique<char[]>(query.size() + 1)) {}

  [[nodiscard]] std::string_view take(std::string_view name) {
    for (const auto& parameter : parameters_) {
      if (parameter.name != name) continue;
      char* const begin = storage_.get() + used_;
      std::memcpy(begin, parameter.value.data(), parameter.value.size());
      used_ += parameter.value.size();
      return {begin, parameter.value.size()};
    }
    return {};
  }
  [[nodiscard]] std::unique_ptr<char[]> storage() && { return std::move(storage_); }

 private:
  std::vector<QueryParameter> parameters_;
  std::unique_ptr<char[]> storage_;
  std::size_t used_ = 0;
};

Result<SignatureClaim> read_query(const RequestView& request) {
  QueryClaim query(request.query);
  SignatureClaim claim;
  std::string missing;
  const auto required = [&](std::string_view name) {
    const auto value = query.take(name);
    if (value.empty()) {
      missing.append("AWS query-string parameters must include '").append(name).append("'. ");
    }
    return value;
  };
  const auto algorithm = required("X-Amz-Algorithm");
  const auto credential = required("X-Amz-Credential");
  claim.signature = required("X-Amz-Signature");
  claim.signed_headers = required("X-Amz-SignedHeaders");
  claim.timestamp = required("X-Amz-Date");
  if (!missing.empty()) return incomplete(missing + "Re-examine the query-string parameters.");
  if (!is_algorithm(algorithm)) {
    return incomplete("Unsupported AWS 'algorithm': '" + std::string(algorithm) + "'.");
  }
  if (auto read = read_credential(credential, claim); !read) return std::move(read).error();
  claim.session_token = query.take("X-Amz-Security-Token");
  const auto expires = query.take("X-Amz-Expires");
  claim.decoded = std::move(query).storage();
  if (expires.empty()) return claim;
  std::int64_t seconds = 0;
  const auto [end, fault] =
      std::from_chars(expires.data(), expires.data() + expires.size(), seconds);
  claim.expires = std::chrono::seconds(seconds);
  if (fault != std::errc() || end != expires.data() + expires.size() || seconds < 1 ||
      *claim.expires > kLongestExpiry) {
    return incomplete("'X-Amz-Expires' must be a number of seconds between 1 and 604800.");
  }
  return claim;
}

bool has_query_signature(std::string_view query) {
  if (query.find("X-Amz-") == std::string_view::npos) return false;
  const auto parameters = parse_query(query);
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const auto& parameter) { return parameter.name == "X-Amz-Algorithm"; });
}

Result<void> check_scope(const SignatureClaim& claim, std::string_view service) {
  std::string faults;
  if (claim.scope.region.empty()) faults += "Credential should be scoped to a valid region. ";
  if (claim.scope.service != service) {
    faults.append("Credential should be scoped to correct service: '")
        .append(service)
        .append("'. ");
  }
  if (claim.terminator != kTerminator) {
    faults.append("Credential should be scoped with a valid terminator: 'aws4_request', not '")
        .append(claim.terminator)
        .append("'. ");
  }
  const auto day = claim.timestamp.substr(0, std::min<std::size_t>(8, claim.timestamp.size()));
  if (claim.scope.date != day) {
    faults
        .append(
            "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date "
            "from HTTP: '")
        .append(claim.scope.date)
        .append("' != '")
        .append(day)
        .append("', from '")
        .append(claim.timestamp)
        .append("'.");
  }
  if (faults.empty()) return {};
  if (faults.back() == ' ') faults.pop_back();
  return invalid(std::move(faults));
}

Result<void> check_date(const SignatureClaim& claim, TimePoint now) {
  const auto date = parse_basic_iso_time(claim.timestamp);
  if (!date) {
    return incomplete("Date must be in ISO-8601 'basic format'. Got '" +
                      std::string(claim.timestamp) +
                      "'. See http://en.wikipedia.org/wiki/ISO_8601");
  }
  const std::string sent(claim.timestamp);
  const auto limit =
      claim.expires ? std::chrono::seconds(*claim.expires) : std::chrono::seconds(kClockSkew);
  if (*date < now - limit) {
    const auto distance = claim.expires ? std::to_string(limit.count()) + " sec."
                                        : std::to_string(kClockSkew.count()) + " min.";
    return invalid("Signature expired: " + sent + " is now earlier than " +
                   basic_iso_time(now - limit) + " (" + basic_iso_time(now) + " - " + distance +
                   ")");
  }
  if (*date > now + kClockSkew) {
    return invalid("Signature not yet current: " + sent + " is still later than " +
                   basic_iso_time(now + kClockSkew) + " (" + basic_iso_time(now) + " + " +
                   std::to_string(kClockSkew.count()) + " min.)");
  }
  return {};
}

// Without these two, a signature would hold for another server and for another operation.
Result<void> check_signed_headers(const RequestView& request, const SignatureClaim& claim) {
  const auto is_signed = [&](std::string_view name) {
    for (std::size_t at = 0; at < claim.signed_headers.size();) {
      const auto end = std::min(claim.signed_headers.find(';', at), claim.signed_headers.size());
      if (equal_names(claim.signed_headers.substr(at, end - at), name)) return true;
      at = end + 1;
    }
    return false;
  };
  if (!is_signed("host")) {
    return invalid("'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization.");
  }
  if (find_header(request.headers, "X-Amz-Target") != nullptr && !is_signed("x-amz-target")) {
    return invalid("'X-Amz-Target' must be a 'SignedHeader' in the AWS Authorization.");
  }
  return {};
}

Error mismatch(const std::string& canonical, const std::string& text) {
  return invalid(
      "The request signature we calculated does not match the signature you provided. Check your "
      "AWS Secret Access Key and signing method. Consult the service documentation for "
      "details.\n\nThe Canonical String for this request should have been\n'" +
      canonical + "'\n\nThe String-to-Sign should have been\n'" + text + "'\n");
}

}  // namespace

Result<SignatureClaim> read_signature_claim(const RequestView& request) {
  const auto* header = find_header(request.headers, "Authorization");
  const bool in_query = has_query_signature(request.query);
  if (header != nullptr && in_query) {
    return invalid(
        "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.");
  }
  if (in_query) return read_query(request);
  if (header == nullptr) return missing_token();
  const auto authorization = trimmed(header->value);
  if (!authorization.starts_with("AWS4-")) return missing_token();
  return read_header(request, authorization);
}

const Digest& SignatureVerifier::signing_key(const SignatureClaim& claim,
                                             const SigningCredentials& credentials) {
  std::string name;
  for (const auto part :
       {std::string_view(credentials.access_key_id), claim.scope.date, claim.scope.region}) {
    name.append(part).append("/");
  }
  const auto found = std::find_if(keys_.begin(), keys_.end(),
                                  [&](const CachedKey& cached) { return cached.name == name; });
  if (found != keys_.end()) return found->key;
  const CredentialScope scope{claim.scope.date, claim.scope.region, service_};
  if (keys_.size() < kKeptKeys) keys_.emplace_back();
  CachedKey& place = keys_[next_key_++ % kKeptKeys];
  place = {std::move(name), derive_signing_key(sha_, credentials.secret_access_key, scope)};
  return place.key;
}

Result<void> SignatureVerifier::verify(const RequestView& request, const SignatureClaim& claim,
                                       const SigningCredentials& credentials, TimePoint now) {
  if (claim.access_key_id != credentials.access_key_id ||
      !equal_in_constant_time(claim.session_token, credentials.session_token)) {
    return invalid_token();
  }
  if (auto checked = check_date(claim, now); !checked) return checked;
  if (auto checked = check_scope(claim, service_); !checked) return checked;
  if (auto checked = check_signed_headers(request, claim); !checked) return checked;

  const auto canonical = canonical_request(request, claim.signed_headers, sha_.hash(request.body));
  const auto text = string_to_sign(claim.timestamp, claim.scope, sha_.hash(canonical));
  std::string expected;
  append_hex(expected, sha_.hmac(bytes_of(signing_key(claim, credentials)), text));
  if (!equal_in_constant_time(expected, claim.signature)) return mismatch(canonical, text);
  return {};
}

}  // namespace keywright::wire
