#include "copy/state.hpp"

#include "copy/calls.hpp"
#include "copy/durable_file.hpp"
#include "copy/json.hpp"
#include "wire/writer.hpp"

#include <utility>

namespace keywright::copy {
namespace {

constexpr std::int64_t kVersion = 1;

Error bad_state(const std::filesystem::path& file, const std::string& why) {
  return refusal("the state file " + file.string() + " does not read: " + why +
                 "; name another file, or delete it to begin anew");
}

}  // namespace

// Found by name, so not in the unnamed namespace: each member once to write and once to read.

void write_members(wire::ObjectWriter& out, const Part& part) {
  wire::write(out, "file", part.file);
  wire::write(out, "items", part.items);
  wire::write(out, "md5", part.md5);
}
void read_members(const wire::Members& in, Part& part) {
  wire::read(in, "file", part.file);
  wire::read(in, "items", part.items);
  wire::read(in, "md5", part.md5);
}

void write_members(wire::ObjectWriter& out, const SegmentState& segment) {
  wire::write(out, "position", segment.position);
  wire::write(out, "done", segment.is_done);
  wire::write(out, "items", segment.tally.items);
  wire::write(out, "bytes", segment.tally.bytes);
  wire::write(out, "checksum", to_hex(segment.tally.checksum));
  wire::write_unless_empty(out, "parts", segment.parts);
}
void read_members(const wire::Members& in, SegmentState& segment) {
  std::string checksum;
  wire::read(in, "position", segment.position);
  wire::read(in, "done", segment.is_done);
  wire::read(in, "items", segment.tally.items);
  wire::read(in, "bytes", segment.tally.bytes);
  wire::read(in, "checksum", checksum);
  wire::read(in, "parts", segment.parts);
  if (const auto read = checksum_from_hex(checksum)) {
    segment.tally.checksum = *read;
  } else {
    in.faults.serialization("checksum is no 32 hexadecimal digits");
  }
}

void write_members(wire::ObjectWriter& out, const CopyIdentity& identity) {
  wire::write(out, "from", identity.from);
  wire::write(out, "table", identity.table);
  wire::write(out, "tableId", identity.table_id);
  wire::write(out, "to", identity.to);
  wire::write(out, "toTable", identity.to_table);
  wire::write(out, "toTableId", identity.to_table_id);
}
void read_members(const wire::Members& in, CopyIdentity& identity) {
  wire::read(in, "from", identity.from);
  wire::read(in, "table", identity.table);
  wire::read(in, "tableId", identity.table_id);
  wire::read(in, "to", identity.to);
  wire::read(in, "toTable", identity.to_table);
  wire::read(in, "toTableId", identity.to_table_id);
}

namespace {

struct StateFile {
  std::int64_t version = 0;
  CopyState state{};
};

void write_members(wire::ObjectWriter& out, const StateFile& file) {
  wire::write(out, "keywrightCopy", file.version);
  wire::write(out, "copy", file.state.identity);
  wire::write(out, "segments", file.state.segments);
}
void read_members(const wire::Members& in, StateFile& file) {
  wire::read(in, "keywrightCopy", file.version);
  wire::read(in, "copy", file.state.identity);
  wire::read(in, "segments", file.state.segments);
}

}  // namespace

Tally total(const std::vector<SegmentState>& segments) {
  Tally tally;
  for (const auto& segment : segments) tally += segment.tally;
  return tally;
}

Result<void> save_state(const std::filesystem::path& file, const CopyState& state) {
  std::string text;
  wire::append(text, StateFile{kVersion, state});
  text += '\n';
  return write_durably(file, text);
}

Result<std::optional<CopyState>> load_state(const std::filesystem::path& file) {
  auto text = read_file(file);
  if (!text) {
    if (text.error().code == ErrorCode::not_found) return std::optional<CopyState>();
    return std::move(text).error();
  }
  auto read = JsonFile().object<StateFile>(*text);
  if (!read) return bad_state(file, read.error().message);
  if (read->version != kVersion) return bad_state(file, "it is no state of this version's copies");
  if (read->state.identity.from.empty()) return bad_state(file, "it does not name its copy");
  return std::optional(std::move(read->state));
}

Result<void> check_identity(const std::filesystem::path& file, const CopyIdentity& found,
                            const CopyIdentity& wanted) {
  if (found == wanted) return {};
  const auto place = [](const std::string& table, const std::string& url) {
    return url.starts_with("file:") ? url : "table " + table + " at " + url;
  };
  const auto text = [&](const CopyIdentity& copy) {
    return "from " + place(copy.table, copy.from) + " to " + place(copy.to_table, copy.to);
  };
  std::string why = "the state file " + file.string() + " is of a copy " + text(found);
  if (text(found) == text(wanted)) {
    why += ", and one of the two was made anew since then";
  } else {
    why += ", and not of one " + text(wanted);
  }
  return refusal(why + "; name another file, or delete it to begin anew");
}

}  // namespace keywright::copy
