#pragma once
// What is in a folder of an export, as DynamoDB's exports to S3 have it:
//
//   manifest-summary.json   one object; ours has the member "keywright" as well
//   manifest-files.json     a line for each data file
//   data/*.json.gz          a line for each item: {"Item":{...}}

#include "copy/checksum.hpp"
#include "copy/source.hpp"
#include "copy/tables.hpp"
#include <keywright/clock.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace keywright::copy {

inline constexpr std::string_view kDataFolder = "data";

struct Manifest {
  std::filesystem::path folder{};  ///< where the manifest files are
  std::string id{};                ///< another one for other files
  std::string table_arn{};
  std::string table_id{};
  std::int64_t item_count = 0;
  std::vector<Part> files{};
  // Of exports of our own:
  std::optional<Tally> tally{};
  std::optional<TableDefinition> definition{};

  [[nodiscard]] std::filesystem::path path_of(const Part& part) const {
    return folder / kDataFolder / part.file;
  }
};

/// Reads the manifests in `folder`, or of the only export below its AWSDynamoDB. Refusals say what
/// is missing, and what kinds of exports are none to be copied.
[[nodiscard]] Result<Manifest> read_manifest(const std::filesystem::path& folder);

/// Writes both files, that which says that the export is complete last.
[[nodiscard]] Result<void> write_manifest(const Manifest& manifest, TimePoint now);

}  // namespace keywright::copy
