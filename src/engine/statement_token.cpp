// A token is base64 of: a checksum of what follows, the hash of the request, the number of the
// place, and the encoded key, if there is one. Integers are 8 bytes, the lowest first.

#include "engine/statement_token.hpp"

#include "core/base64.hpp"
#include "core/encoding.hpp"
#include "core/errors.hpp"
#include "core/hash.hpp"

namespace keywright::engine {
namespace {

constexpr std::size_t kIntegerBytes = 8;

std::uint64_t take_integer(std::string_view& bytes) {
  const std::uint64_t value = encoding::load_u64(bytes.data());
  bytes.remove_prefix(kIntegerBytes);
  return value;
}

Error invalid_token() {
  return errors::validation("Invalid NextToken");
}

}  // namespace

std::string encode_token(const StatementPlace& place, std::uint64_t content) {
  std::string body;
  encoding::append_u64(body, content);
  encoding::append_u64(body, place.place);
  if (place.after) body += place.after->encoded();
  std::string bytes;
  encoding::append_u64(bytes, stable_hash(body));
  bytes += body;
  std::string token;
  append_base64(token, bytes);
  return token;
}

Result<StatementPlace> decode_token(std::string_view token, std::uint64_t content) {
  const auto bytes = base64_decode(token);
  if (!bytes || bytes->size() < 3 * kIntegerBytes) return invalid_token();
  std::string_view rest = *bytes;
  const std::uint64_t checksum = take_integer(rest);
  if (checksum != stable_hash(rest)) return invalid_token();
  if (take_integer(rest) != content) return errors::validation("NextToken does not match request");
  StatementPlace place;
  place.place = take_integer(rest);
  if (rest.empty()) return place;
  if (!encoding::valid_item_encoding(rest)) return invalid_token();
  place.after = Item::from_encoded(rest);
  return place;
}

}  // namespace keywright::engine
