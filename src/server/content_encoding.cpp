#include "server/content_encoding.hpp"

#include "core/errors.hpp"
#include "core/inflate.hpp"
#include "server/text.hpp"
#include "wire/sigv4.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <zlib.h>

namespace keywright::server {
namespace {

// zlib's windowBits: 15 is its own frame, and 16 more is gzip's.
constexpr int kZlibFrame = 15;
constexpr int kGzipFrame = 15 + 16;

std::optional<ContentEncoding> encoding_of(std::string_view name) {
  if (wire::equal_names(name, "gzip") || wire::equal_names(name, "x-gzip")) {
    return ContentEncoding::gzip;
  }
  if (wire::equal_names(name, "deflate")) return ContentEncoding::deflate;
  if (wire::equal_names(name, "identity")) return ContentEncoding::identity;
  return std::nullopt;
}

// 0 to 1000; a weight that cannot be read counts as 0.
int weight_of(std::string_view parameters) {
  const auto equals = parameters.find('=');
  if (equals == std::string_view::npos) return parameters.empty() ? 1000 : 0;
  if (!wire::equal_names(trimmed(parameters.substr(0, equals)), "q")) return 1000;
  const auto text = trimmed(parameters.substr(equals + 1));
  if (text.empty() || (text[0] != '0' && text[0] != '1')) return 0;
  int weight = (text[0] - '0') * 1000;
  int unit = 100;
  for (std::size_t i = 2; i < text.size() && unit > 0; ++i, unit /= 10) {
    if (text[1] != '.' || text[i] < '0' || text[i] > '9') return 0;
    weight += (text[i] - '0') * unit;
  }
  return std::min(weight, 1000);
}

Error cannot_decode(std::string message) {
  return errors::from_exception("InternalServerError", std::move(message));
}

}  // namespace

std::string_view to_string(ContentEncoding encoding) {
  constexpr std::array<std::string_view, 3> kNames{"identity", "gzip", "deflate"};
  return kNames[static_cast<std::size_t>(encoding)];
}

Result<std::string> decode_content(std::string_view content_encoding, std::string_view body,
                                   std::size_t limit, bool& too_large) {
  too_large = false;
  std::vector<std::string_view> names;
  for_each_element(content_encoding, [&](std::string_view name) { names.push_back(name); });
  if (names.size() > 2) return cannot_decode("The body has too many encodings");
  std::string decoded;
  bool is_decoded = false;
  // They were put on in this order.
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    const auto encoding = encoding_of(*name);
    if (!encoding) {
      return cannot_decode("The Content-Encoding " + std::string(*name) +
                           " is not known; use gzip or deflate");
    }
    if (*encoding == ContentEncoding::identity) continue;
    std::string out;
    const bool is_gzip = *encoding == ContentEncoding::gzip;
    const std::string_view encoded = is_decoded ? std::string_view(decoded) : body;
    auto outcome =
        inflate_all(encoded, is_gzip ? DeflateFrame::gzip : DeflateFrame::zlib, limit, out);
    if (outcome == InflateOutcome::broken && !is_gzip) {
      outcome = inflate_all(encoded, DeflateFrame::none, limit, out);
    }
    too_large = outcome == InflateOutcome::too_large;
    if (outcome != InflateOutcome::done) {
      return cannot_decode("The body is not what its Content-Encoding says, " + std::string(*name));
    }
    decoded = std::move(out);
    is_decoded = true;
  }
  if (!is_decoded) decoded = body;
  return decoded;
}

ContentEncoding preferred_encoding(std::string_view accept_encoding) {
  constexpr int kNotNamed = -1;
  // By ContentEncoding. What the list does not name weighs what `*` does, and identity is always
  // acceptable unless refused.
  std::array<int, 3> weights{kNotNamed, kNotNamed, kNotNamed};
  int others = kNotNamed;
  for_each_element(accept_encoding, [&](std::string_view element) {
    const std::size_t semicolon = std::min(element.find(';'), element.size());
    const auto name = trimmed(element.substr(0, semicolon));
    const int weight = weight_of(element.substr(std::min(semicolon + 1, element.size())));
    if (name == "*") others = weight;
    if (const auto encoding = encoding_of(name)) {
      weights[static_cast<std::size_t>(*encoding)] = weight;
    }
  });
  ContentEncoding best = ContentEncoding::identity;
  int best_weight = std::max(weights[0], 0);
  for (const auto encoding : {ContentEncoding::deflate, ContentEncoding::gzip}) {
    int weight = weights[static_cast<std::size_t>(encoding)];
    if (weight == kNotNamed) weight = others;
    if (weight > 0 && weight >= best_weight) {
      best = encoding;
      best_weight = weight;
    }
  }
  return best;
}

std::string encode_content(ContentEncoding encoding, std::string_view body) {
  z_stream stream{};
  const int window_bits = encoding == ContentEncoding::gzip ? kGzipFrame : kZlibFrame;
  constexpr int kMemoryLevel = 8;
  if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, window_bits, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    return {};
  }
  std::string out(deflateBound(&stream, static_cast<uLong>(body.size())), '\0');
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(body.data()));
  stream.avail_in = static_cast<uInt>(body.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);  // the bound leaves room for all of it
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace keywright::server
