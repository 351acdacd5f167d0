#include "generate/common_code.hpp"

#include "generate/code_writer.hpp"

#include <algorithm>

namespace keywright::generate {
namespace {

using model::Comparison;

std::string partition_words(const Naming& naming, const plan::Aggregate& aggregate) {
  const auto& keys = naming.plan.keys[aggregate.root];
  if (!keys.table || keys.table->partition.empty()) return "";
  const auto& attribute = keys.table->partition.front();
  const auto& entity = naming.entity(aggregate.root);
  if (attribute.native) return "one " + entity.fields[*attribute.parts.front().field].name;
  std::string text;
  for (const auto& part : attribute.parts) {
    text += part.field ? '{' + entity.fields[*part.field].name + "}" : part.literal;
  }
  return text;
}

bool is_read(const Naming& naming, const plan::Aggregate& aggregate, std::size_t entity) {
  return std::any_of(
      aggregate.patterns.begin(), aggregate.patterns.end(), [&](std::size_t position) {
        const auto& returns = naming.model.access_patterns[position].returns;
        return std::any_of(returns.begin(), returns.end(),
                           [&](const auto& returned) { return returned.entity.index == entity; });
      });
}

}  // namespace

std::string_view comparison_operator(Comparison comparison) {
  switch (comparison) {
    case Comparison::not_equal:
      return " != ";
    case Comparison::less:
      return " < ";
    case Comparison::less_equal:
      return " <= ";
    case Comparison::greater:
      return " > ";
    case Comparison::greater_equal:
      return " >= ";
    default:
      return " == ";
  }
}

std::vector<std::string> key_calls(
    const plan::EntityKey& table_key, const std::vector<plan::KeyExpression>& key,
    const std::function<std::string(bool is_partition, std::size_t position)>& constant,
    const std::function<std::string(const plan::KeyTerm&)>& argument) {
  std::vector<std::string> calls;
  for (std::size_t i = 0; i < key.size(); ++i) {
    std::vector<std::string> arguments;
    for (const auto& term : key[i].terms) {
      if (term.is_component()) arguments.push_back(argument(term));
    }
    const bool is_partition = i < table_key.partition.size();
    const auto position = is_partition ? i : i - table_key.partition.size();
    calls.push_back(constant(is_partition, position) + "(" + join(arguments, ", ") + ")");
  }
  return calls;
}

std::string repository_words(const Naming& naming, const plan::Aggregate& aggregate,
                             bool is_admin) {
  const auto under = "the items under " + partition_words(naming, aggregate) + ".";
  if (is_admin) return "the access patterns of kind `admin` on " + under;
  std::vector<std::string> names;
  for (const auto entity : aggregate.entities) {
    if (is_read(naming, aggregate, entity)) names.push_back(naming.entity(entity).name);
  }
  return "every access to " + listed(names) + ", " + under;
}

}  // namespace keywright::generate
