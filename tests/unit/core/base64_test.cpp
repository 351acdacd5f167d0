#include "core/base64.hpp"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace keywright {
namespace {

// RFC 4648, section 10, and bytes that use the last two letters of the alphabet.
const std::pair<std::string_view, std::string_view> kPairs[] = {
    {"", ""},
    {"f", "Zg=="},
    {"fo", "Zm8="},
    {"foo", "Zm9v"},
    {"foob", "Zm9vYg=="},
    {"fooba", "Zm9vYmE="},
    {"foobar", "Zm9vYmFy"},
    {"\xfb\xff", "+/8="},
};

TEST(Base64, EncodesAndDecodes) {
  for (const auto& [bytes, text] : kPairs) {
    EXPECT_EQ(base64_encode(bytes), text);
    EXPECT_EQ(base64_decode(text), bytes);
  }
  std::string all;
  for (int i = 0; i < 256; ++i) all.push_back(static_cast<char>(i));
  EXPECT_EQ(base64_decode(base64_encode(all)), all);
}

TEST(Base64, DecodesNothingElse) {
  for (const char* text :
       {"Z", "Zg", "Zg=", "Zg===", "====", "=", "Zm9v=", "Z===", "Zm=v", "=m9v", "Zm9v\n",
        "Zm 9v===", "Zm9-", "Zm9_", "Zm9*", "Zg==Zg==", "\xc3\xa9=="}) {
    EXPECT_EQ(base64_decode(text), std::nullopt) << text;
  }
  EXPECT_EQ(base64_decode("Zh=="), std::nullopt) << "bits are left over";
  EXPECT_EQ(base64_decode("Zm9="), std::nullopt) << "bits are left over";
}

}  // namespace
}  // namespace keywright
