#include "core/inflate.hpp"

#include <string>

#include <gtest/gtest.h>

namespace keywright {
namespace {

// `printf hello | gzip -n`, and the same with zlib's frame and without one, by Python's zlib.
const std::string kGzip(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xcb\x48\xcd\xc9\xc9\x07\x00\x86\xa6\x10\x36\x05\x00"
    "\x00\x00",
    25);
const std::string kZlib("\x78\x9c\xcb\x48\xcd\xc9\xc9\x07\x00\x06\x2c\x02\x15", 13);
const std::string kRaw("\xcb\x48\xcd\xc9\xc9\x07\x00", 7);

TEST(Inflate, ReadsEachFrame) {
  std::string out;
  EXPECT_EQ(inflate_all(kGzip, DeflateFrame::gzip, 100, out), InflateOutcome::done);
  EXPECT_EQ(out, "hello");
  EXPECT_EQ(inflate_all(kGzip + kGzip, DeflateFrame::gzip, 100, out), InflateOutcome::done);
  EXPECT_EQ(out, "hellohello");
  EXPECT_EQ(inflate_all(kZlib, DeflateFrame::zlib, 100, out), InflateOutcome::done);
  EXPECT_EQ(out, "hello");
  EXPECT_EQ(inflate_all(kRaw, DeflateFrame::none, 100, out), InflateOutcome::done);
  EXPECT_EQ(out, "hello");
}

TEST(Inflate, TakesNothingThatIsCutOrHasMoreBehindIt) {
  std::string out;
  for (std::size_t size = 0; size < kGzip.size(); ++size) {
    EXPECT_EQ(inflate_all(kGzip.substr(0, size), DeflateFrame::gzip, 100, out),
              InflateOutcome::broken)
        << size;
  }
  EXPECT_EQ(inflate_all(kGzip + "x", DeflateFrame::gzip, 100, out), InflateOutcome::broken);
  EXPECT_EQ(inflate_all(kZlib + kZlib, DeflateFrame::zlib, 100, out), InflateOutcome::broken);
  EXPECT_EQ(inflate_all(kZlib, DeflateFrame::gzip, 100, out), InflateOutcome::broken);
}

TEST(Inflate, KeepsToTheLimitExactly) {
  std::string out;
  EXPECT_EQ(inflate_all(kGzip, DeflateFrame::gzip, 5, out), InflateOutcome::done);
  EXPECT_EQ(inflate_all(kGzip, DeflateFrame::gzip, 4, out), InflateOutcome::too_large);
}

TEST(Inflate, GoesByteByByteInBothDirections) {
  Inflater inflater(DeflateFrame::gzip);
  std::string out;
  for (const char byte : kGzip + kGzip) {
    std::string_view packed(&byte, 1);
    for (;;) {
      char made_byte = 0;
      std::size_t made = 0;
      ASSERT_TRUE(inflater.step(packed, &made_byte, 1, made));
      if (made == 0 && packed.empty()) break;
      out.append(&made_byte, made);
    }
  }
  EXPECT_EQ(out, "hellohello");
  EXPECT_TRUE(inflater.is_whole());
}

}  // namespace
}  // namespace keywright
