#pragma once

// The model language as a JSON Schema (2020-12), by which editors complete and check a model file.
//
// Which keys there are, which must be there and what they belong to comes from the reader's own
// tables, and words from its vocabularies. What the reader accepts the schema accepts; what needs
// more than one look (that names are known, that keys prove a pattern) is for `keywright check`.

#include <string>
#include <string_view>
#include <vector>

namespace keywright::model {

// Ends in a line break; the same text each time.
[[nodiscard]] std::string json_schema();

// How the value of a key is written, and what the key means.
struct SchemaKey {
  std::string_view map;  // of the Language
  std::string_view key;
  std::string_view value;  // a schema, or `@name` for a definition
  std::string_view meaning;
};

[[nodiscard]] const std::vector<SchemaKey>& schema_keys();

}  // namespace keywright::model
