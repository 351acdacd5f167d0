#include "copy/file_source.hpp"

#include "copy/gzip_file.hpp"
#include "copy/json.hpp"

#include <charconv>

namespace keywright::copy {
namespace {

constexpr std::size_t kMostItems = 500;
constexpr std::size_t kMostBytes = 1024 * 1024;

class FileReader final : public SegmentReader {
 public:
  FileReader(const Manifest& manifest, const std::optional<TableKeys>& keys, const Part& part,
             std::int64_t after)
      : keys_(keys), part_(part), file_(manifest.path_of(part)), reader_(file_), after_(after) {}

  Result<Page> next(const std::stop_token& stop) override {
    Page page;
    lines_.clear();
    std::size_t bytes = 0;
    while (page.items.size() < kMostItems && bytes < kMostBytes) {
      if (stop.stop_requested()) return stopped();
      auto line = reader_.next();
      if (!line) return std::move(line).error();
      if (!*line) {
        page.is_last = true;
        if (auto checked = check_whole(); !checked) return std::move(checked).error();
        break;
      }
      if ((*line)->find_first_not_of(" \t\r") == std::string_view::npos) continue;
      ++count_;
      if (reader_.line() <= after_) continue;
      auto item = read(**line);
      if (!item) return std::move(item).error();
      bytes += item->size_in_bytes();
      page.items.push_back(*std::move(item));
      lines_.push_back(reader_.line());
    }
    return page;
  }

  Position position_behind(const Item&, std::size_t index) const override {
    return std::to_string(lines_[index]);
  }
  std::string place_of(const Item&, std::size_t index) const override {
    return file_.string() + " line " + std::to_string(lines_[index]);
  }

 private:
  Result<Item> read(std::string_view line) {
    auto item = json_.line(line);
    if (!item) return reader_.fault(item.error().message);
    if (!keys_) return item;
    if (const auto fault = keys_->fault_of(*item)) return reader_.fault(*fault);
    return item;
  }

  Result<void> check_whole() {
    if (!part_.md5.empty() && reader_.md5() != part_.md5) {
      return failure(file_.string() +
                     " is damaged: its MD5 is not that of the manifest; get it again");
    }
    if (count_ == part_.items) return {};
    return failure(file_.string() + " has " + std::to_string(count_) + " items, and " +
                   std::to_string(part_.items) + " by the manifest");
  }

  const std::optional<TableKeys>& keys_;
  const Part& part_;
  const std::filesystem::path file_;
  GzipReader reader_;
  JsonFile json_;
  const std::int64_t after_;
  std::int64_t count_ = 0;           // of items, from the file's beginning
  std::vector<std::int64_t> lines_;  // of the page's items
};

}  // namespace

Result<std::unique_ptr<SegmentReader>> FileSource::open(std::size_t segment,
                                                        const Position& after) {
  std::int64_t line = 0;
  const auto [end, error] = std::from_chars(after.data(), after.data() + after.size(), line);
  if (!after.empty() && (error != std::errc() || end != after.data() + after.size())) {
    return failure("the position " + after + " is no count of lines");
  }
  return std::unique_ptr<SegmentReader>(
      std::make_unique<FileReader>(manifest_, keys_, manifest_.files[segment], line));
}

}  // namespace keywright::copy
