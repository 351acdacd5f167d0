#include "model/source.hpp"

#include "core/utf8.hpp"

#include <algorithm>
#include <utility>

namespace keywright::model {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const bool crlf = text_[i] == '\r' && i + 1 < text_.size() && text_[i + 1] == '\n';
    if (text_[i] == '\n' || (text_[i] == '\r' && !crlf)) line_starts_.push_back(i + 1);
  }
  if (text_.starts_with(byte_order_mark)) line_starts_.front() = byte_order_mark.size();
}

Position SourceFile::position(std::size_t offset) const {
  offset = std::clamp(offset, line_starts_.front(), text_.size());
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto index = static_cast<std::size_t>(after - line_starts_.begin()) - 1;
  const std::size_t start = line_starts_[index];
  const std::string_view before = std::string_view(text_).substr(start, offset - start);
  return {static_cast<std::uint32_t>(index + 1),
          static_cast<std::uint32_t>(count_characters(before) + 1), offset};
}

Span SourceFile::span(std::size_t begin, std::size_t end) const {
  return {position(begin), position(std::max(begin, end))};
}

std::string_view SourceFile::line(std::uint32_t number) const {
  if (number == 0 || number > line_starts_.size()) return {};
  const std::size_t start = line_starts_[number - 1];
  const std::size_t end = number < line_starts_.size() ? line_starts_[number] : text_.size();
  std::string_view line = std::string_view(text_).substr(start, end - start);
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace keywright::model
