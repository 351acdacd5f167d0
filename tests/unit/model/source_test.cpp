#include "model/source.hpp"

#include <gtest/gtest.h>

namespace keywright::model {
namespace {

std::string at(const SourceFile& file, std::size_t offset) {
  const Position position = file.position(offset);
  return std::to_string(position.line) + ":" + std::to_string(position.column);
}

TEST(SourceFile, CountsLinesAndColumnsFromOne) {
  const SourceFile file("f", "ab\ncd\n");
  EXPECT_EQ(at(file, 0), "1:1");
  EXPECT_EQ(at(file, 1), "1:2");
  EXPECT_EQ(at(file, 2), "1:3");
  EXPECT_EQ(at(file, 3), "2:1");
  EXPECT_EQ(at(file, 6), "3:1");
  EXPECT_EQ(at(file, 99), "3:1");
  EXPECT_EQ(file.line(2), "cd");
  EXPECT_EQ(file.line(3), "");
  EXPECT_EQ(file.line(0), "");
  EXPECT_EQ(file.line(4), "");
}

TEST(SourceFile, TakesAllKindsOfLineBreaks) {
  const SourceFile file("f", "a\r\nb\rc\nd");
  EXPECT_EQ(file.line_count(), 4U);
  EXPECT_EQ(file.line(1), "a");
  EXPECT_EQ(file.line(2), "b");
  EXPECT_EQ(file.line(3), "c");
  EXPECT_EQ(file.line(4), "d");
  EXPECT_EQ(at(file, 3), "2:1");
}

TEST(SourceFile, ColumnsAreCharacters) {
  const SourceFile file("f", "é€𝄞x");
  EXPECT_EQ(at(file, 2), "1:2");
  EXPECT_EQ(at(file, 5), "1:3");
  EXPECT_EQ(at(file, 9), "1:4");
}

TEST(SourceFile, AByteOrderMarkIsNoCharacter) {
  const SourceFile file("f",
                        "\xEF\xBB\xBF"
                        "ab");
  EXPECT_EQ(at(file, 0), "1:1");
  EXPECT_EQ(at(file, 3), "1:1");
  EXPECT_EQ(at(file, 4), "1:2");
  EXPECT_EQ(file.line(1), "ab");
}

TEST(SourceFile, AnEmptyFileHasOneLine) {
  const SourceFile file("f", "");
  EXPECT_EQ(file.line_count(), 1U);
  EXPECT_EQ(at(file, 0), "1:1");
}

TEST(Span, IsWrittenOnlyWithAPlace) {
  EXPECT_FALSE(Span{}.written());
  EXPECT_TRUE(SourceFile("f", "a").span(0, 1).written());
}

}  // namespace
}  // namespace keywright::model
