#pragma once
// Files of lines, packed with gzip. Both sides know the MD5 of the packed bytes. Not for use by two
// threads at once.

#include "copy/md5.hpp"
#include "core/inflate.hpp"
#include <keywright/result.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace keywright::copy {

/// Reads line by line, with a bounded buffer. A file of no bytes has no lines.
class GzipReader {
 public:
  /// An item of 400 KB may be so long as JSON; what is longer is none.
  static constexpr std::size_t kLongestLine = 8 * 1024 * 1024;

  explicit GzipReader(std::filesystem::path file);

  /// The next line without its end, valid until the next call; nullopt behind the last. Errors name
  /// the file and the line.
  [[nodiscard]] Result<std::optional<std::string_view>> next();
  /// Of the line that was read last, from 1.
  [[nodiscard]] std::int64_t line() const { return line_; }
  /// In base64; once, at the end of the file.
  [[nodiscard]] std::string md5() { return md5_.finish(); }
  [[nodiscard]] Error fault(std::string_view why) const;

 private:
  [[nodiscard]] Result<void> fill();

  std::filesystem::path file_;
  std::ifstream in_;
  Md5 md5_;
  Inflater inflater_{DeflateFrame::gzip};
  std::string packed_;
  std::string_view rest_;  // of packed_
  std::string text_;
  std::size_t begin_ = 0;    // of what is not yet read of text_
  std::size_t scanned_ = 0;  // before it in text_ there is no further end of a line
  bool is_at_end_ = false;
  bool has_bytes_ = false;
  std::int64_t line_ = 0;
};

/// Writes to `file`.part, which gets its name when it is whole and safe.
class GzipWriter {
 public:
  [[nodiscard]] static Result<std::unique_ptr<GzipWriter>> create(std::filesystem::path file);
  ~GzipWriter();
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;

  [[nodiscard]] Result<void> append(std::string_view bytes);
  /// Its MD5, in base64. It is the last call.
  [[nodiscard]] Result<std::string> finish();
  /// Unpacked.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  struct Stream;
  explicit GzipWriter(std::filesystem::path file);
  [[nodiscard]] Result<void> deflate(std::string_view bytes, int flush);

  std::filesystem::path file_;
  std::filesystem::path partial_;
  std::ofstream out_;
  Md5 md5_;
  std::unique_ptr<Stream> stream_;
  std::string packed_;  // a piece of the file
  std::size_t bytes_ = 0;
};

}  // namespace keywright::copy
