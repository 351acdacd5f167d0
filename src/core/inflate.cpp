#include "core/inflate.hpp"

#include <algorithm>

#include <zlib.h>

namespace keywright {
namespace {

constexpr std::size_t kPiece = 64 * 1024;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // zlib counts in 32 bits

// zlib's windowBits: 15 is its own frame, 16 more is gzip's, and minus is none.
int window_bits(DeflateFrame frame) {
  constexpr int kWindow = 15;
  if (frame == DeflateFrame::gzip) return kWindow + 16;
  return frame == DeflateFrame::zlib ? kWindow : -kWindow;
}

}  // namespace

struct Inflater::Stream : z_stream {
  explicit Stream(DeflateFrame frame)
      : z_stream{}, is_ready(inflateInit2(this, window_bits(frame)) == Z_OK) {}
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { inflateEnd(this); }
  bool is_ready;
};

Inflater::Inflater(DeflateFrame frame) : stream_(std::make_unique<Stream>(frame)), frame_(frame) {}
Inflater::~Inflater() = default;

bool Inflater::step(std::string_view& packed, char* out, std::size_t room, std::size_t& made) {
  made = 0;
  if (!stream_->is_ready) return false;
  if (is_whole_) {
    if (packed.empty()) return true;
    if (frame_ != DeflateFrame::gzip || inflateReset(stream_.get()) != Z_OK) return false;
    is_whole_ = false;
  }
  const auto given = static_cast<uInt>(std::min(packed.size(), kMostAtOnce));
  const auto space = static_cast<uInt>(std::min(room, kMostAtOnce));
  // zlib never writes to its input.
  stream_->next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
  stream_->avail_in = given;
  stream_->next_out = reinterpret_cast<Bytef*>(out);
  stream_->avail_out = space;
  const int status = inflate(stream_.get(), Z_NO_FLUSH);
  packed.remove_prefix(given - stream_->avail_in);
  made = space - stream_->avail_out;
  is_whole_ = status == Z_STREAM_END;
  return status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR;
}

InflateOutcome inflate_all(std::string_view packed, DeflateFrame frame, std::size_t limit,
                           std::string& out) {
  Inflater inflater(frame);
  out.clear();
  std::size_t used = 0;
  for (;;) {
    // Grows only when it is full: a member may be empty, and there may be a million of them.
    if (used == out.size()) out.resize(std::min(std::max(used * 2, kPiece), limit + 1));
    std::size_t made = 0;
    if (!inflater.step(packed, out.data() + used, out.size() - used, made)) {
      return InflateOutcome::broken;
    }
    used += made;
    if (used > limit) return InflateOutcome::too_large;
    if (!packed.empty()) continue;
    if (inflater.is_whole()) break;
    if (used < out.size()) return InflateOutcome::broken;  // cut
  }
  out.resize(used);
  return InflateOutcome::done;
}

}  // namespace keywright
