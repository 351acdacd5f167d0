#pragma once

// The request of a read pattern as every language states it: its expressions, and what their
// placeholders stand for. Plain values; key expressions are those of the plan, which must outlive
// them.

#include "generate/naming.hpp"
#include "generate/placeholders.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::generate {

// What a placeholder stands for: a key attribute, an end of a range, an argument, or a text.
struct ReadBinding {
  enum class Kind { key, range, input, text };
  Kind kind = Kind::input;
  std::string placeholder;
  bool sharded = false;  // each shard adds its number

  const plan::KeyExpression* expression = nullptr;  // of key and range
  std::size_t entity = 0;  // whose key it is, or to which the end of the range belongs
  bool is_partition = false;
  std::size_t position = 0;   // of the attribute in its half of the key
  std::string_view end = {};  // of a range: "From", "To", "Prefix"

  std::size_t input = 0;  // into PatternPlan::inputs
  std::string text = {};

  friend bool operator==(const ReadBinding&, const ReadBinding&) = default;
};

struct ReadRequest {
  std::string name;        // of the pattern, as calls report it
  std::string index_name;  // empty: the table
  std::string key_condition;
  std::string filter;
  std::string projection;
  std::string ttl_attribute;  // empty: expired items count
  bool forward = true;
  bool consistent = false;
  std::size_t page_size = 0;  // 0: as the runtime has it
  std::size_t max_items = 0;
  std::size_t shards = 1;
  std::vector<std::string> shard_keys;  // with shards: the keys of the index
  Placeholders placeholders;
  std::vector<ReadBinding> bindings;
};

[[nodiscard]] ReadRequest read_request(const Naming& naming, const plan::PatternPlan& plan,
                                       std::string name);

// The time-to-live attribute, if an item past it is to be left out; else empty.
[[nodiscard]] std::string ttl_attribute(const model::Model& model,
                                        const model::AccessPattern& pattern);

// What a read does, in the words of its comment.
[[nodiscard]] std::string get_words(const Naming& naming, const plan::PatternPlan& plan);
[[nodiscard]] std::string batch_get_words(const Naming& naming, const plan::PatternPlan& plan);
[[nodiscard]] std::string list_words(const Naming& naming, const plan::PatternPlan& plan);
[[nodiscard]] std::string collection_words(const Naming& naming, const plan::PatternPlan& plan);

// `JOB#{job_id}, METADATA` for comments.
[[nodiscard]] std::string key_words(const model::Model& model,
                                    const std::vector<plan::KeyExpression>& key,
                                    const std::vector<plan::Input>* inputs = nullptr);

}  // namespace keywright::generate
