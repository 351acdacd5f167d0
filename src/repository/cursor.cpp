#include "repository/cursor.hpp"

#include "core/base64.hpp"
#include "core/encoding.hpp"
#include "repository/errors.hpp"

#include <algorithm>
#include <array>
#include <random>

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/hmac.h>

namespace keywright::repository {
namespace {

constexpr char kVersion = 1;
constexpr char kVersionWithPassed = 2;
constexpr std::size_t kMacSize = 16;

enum class ShardState : char { start, after_key, exhausted };

void append_integer(std::string& out, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) out += static_cast<char>(value >> (8 * i));
}

/// Length and bytes, so that no two lists of parts read alike.
void append_part(std::string& out, std::string_view part) {
  append_integer(out, part.size(), 4);
  out += part;
}

std::string mac_of(std::string_view secret, std::string_view payload) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
       reinterpret_cast<const unsigned char*>(payload.data()), payload.size(), digest.data(),
       &size);
  return {reinterpret_cast<const char*>(digest.data()), kMacSize};
}

std::string to_url_safe(std::string text) {
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  text.erase(std::find(text.begin(), text.end(), '='), text.end());
  return text;
}

std::optional<std::string> from_url_safe(std::string_view cursor) {
  const auto foreign = [](char c) { return c == '+' || c == '/' || c == '='; };
  if (std::any_of(cursor.begin(), cursor.end(), foreign)) return std::nullopt;
  std::string text(cursor);
  std::replace(text.begin(), text.end(), '-', '+');
  std::replace(text.begin(), text.end(), '_', '/');
  text.append((4 - text.size() % 4) % 4, '=');
  return base64_decode(text);
}

Error bad_cursor(std::string_view why) {
  return make_error(ErrorCode::bad_cursor,
                    fmt::format("the cursor {}; begin again without a cursor", why));
}

/// Reads what was signed. The checks only guard against a change of the format.
class PayloadReader {
 public:
  explicit PayloadReader(std::string_view bytes) : rest_(bytes) {}

  std::string_view take(std::size_t size) {
    if (size > rest_.size()) {
      good_ = false;
      size = 0;
    }
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }

  std::uint64_t integer(std::size_t size) {
    const std::string_view bytes = take(size);
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(bytes[i]);
    }
    return value;
  }
  std::string_view part() { return take(static_cast<std::size_t>(integer(4))); }
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

}  // namespace

std::string binding_of(std::string_view secret, std::string_view pattern,
                       const QueryRequest& request) {
  std::string parts;
  append_part(parts, pattern);
  append_part(parts, request.table_name);
  append_part(parts, request.index_name.value_or(""));
  append_part(parts, request.key_condition_expression.value_or(""));
  append_part(parts, request.filter_expression.value_or(""));
  append_part(parts, request.scan_index_forward ? "ascending" : "descending");
  for (const auto& [placeholder, value] : request.expression_attribute_values) {
    append_part(parts, placeholder);
    append_part(parts, value.view().encoded());
  }
  return mac_of(secret, parts);
}

std::string write_cursor(std::string_view secret, std::string_view binding,
                         const QueryPosition& position) {
  std::string payload(1, position.passed ? kVersionWithPassed : kVersion);
  payload += binding;
  append_integer(payload, position.shards.size(), 4);
  for (const ShardPosition& shard : position.shards) {
    const ShardState state = shard.exhausted ? ShardState::exhausted
                             : shard.after   ? ShardState::after_key
                                             : ShardState::start;
    payload += static_cast<char>(state);
    if (state == ShardState::after_key) append_part(payload, shard.after->encoded());
  }
  if (position.passed) append_part(payload, position.passed->encoded());
  payload += mac_of(secret, payload);
  return to_url_safe(base64_encode(payload));
}

Result<QueryPosition> read_cursor(std::string_view secret, std::string_view binding,
                                  std::size_t shards, std::string_view cursor) {
  const auto bytes = from_url_safe(cursor);
  if (!bytes || bytes->size() <= kMacSize) return bad_cursor("is cut or altered");
  const std::string_view payload = std::string_view(*bytes).substr(0, bytes->size() - kMacSize);
  const std::string_view mac = std::string_view(*bytes).substr(payload.size());
  const std::string expected = mac_of(secret, payload);
  if (CRYPTO_memcmp(mac.data(), expected.data(), kMacSize) != 0) {
    return bad_cursor("is altered, or signed with another secret");
  }
  PayloadReader reader(payload);
  const auto version = reader.integer(1);
  if (version != kVersion && version != kVersionWithPassed) {
    return bad_cursor("is of another version");
  }
  if (reader.take(kMacSize) != binding || reader.integer(4) != shards) {
    return bad_cursor("is of another pattern, of other arguments or of another direction");
  }
  // Signed, yet perhaps by a program that lays out items otherwise.
  bool readable = true;
  const auto read_key = [&](std::optional<Key>& key) {
    const std::string_view part = reader.part();
    readable = readable && encoding::valid_item_encoding(part);
    if (readable) key = Item::from_encoded(part);
  };
  QueryPosition position{.shards = std::vector<ShardPosition>(shards)};
  for (ShardPosition& shard : position.shards) {
    switch (static_cast<ShardState>(reader.integer(1))) {
      case ShardState::start:
        break;
      case ShardState::after_key:
        read_key(shard.after);
        break;
      case ShardState::exhausted:
        shard.exhausted = true;
        break;
    }
  }
  if (version == kVersionWithPassed) read_key(position.passed);
  if (!readable) return bad_cursor("is of another version");
  if (!reader.good() || !reader.at_end()) return bad_cursor("is cut or altered");
  return position;
}

const std::string& process_secret() {
  static const std::string secret = [] {
    std::string bytes;
    std::random_device device;
    while (bytes.size() < 32) append_integer(bytes, device(), 4);
    return bytes;
  }();
  return secret;
}

}  // namespace keywright::repository
