#include "copy/file_target.hpp"

#include "copy/gzip_file.hpp"
#include "wire/json_writer.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <string>

namespace keywright::copy {
namespace {

std::string part_name(std::size_t segment, std::size_t number) {
  std::array<char, 64> name{};
  std::snprintf(name.data(), name.size(), "%06zu-%06zu.json.gz", segment, number);
  return name.data();
}

/// What a copy that has not begun has left does not count.
bool has_no_file(const std::filesystem::path& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const bool is_empty_data =
        entry.path().filename() == kDataFolder && std::filesystem::is_empty(entry.path(), error);
    if (!is_empty_data) return false;
  }
  return !error;
}

class PartWriter final : public SegmentWriter {
 public:
  PartWriter(std::filesystem::path folder, std::size_t part_size, std::size_t segment,
             std::vector<Part> parts)
      : folder_(std::move(folder)),
        part_size_(part_size),
        segment_(segment),
        parts_(std::move(parts)) {}

  Result<Written> write(std::span<const Item> items, const std::stop_token&) override {
    std::size_t count = 0;
    while (count < items.size()) {
      if (auto appended = append(items[count]); !appended) return std::move(appended).error();
      ++count;
      if (file_->bytes() < part_size_) continue;
      if (auto flushed = flush(); !flushed) return std::move(flushed).error();
      break;
    }
    return Written{count, file_ == nullptr};
  }

  Result<void> flush() override {
    if (file_ == nullptr) return {};
    auto md5 = file_->finish();
    file_.reset();
    if (!md5) return std::move(md5).error();
    parts_.push_back({part_name(segment_, parts_.size()), items_, *std::move(md5)});
    return {};
  }

  std::vector<Part> parts() const override { return parts_; }

 private:
  Result<void> append(const Item& item) {
    if (file_ == nullptr) {
      auto file = GzipWriter::create(folder_ / part_name(segment_, parts_.size()));
      if (!file) return std::move(file).error();
      file_ = *std::move(file);
      items_ = 0;
    }
    line_ = "{\"Item\":";
    wire::append_item(line_, item);
    line_ += "}\n";
    ++items_;
    return file_->append(line_);
  }

  const std::filesystem::path folder_;
  const std::size_t part_size_;
  const std::size_t segment_;
  std::vector<Part> parts_;
  std::unique_ptr<GzipWriter> file_;  // null: none is begun
  std::int64_t items_ = 0;            // in it
  std::string line_;
};

}  // namespace

Result<void> FileTarget::prepare(const std::filesystem::path& folder) {
  std::error_code error;
  const bool is_new = !std::filesystem::exists(folder, error) ||
                      (std::filesystem::is_directory(folder, error) && has_no_file(folder));
  if (!is_new) return refusal(folder.string() + " is there and not empty: name a new folder");
  std::filesystem::create_directories(folder / kDataFolder, error);
  if (error) {
    return failure("cannot make the folder " + folder.string() + ": " + error.message());
  }
  return {};
}

Result<std::unique_ptr<SegmentWriter>> FileTarget::open(std::size_t segment,
                                                        const std::vector<Part>& parts) {
  return std::unique_ptr<SegmentWriter>(
      std::make_unique<PartWriter>(folder_ / kDataFolder, part_size_, segment, parts));
}

Result<void> FileTarget::finish(const std::vector<SegmentState>& segments, Manifest manifest,
                                TimePoint now) const {
  std::set<std::string> known;
  manifest.folder = folder_;
  manifest.files.clear();
  for (const auto& segment : segments) {
    for (const Part& part : segment.parts) {
      known.insert(part.file);
      manifest.files.push_back(part);
    }
  }
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / kDataFolder, error)) {
    const auto name = entry.path().filename().string();
    const bool is_ours = name.ends_with(".json.gz") || name.ends_with(".json.gz.part");
    if (is_ours && !known.contains(name)) std::filesystem::remove(entry.path(), error);
  }
  manifest.tally = total(segments);
  manifest.item_count = manifest.tally->items;
  return write_manifest(manifest, now);
}

}  // namespace keywright::copy
