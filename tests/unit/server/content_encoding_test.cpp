#include "server/content_encoding.hpp"

#include <string>

#include <gtest/gtest.h>

namespace keywright::server {
namespace {

constexpr std::size_t kLimit = 1000;

struct Decoded {
  std::string body;  // or the exception
  bool too_large = false;
};

Decoded decode(std::string_view encoding, std::string_view body) {
  Decoded out;
  auto result = decode_content(encoding, body, kLimit, out.too_large);
  out.body = result ? *result : result.error().exception;
  return out;
}

// `printf hello | gzip -n`, and the same with zlib's frame and without one, by Python's zlib.
const std::string kHelloGzip(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xcb\x48\xcd\xc9\xc9\x07\x00\x86\xa6\x10\x36\x05\x00"
    "\x00\x00",
    25);
const std::string kHelloZlib("\x78\x9c\xcb\x48\xcd\xc9\xc9\x07\x00\x06\x2c\x02\x15", 13);
const std::string kHelloRaw("\xcb\x48\xcd\xc9\xc9\x07\x00", 7);

TEST(ContentEncoding, ReadsWhatOthersHavePacked) {
  EXPECT_EQ(decode("gzip", kHelloGzip).body, "hello");
  EXPECT_EQ(decode("GZip", kHelloGzip + kHelloGzip).body, "hellohello");
  EXPECT_EQ(decode("deflate", kHelloZlib).body, "hello");
  EXPECT_EQ(decode("deflate", kHelloRaw).body, "hello");
  EXPECT_EQ(decode("identity", "as it is").body, "as it is");
  EXPECT_EQ(decode("deflate, gzip", encode_content(ContentEncoding::gzip, kHelloZlib)).body,
            "hello");
}

TEST(ContentEncoding, IsAnInternalErrorIfBrokenOrUnknown) {
  const std::string error = "InternalServerError";
  EXPECT_EQ(decode("gzip", "hello").body, error);
  EXPECT_EQ(decode("gzip", "").body, error);
  EXPECT_EQ(decode("gzip", kHelloGzip.substr(0, 20)).body, error);
  EXPECT_EQ(decode("gzip", kHelloGzip + "x").body, error);
  auto wrong_sum = kHelloGzip;
  wrong_sum[18] = 'x';
  EXPECT_EQ(decode("gzip", wrong_sum).body, error);
  EXPECT_EQ(decode("deflate", kHelloZlib + "x").body, error);
  EXPECT_EQ(decode("br", "hello").body, error);
  EXPECT_EQ(decode("gzip, gzip, gzip", kHelloGzip).body, error);
}

TEST(ContentEncoding, StopsAtTheLimit) {
  for (const auto encoding : {ContentEncoding::gzip, ContentEncoding::deflate}) {
    const auto name = to_string(encoding);
    const auto fits = encode_content(encoding, std::string(kLimit, 'a'));
    EXPECT_EQ(decode(name, fits).body.size(), kLimit);
    const auto bomb = encode_content(encoding, std::string(50'000'000, 'a'));
    EXPECT_LT(bomb.size(), 300'000U);
    EXPECT_TRUE(decode(name, bomb).too_large);
    EXPECT_TRUE(decode(name, encode_content(encoding, std::string(kLimit + 1, 'a'))).too_large);
  }
}

TEST(ContentEncoding, PacksSoThatItReadsItself) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += std::to_string(i * i);
  for (const auto encoding : {ContentEncoding::gzip, ContentEncoding::deflate}) {
    EXPECT_EQ(decode(to_string(encoding), encode_content(encoding, text)).body, text);
  }
}

TEST(ContentEncoding, PrefersByWeight) {
  struct Case {
    const char* accept;
    const char* preferred;
  };
  for (const auto& each : {
           Case{"", "identity"},
           {"gzip", "gzip"},
           {"deflate", "deflate"},
           {"deflate, gzip", "gzip"},
           {"gzip;q=0.5, deflate;q=0.8", "deflate"},
           {"gzip;q=0", "identity"},
           {"*", "gzip"},
           {"*;q=0", "identity"},
           {"gzip;q=0, *;q=1", "deflate"},
           {"identity", "identity"},
           {"identity;q=0.5, gzip;q=0.4", "identity"},
           {"br, zstd", "identity"},
           {"gzip ; Q=0.001", "gzip"},
           {"gzip;q=x", "identity"},
           {"GZIP", "gzip"},
           {"gzip;q=1.0, identity; q=0.5, *;q=0", "gzip"},
           {",,;q=1,", "identity"},
       }) {
    EXPECT_EQ(to_string(preferred_encoding(each.accept)), each.preferred) << each.accept;
  }
}

TEST(DecodeContent, TakesManyEmptyMembers) {
  const auto empty = encode_content(ContentEncoding::gzip, "");
  std::string members;
  for (int i = 0; i < 100; ++i) members += empty;
  EXPECT_EQ(decode("gzip", members + kHelloGzip + empty).body, "hello");
  EXPECT_EQ(decode("identity, gzip", kHelloGzip).body, "hello");
  EXPECT_EQ(decode("identity", "hello").body, "hello");
}

}  // namespace
}  // namespace keywright::server
