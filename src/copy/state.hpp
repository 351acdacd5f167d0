#pragma once
// How far a copy has come, and the file that remembers it.

#include "copy/checksum.hpp"
#include "copy/source.hpp"
#include <keywright/result.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace keywright::copy {

struct SegmentState {
  Position position{};  ///< all before it is written
  bool is_done = false;
  Tally tally{};  ///< of what is written
  std::vector<Part> parts{};
  friend bool operator==(const SegmentState&, const SegmentState&) = default;
};

/// Which copy it is. Tables have ids, so that one that was deleted and made anew is another.
struct CopyIdentity {
  std::string from{};
  std::string table{};
  std::string table_id{};
  std::string to{};
  std::string to_table{};
  std::string to_table_id{};
  friend bool operator==(const CopyIdentity&, const CopyIdentity&) = default;
};

struct CopyState {
  CopyIdentity identity{};
  std::vector<SegmentState> segments{};
};

[[nodiscard]] Tally total(const std::vector<SegmentState>& segments);

[[nodiscard]] Result<void> save_state(const std::filesystem::path& file, const CopyState& state);

/// nullopt if there is no such file. A file that does not read is refused.
[[nodiscard]] Result<std::optional<CopyState>> load_state(const std::filesystem::path& file);

/// A refusal unless the state is of this copy.
[[nodiscard]] Result<void> check_identity(const std::filesystem::path& file,
                                          const CopyIdentity& found, const CopyIdentity& wanted);

}  // namespace keywright::copy
