#include "http/decode.hpp"

#include "core/inflate.hpp"
#include "http/wait.hpp"

namespace keywright::http {
namespace {

Error broken(std::string_view encoding, std::string_view why) {
  return unavailable("the answer's body " + std::string(why) + " (Content-Encoding " +
                     std::string(encoding) + ")");
}

}  // namespace

Result<std::string> decode(std::string_view encoding, std::string_view body, std::size_t limit) {
  const bool is_gzip = encoding == "gzip" || encoding == "x-gzip";
  if (!is_gzip && encoding != "deflate") {
    return broken(encoding, "is encoded in a way that was not asked for");
  }
  std::string out;
  switch (inflate_all(body, is_gzip ? DeflateFrame::gzip : DeflateFrame::zlib, limit, out)) {
    case InflateOutcome::done:
      return out;
    case InflateOutcome::too_large:
      return broken(encoding, "is too large");
    case InflateOutcome::broken:
      break;
  }
  return broken(encoding, "is broken or cut");
}

}  // namespace keywright::http
