#include "core/copy_on_write.hpp"

#include <string>

#include <gtest/gtest.h>

namespace keywright {
namespace {

using Text = CopyOnWrite<std::string>;

TEST(CopyOnWrite, BeginsWithADefaultValue) {
  Text text;
  EXPECT_EQ(*text, "");
  text.write() += "a";
  EXPECT_EQ(*text, "a");
  EXPECT_EQ(text->size(), 1U);
}

TEST(CopyOnWrite, CopiesShareUntilOneIsWritten) {
  Text text;
  text.write() = "shared";
  Text copy = text;
  EXPECT_EQ(&*copy, &*text);
  copy.write() += " no more";
  EXPECT_EQ(*text, "shared");
  EXPECT_EQ(*copy, "shared no more");
  text.write() = "changed";
  EXPECT_EQ(*copy, "shared no more");
}

TEST(CopyOnWrite, TheOriginalsWriteLeavesCopiesAlone) {
  Text text;
  text.write() = "shared";
  const Text first = text;
  Text second;
  second = first;
  text.write() = "changed";
  EXPECT_EQ(*first, "shared");
  EXPECT_EQ(*second, "shared");
  EXPECT_EQ(&*first, &*second);
}

TEST(CopyOnWrite, WritesInPlaceOnceItIsAlone) {
  Text text;
  text.write() = "value";
  const std::string* before = &*text;
  text.write() += "!";
  EXPECT_EQ(&*text, before);
  const Text copy = text;
  text.write() += "!";
  EXPECT_NE(&*text, before);
  before = &*text;
  text.write() += "!";
  EXPECT_EQ(&*text, before);
  EXPECT_EQ(*copy, "value!");
}

}  // namespace
}  // namespace keywright
