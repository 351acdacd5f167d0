#pragma once
// Unpacking gzip and deflate: the one loop around zlib's inflate.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace keywright {

/// What is around the packed bytes. gzip may come in several members, one behind the other.
enum class DeflateFrame : std::uint8_t { gzip, zlib, none };

/// Unpacks piece by piece. Not for use by two threads at once.
class Inflater {
 public:
  explicit Inflater(DeflateFrame frame);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Takes bytes from the front of `packed`, and puts at most `room` bytes at `out`; returns in
  /// `made` how many. Nothing taken and nothing made: it needs more bytes. False if they are
  /// broken.
  [[nodiscard]] bool step(std::string_view& packed, char* out, std::size_t room, std::size_t& made);
  /// Whether what was taken so far ends here: otherwise it is cut.
  [[nodiscard]] bool is_whole() const { return is_whole_; }

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
  DeflateFrame frame_;
  bool is_whole_ = false;
};

enum class InflateOutcome : std::uint8_t { done, broken, too_large };

/// Unpacks all of it into `out`. `broken` also if it is cut, or if there is more behind its end;
/// `too_large` if it would be more than `limit` bytes.
[[nodiscard]] InflateOutcome inflate_all(std::string_view packed, DeflateFrame frame,
                                         std::size_t limit, std::string& out);

}  // namespace keywright
