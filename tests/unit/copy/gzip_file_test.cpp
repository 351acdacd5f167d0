#include "copy/gzip_file.hpp"

#include "copying.hpp"

#include <gmock/gmock.h>

namespace keywright::copy {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Two lines by Python's gzip, and the MD5 of the packed bytes by its hashlib.
const std::string kPacked(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xab\x56\xf2\x2c\x49\xcd\x55\xb2\xaa\x56\x2a\xc8"
    "\x06\x91\xc1\x4a\x56\x4a\x89\x4a\xb5\xb5\xb5\x5c\xd5\x58\x64\x92\xc0\x32\x00\xc5\x4b\xe8"
    "\x1a\x34\x00\x00\x00",
    49);
constexpr const char* kMd5 = "yAJyY4GOZhGpdymsJIuU9w==";

struct Lines {
  std::vector<std::string> lines{};
  std::string error{};
  std::string md5{};
};

Lines read(const std::filesystem::path& file) {
  GzipReader reader(file);
  Lines out;
  for (;;) {
    auto line = reader.next();
    if (!line) {
      out.error = line.error().message;
      return out;
    }
    if (!*line) break;
    out.lines.emplace_back(**line);
    EXPECT_EQ(reader.line(), static_cast<std::int64_t>(out.lines.size()));
  }
  out.md5 = reader.md5();
  return out;
}

std::string packed(std::string_view text) {
  const TestFolder folder;
  auto writer = GzipWriter::create(folder / "a.gz").value();
  writer->append(text).value();
  writer->finish().value();
  return text_of(folder / "a.gz");
}

TEST(GzipFile, ReadsLinesThatOthersHavePacked) {
  const TestFolder folder;
  write_text(folder / "a.gz", kPacked);
  const Lines lines = read(folder / "a.gz");
  EXPECT_THAT(lines.lines,
              ElementsAre(R"({"Item":{"pk":{"S":"a"}}})", R"({"Item":{"pk":{"S":"b"}}})"));
  EXPECT_EQ(lines.md5, kMd5);
}

TEST(GzipFile, ReadsSeveralMembersNoBytesAndALastLineWithoutEnd) {
  const TestFolder folder;
  write_text(folder / "a.gz", packed("one\ntw") + packed("o\n\nthree"));
  EXPECT_THAT(read(folder / "a.gz").lines, ElementsAre("one", "two", "", "three"));
  write_text(folder / "b.gz", "");
  EXPECT_THAT(read(folder / "b.gz").lines, ElementsAre());
  EXPECT_EQ(read(folder / "b.gz").error, "");
  write_text(folder / "c.gz", packed(""));
  EXPECT_THAT(read(folder / "c.gz").lines, ElementsAre());
  EXPECT_EQ(read(folder / "c.gz").error, "");
}

TEST(GzipFile, SaysWhenItIsCutAtEachByte) {
  const TestFolder folder;
  for (std::size_t size = 1; size < kPacked.size(); ++size) {
    write_text(folder / "a.gz", kPacked.substr(0, size));
    EXPECT_THAT(read(folder / "a.gz").error, HasSubstr("a.gz is cut: its end is missing")) << size;
  }
}

TEST(GzipFile, SaysWhenItIsDamagedOrNone) {
  const TestFolder folder;
  auto damaged = kPacked;
  damaged[damaged.size() - 6] ^= 1;  // its checksum
  write_text(folder / "a.gz", damaged);
  EXPECT_THAT(read(folder / "a.gz").error, HasSubstr("a.gz is no gzip file, or damaged"));
  write_text(folder / "b.gz", "{\"Item\":{}}\n");
  EXPECT_THAT(read(folder / "b.gz").error, HasSubstr("b.gz is no gzip file"));
  write_text(folder / "c.gz", kPacked + "more");
  EXPECT_THAT(read(folder / "c.gz").error,
              HasSubstr("c.gz is no gzip file, or damaged, behind line 2"));
  EXPECT_THAT(read(folder / "d.gz").error, HasSubstr("d.gz: No such file or directory"));
}

TEST(GzipFile, RefusesALineThatIsNoItem) {
  const TestFolder folder;
  std::string text = "first\n";
  text.append(GzipReader::kLongestLine + 100'000, 'x');
  write_text(folder / "a.gz", packed(text));
  const Lines lines = read(folder / "a.gz");
  EXPECT_THAT(lines.lines, ElementsAre("first"));
  EXPECT_THAT(lines.error, HasSubstr("a.gz line 2: it is longer than 8 MiB"));
}

TEST(GzipFile, ReadsWhatItWroteWithTheSameMd5) {
  const TestFolder folder;
  std::vector<std::string> lines;
  auto writer = GzipWriter::create(folder / "a.gz").value();
  std::size_t bytes = 0;
  for (int i = 0; i < 20'000; ++i) {
    lines.push_back("line " + std::to_string(i * 7919 % 10'007) +
                    std::string(static_cast<std::size_t>(i % 300), 'x'));
    writer->append(lines.back() + "\n").value();
    bytes += lines.back().size() + 1;
  }
  EXPECT_EQ(writer->bytes(), bytes);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.gz")) << "before it is whole";
  const auto md5 = writer->finish().value();
  const Lines read_back = read(folder / "a.gz");
  EXPECT_EQ(read_back.lines, lines);
  EXPECT_EQ(read_back.md5, md5);
}

TEST(GzipFile, LeavesNothingOfAFileThatWasNotFinished) {
  const TestFolder folder;
  {
    auto writer = GzipWriter::create(folder / "a.gz").value();
    writer->append("text").value();
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  const auto none = GzipWriter::create(folder / "missing/a.gz");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("a.gz: No such file or directory"));
}

}  // namespace
}  // namespace keywright::copy
