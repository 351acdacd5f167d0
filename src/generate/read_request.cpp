#include "generate/read_request.hpp"

#include "model/spelling.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace keywright::generate {
namespace {

using model::join;
using plan::Access;
using plan::KeyExpression;
using plan::SortConditionKind;

class RequestWriter {
 public:
  RequestWriter(const Naming& naming, const plan::PatternPlan& plan, std::string name)
      : naming_(naming),
        plan_(plan),
        pattern_(plan::declared(naming.model, plan)),
        read_(*plan.read()),
        entity_(pattern_.entity().index) {
    request_.name = std::move(name);
  }

  ReadRequest write() {
    const bool is_query = read_.access == Access::query || read_.access == Access::scan;
    request_.ttl_attribute = ttl_attribute(naming_.model, pattern_);
    request_.consistent = read_.consistent;
    if (!is_query) {
      request_.projection = projection();
      return std::move(request_);
    }
    if (read_.index) request_.index_name = table().indexes[*read_.index].name;
    if (read_.access == Access::query) request_.key_condition = key_condition();
    request_.filter = filter();
    request_.projection = projection();
    request_.forward = read_.forward;
    const auto most = pattern_.max_items ? **pattern_.max_items : 0;
    if (pattern_.is_collection) {
      request_.max_items = most;
    } else {
      request_.page_size = pattern_.page ? **pattern_.page : most;
    }
    if (read_.shards > 1) {
      request_.shards = read_.shards;
      request_.shard_keys = {read_.partition.front().attribute};
      const auto& key = *naming_.plan.keys[entity_].in(read_.index);
      if (!key.sort.empty()) request_.shard_keys.push_back(key.sort.front().name);
    }
    return std::move(request_);
  }

 private:
  [[nodiscard]] const model::Table& table() const {
    return *naming_.model.table_of(naming_.entity(entity_));
  }
  std::string name_of(const std::string& attribute) { return request_.placeholders.of(attribute); }

  void bind_key(std::string placeholder, const KeyExpression& expression, bool is_partition,
                std::size_t position) {
    ReadBinding binding;
    binding.kind = ReadBinding::Kind::key;
    binding.placeholder = std::move(placeholder);
    binding.sharded = is_partition && read_.shards > 1;
    binding.expression = &expression;
    binding.entity = entity_;
    binding.is_partition = is_partition;
    binding.position = position;
    request_.bindings.push_back(std::move(binding));
  }

  std::string bind_range(std::string placeholder, const KeyExpression& expression,
                         std::string_view end) {
    ReadBinding binding;
    binding.kind = ReadBinding::Kind::range;
    binding.placeholder = placeholder;
    binding.expression = &expression;
    binding.entity = owner_of(expression);
    binding.position = read_.sort_equal.size();
    binding.end = end;
    request_.bindings.push_back(std::move(binding));
    return placeholder;
  }

  // The entity that the end of a range belongs to: whose component it has, or whose range ends so.
  [[nodiscard]] std::size_t owner_of(const KeyExpression& expression) const {
    for (const auto& term : expression.terms) {
      if (term.is_input()) return term.entity;
    }
    const auto text = expression.text(naming_.model);
    for (const auto& range : read_.ranges) {
      const auto lower = range.lower.text(naming_.model);
      if (lower == text || range.upper.text(naming_.model) == text ||
          plan::after_prefix(lower) == text) {
        return range.entity;
      }
    }
    return entity_;
  }

  std::string key_condition() {
    std::vector<std::string> conditions;
    const auto add = [&](const KeyExpression& expression, bool is_partition, std::size_t position) {
      const auto placeholder = value_placeholder(expression.attribute);
      conditions.push_back(name_of(expression.attribute) + " = " + placeholder);
      bind_key(placeholder, expression, is_partition, position);
    };
    for (std::size_t i = 0; i < read_.partition.size(); ++i) add(read_.partition[i], true, i);
    for (std::size_t i = 0; i < read_.sort_equal.size(); ++i) add(read_.sort_equal[i], false, i);
    if (auto sort = sort_condition(); !sort.empty()) conditions.push_back(std::move(sort));
    return join(conditions, " AND ");
  }

  std::string sort_condition() {
    const auto& sort = read_.sort;
    const auto& attribute =
        sort.lower.attribute.empty() ? sort.upper.attribute : sort.lower.attribute;
    const auto compare = [&](const char* symbol, const KeyExpression& expression,
                             const char* placeholder, std::string_view end) {
      const auto bound = bind_range(placeholder, expression, end);
      return name_of(attribute) + symbol + bound;
    };
    switch (sort.kind) {
      case SortConditionKind::none:
        return "";
      case SortConditionKind::equal:
        bind_key(value_placeholder(attribute), sort.lower, false, read_.sort_equal.size());
        return name_of(attribute) + " = " + value_placeholder(attribute);
      case SortConditionKind::begins_with:
        (void)bind_range(":prefix", sort.lower, "Prefix");
        return "begins_with(" + name_of(attribute) + ", :prefix)";
      case SortConditionKind::between:
        (void)bind_range(":from", sort.lower, "From");
        (void)bind_range(":to", sort.upper, "To");
        return name_of(attribute) + " BETWEEN :from AND :to";
      case SortConditionKind::greater_equal:
        return compare(" >= ", sort.lower, ":from", "From");
      case SortConditionKind::greater:
        return compare(" > ", sort.lower, ":from", "From");
      case SortConditionKind::less_equal:
        return compare(" <= ", sort.upper, ":to", "To");
      case SortConditionKind::less:
        return compare(" < ", sort.upper, ":to", "To");
    }
    return "";
  }

  std::string filter() {
    std::vector<std::string> conditions;
    std::set<std::string> known;
    for (const auto& each : read_.filters) {
      auto condition = filter_text(each);
      if (known.insert(condition).second) conditions.push_back(std::move(condition));
    }
    return join(conditions, " AND ");
  }

  std::string filter_text(const plan::Filter& filter) {
    using Kind = plan::Filter::Kind;
    if (filter.kind == Kind::is_type) return type_filter(filter);
    const auto name = name_of(naming_.entity(filter.entity).fields[filter.field].name);
    const auto value = filter_value(*filter.input);
    switch (filter.kind) {
      case Kind::equal:
        return name + " = " + value;
      case Kind::less:
        return name + " < " + value;
      case Kind::less_equal:
        return name + " <= " + value;
      case Kind::greater:
        return name + " > " + value;
      case Kind::greater_equal:
        return name + " >= " + value;
      case Kind::between:
        return name + " BETWEEN " + value + " AND " + filter_value(*filter.upper_input);
      default:
        return "begins_with(" + name + ", " + value + ")";
    }
  }

  std::string filter_value(std::size_t input) {
    ReadBinding binding;
    binding.placeholder = ':' + plan_.inputs[input].name;
    binding.input = input;
    auto& bindings = request_.bindings;
    if (std::find(bindings.begin(), bindings.end(), binding) == bindings.end()) {
      bindings.push_back(binding);
    }
    return binding.placeholder;
  }

  std::string type_filter(const plan::Filter& filter) {
    std::vector<std::string> placeholders;
    for (const auto entity : filter.entities) {
      ReadBinding binding;
      binding.kind = ReadBinding::Kind::text;
      binding.placeholder = ":type";
      if (filter.entities.size() != 1) {
        binding.placeholder += std::to_string(placeholders.size() + 1);
      }
      binding.text = naming_.entity(entity).name;
      placeholders.push_back(binding.placeholder);
      request_.bindings.push_back(std::move(binding));
    }
    const auto name = name_of(std::string(plan::type_attribute));
    return placeholders.size() == 1 ? name + " = " + placeholders.front()
                                    : name + " IN (" + join(placeholders, ", ") + ")";
  }

  std::string projection() {
    std::vector<std::string> names;
    const auto& entity = naming_.entity(entity_);
    for (const auto field : read_.projected) names.push_back(entity.fields[field].name);
    const auto& ttl = request_.ttl_attribute;
    const bool needs_ttl =
        !names.empty() && !ttl.empty() && std::find(names.begin(), names.end(), ttl) == names.end();
    if (needs_ttl) names.push_back(ttl);
    for (auto& name : names) name = name_of(name);
    return join(names, ", ");
  }

  const Naming& naming_;
  const plan::PatternPlan& plan_;
  const model::AccessPattern& pattern_;
  const plan::ReadPlan& read_;
  std::size_t entity_;
  ReadRequest request_;
};

}  // namespace

ReadRequest read_request(const Naming& naming, const plan::PatternPlan& plan, std::string name) {
  return RequestWriter(naming, plan, std::move(name)).write();
}

std::string ttl_attribute(const model::Model& model, const model::AccessPattern& pattern) {
  if (*pattern.expired == model::ExpiredItems::include) return "";
  for (const auto& returned : pattern.returns) {
    const auto& entity = model.entities[returned.entity.index];
    if (entity.ttl) return entity.ttl->field.name;
  }
  return "";
}

}  // namespace keywright::generate
