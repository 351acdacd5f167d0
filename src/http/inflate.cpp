#include "http/inflate.hpp"

#include "http/wait.hpp"

#include <algorithm>

#include <zlib.h>

namespace keywright::http {
namespace {

// zlib's windowBits: 15, and 32 more to tell gzip's frame from zlib's own.
constexpr int kEitherFrame = 15 + 32;
constexpr std::size_t kPiece = 64 * 1024;

Error broken(std::string_view encoding, std::string_view why) {
  return unavailable("the answer's body " + std::string(why) + " (Content-Encoding " +
                     std::string(encoding) + ")");
}

struct Stream : z_stream {
  explicit Stream(std::string_view bytes) : z_stream{} {
    // zlib never writes to its input.
    next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
    avail_in = static_cast<uInt>(bytes.size());
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { inflateEnd(this); }
};

}  // namespace

Result<std::string> decode(std::string_view encoding, std::string_view body, std::size_t limit) {
  if (encoding != "gzip" && encoding != "x-gzip" && encoding != "deflate") {
    return broken(encoding, "is encoded in a way that was not asked for");
  }
  Stream stream(body);
  if (inflateInit2(&stream, kEitherFrame) != Z_OK) return broken(encoding, "cannot be decoded");
  std::string out;
  for (std::size_t used = 0;;) {
    if (used == out.size()) out.resize(std::min(std::max(used * 2, kPiece), limit + 1));
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + used);
    stream.avail_out = static_cast<uInt>(out.size() - used);
    const int status = inflate(&stream, Z_NO_FLUSH);
    used = out.size() - stream.avail_out;
    if (used > limit) return broken(encoding, "is too large");
    if (status == Z_STREAM_END) {
      if (stream.avail_in != 0) return broken(encoding, "has more behind its end");
      out.resize(used);
      return out;
    }
    if (status != Z_OK || (stream.avail_in == 0 && stream.avail_out > 0)) {
      return broken(encoding, "is broken or cut");
    }
  }
}

}  // namespace keywright::http
