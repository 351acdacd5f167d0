#include "copy/manifest.hpp"

#include "copy/durable_file.hpp"
#include "copy/json.hpp"
#include "copy/md5.hpp"
#include "wire/operations.hpp"
#include <keywright/timestamp.hpp>

#include <utility>

namespace keywright::copy {
namespace {

constexpr const char* kSummary = "manifest-summary.json";
constexpr const char* kFiles = "manifest-files.json";
constexpr std::string_view kVersion = "2020-06-30";
constexpr std::string_view kDynamoDbJson = "DYNAMODB_JSON";

/// The member "keywright".
struct OwnSummary {
  std::string checksum{};
  std::int64_t items = 0;
  std::int64_t bytes = 0;
  std::optional<CreateTableRequest> table{};
  std::optional<std::string> time_to_live_attribute{};
};

struct Summary {
  std::string version{};
  std::string table_arn{};
  std::string table_id{};
  std::string export_time{};
  std::string manifest_files{};
  std::int64_t item_count = 0;
  std::int64_t billed_size = 0;
  std::string output_format{};
  std::string export_type{};
  std::optional<OwnSummary> own{};
};

struct FileLine {
  std::int64_t item_count = 0;
  std::string md5{};
  std::string key{};
};

void write_members(wire::ObjectWriter& out, const OwnSummary& own) {
  wire::write(out, "checksum", own.checksum);
  wire::write(out, "itemCount", own.items);
  wire::write(out, "sizeBytes", own.bytes);
  wire::write(out, "table", own.table);
  wire::write(out, "timeToLiveAttribute", own.time_to_live_attribute);
}
void read_members(const wire::Members& in, OwnSummary& own) {
  wire::read(in, "checksum", own.checksum);
  wire::read(in, "itemCount", own.items);
  wire::read(in, "sizeBytes", own.bytes);
  wire::read(in, "table", own.table);
  wire::read(in, "timeToLiveAttribute", own.time_to_live_attribute);
}

void write_members(wire::ObjectWriter& out, const Summary& summary) {
  wire::write(out, "version", summary.version);
  wire::write_unless_empty(out, "tableArn", summary.table_arn);
  wire::write_unless_empty(out, "tableId", summary.table_id);
  wire::write(out, "exportTime", summary.export_time);
  wire::write(out, "manifestFilesS3Key", summary.manifest_files);
  wire::write(out, "billedSizeBytes", summary.billed_size);
  wire::write(out, "itemCount", summary.item_count);
  wire::write(out, "outputFormat", summary.output_format);
  wire::write(out, "exportType", summary.export_type);
  wire::write(out, "keywright", summary.own);
}
void read_members(const wire::Members& in, Summary& summary) {
  wire::read(in, "version", summary.version);
  wire::read(in, "tableArn", summary.table_arn);
  wire::read(in, "tableId", summary.table_id);
  wire::read(in, "itemCount", summary.item_count);
  wire::read(in, "outputFormat", summary.output_format);
  wire::read(in, "exportType", summary.export_type);
  wire::read(in, "keywright", summary.own);
}

void write_members(wire::ObjectWriter& out, const FileLine& line) {
  wire::write(out, "itemCount", line.item_count);
  wire::write(out, "md5Checksum", line.md5);
  wire::write(out, "dataFileS3Key", line.key);
}
void read_members(const wire::Members& in, FileLine& line) {
  wire::read(in, "itemCount", line.item_count);
  wire::read(in, "md5Checksum", line.md5);
  wire::read(in, "dataFileS3Key", line.key);
}

/// The folder itself, or that of the one export below it.
Result<std::filesystem::path> find_export(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) {
    return refusal("there is no folder " + folder.string() + ": name that of an export");
  }
  if (std::filesystem::exists(folder / kSummary, error)) return folder;
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "AWSDynamoDB", error)) {
    if (std::filesystem::exists(entry.path() / kSummary, error)) found.push_back(entry.path());
  }
  if (found.size() == 1) return found.front();
  if (!found.empty()) {
    return refusal(folder.string() + " has " + std::to_string(found.size()) +
                   " exports: name the folder of one of them, such as " + found.front().string());
  }
  return refusal(folder.string() + " has no " + kSummary +
                 ": it is no export, or one that is not complete");
}

Error bad_manifest(const std::filesystem::path& file, const std::string& why) {
  return refusal(file.string() + ": " + why);
}

Result<void> check_kind(const std::filesystem::path& file, const Summary& summary) {
  if (!summary.output_format.empty() && summary.output_format != kDynamoDbJson) {
    return bad_manifest(file, "the export is in the format " + summary.output_format +
                                  "; export in DYNAMODB_JSON instead");
  }
  if (summary.export_type == "INCREMENTAL_EXPORT") {
    return bad_manifest(file,
                        "the export is incremental: it has changes in place of items; use a full "
                        "export instead");
  }
  return {};
}

Result<void> read_files(const std::filesystem::path& file, Manifest& manifest) {
  auto text = read_file(file);
  if (!text) return std::move(text).error();
  Md5 md5;
  md5.add(*text);
  manifest.id = md5.finish();
  JsonFile json;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text->size();) {
    const std::size_t end = std::min(text->find('\n', begin), text->size());
    const auto line = std::string_view(*text).substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    auto read = json.object<FileLine>(line);
    // A name and no path: the data files are all in one folder.
    const auto name = read ? read->key.substr(read->key.rfind('/') + 1) : std::string();
    if (name.empty() || name == "." || name == "..") {
      return bad_manifest(file, "line " + std::to_string(number) + ": " +
                                    (read ? "it names no data file" : read.error().message));
    }
    manifest.files.push_back({name, read->item_count, read->md5});
  }
  return {};
}

Result<void> read_own(const std::filesystem::path& file, const OwnSummary& own,
                      Manifest& manifest) {
  const auto checksum = checksum_from_hex(own.checksum);
  if (!checksum) return bad_manifest(file, "its checksum is no 32 hexadecimal digits");
  manifest.tally = Tally{own.items, own.bytes, *checksum};
  if (own.table) manifest.definition = TableDefinition{*own.table, own.time_to_live_attribute};
  return {};
}

}  // namespace

Result<Manifest> read_manifest(const std::filesystem::path& folder) {
  auto found = find_export(folder);
  if (!found) return std::move(found).error();
  Manifest manifest;
  manifest.folder = *std::move(found);
  const auto file = manifest.folder / kSummary;
  auto text = read_file(file);
  if (!text) return std::move(text).error();
  auto summary = JsonFile().object<Summary>(*text);
  if (!summary) return bad_manifest(file, summary.error().message);
  if (auto checked = check_kind(file, *summary); !checked) return std::move(checked).error();
  manifest.table_arn = std::move(summary->table_arn);
  manifest.table_id = std::move(summary->table_id);
  manifest.item_count = summary->item_count;
  if (summary->own) {
    if (auto own = read_own(file, *summary->own, manifest); !own) return std::move(own).error();
  }
  auto files = read_files(manifest.folder / kFiles, manifest);
  if (!files) return std::move(files).error();
  return manifest;
}

Result<void> write_manifest(const Manifest& manifest, TimePoint now) {
  std::string lines;
  for (const Part& part : manifest.files) {
    wire::append(lines, FileLine{part.items, part.md5, std::string(kDataFolder) + "/" + part.file});
    lines += '\n';
  }
  if (auto kept = write_durably(manifest.folder / kFiles, lines); !kept) return kept;
  Summary summary;
  summary.version = kVersion;
  summary.table_arn = manifest.table_arn;
  summary.table_id = manifest.table_id;
  summary.export_time = to_text(now);
  summary.manifest_files = kFiles;
  summary.item_count = manifest.item_count;
  summary.output_format = kDynamoDbJson;
  summary.export_type = "FULL_EXPORT";
  if (manifest.tally) {
    summary.own.emplace();
    summary.own->checksum = to_hex(manifest.tally->checksum);
    summary.own->items = manifest.tally->items;
    summary.own->bytes = manifest.tally->bytes;
    if (manifest.definition) {
      summary.own->table = manifest.definition->create;
      summary.own->time_to_live_attribute = manifest.definition->time_to_live_attribute;
    }
  }
  std::string text;
  wire::append(text, summary);
  text += '\n';
  return write_durably(manifest.folder / kSummary, text);
}

}  // namespace keywright::copy
