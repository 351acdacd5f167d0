#pragma once

// The keys of the model language, as the reader's own tables have them. What is made of this, such
// as the schema for editors, cannot know another language than the reader.
//
// Plain values; the texts live as long as the program.

#include <string_view>
#include <vector>

namespace keywright::model {

struct LanguageKey {
  std::string_view name;
  bool required = false;
};

// A map of fixed keys: an access pattern, a table.
struct LanguageMap {
  std::string_view name;  // "access_pattern"
  std::vector<LanguageKey> keys;
};

// A key that means something for some of the words of another key only: `page` for `op: query`.
struct LanguageUse {
  std::string_view key;
  std::vector<std::string_view> words;
};

struct Language {
  std::vector<LanguageMap> maps;
  std::vector<LanguageUse> operation_uses;  // keys of a pattern, by `op`
  std::vector<LanguageUse> type_uses;       // options of a field, by `type`
};

[[nodiscard]] Language language();

}  // namespace keywright::model
