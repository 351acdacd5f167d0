#include "generate/cpp_read_emitter.hpp"
#include "generate/cpp_values.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

// Queries and scans: the constant with its expressions, and what is bound to them.

namespace keywright::generate {

using plan::Access;
using plan::KeyExpression;
using plan::SortConditionKind;

std::string ReadEmitter::value_placeholder(const std::string& attribute) {
  std::string name = ":";
  for (const char c : attribute) name += c == '-' || c == '.' ? '_' : c;
  return name;
}

void ReadEmitter::bind(std::string placeholder, std::string value, bool sharded) {
  bindings_.push_back({std::move(placeholder), std::move(value), sharded});
}

// A constant for an end of the range, made of the expression's own text.
std::string ReadEmitter::range_value(const KeyExpression& expression, const std::string& suffix) {
  std::vector<std::string> arguments;
  for (const auto& term : expression.terms) {
    if (term.is_input()) arguments.push_back(input_name(*term.input));
  }
  const auto inputs = '(' + join(arguments, ", ") + ")";
  const auto owner = range_owner(expression);
  if (expression.native) {
    return context_.key_constant(owner, *context_.plan.keys[owner].in(read_.index), false,
                                 read_.sort_equal.size()) +
           inputs;
  }
  const auto name = constant_.name() + suffix;
  CodeWriter out;
  out.call("constexpr keywright::SortTemplate " + name + "{",
           {string_literal(context_.entity(owner).name), string_literal(expression.attribute),
            string_literal(template_text(context_, expression))},
           "};");
  range_constants_ += out.text();
  return name + inputs;
}

// The entity that the end of a range belongs to: whose component it has, or whose range ends so.
std::size_t ReadEmitter::range_owner(const KeyExpression& expression) const {
  for (const auto& term : expression.terms) {
    if (term.is_input()) return term.entity;
  }
  const auto text = expression.text(context_.model);
  for (const auto& range : read_.ranges) {
    const auto lower = range.lower.text(context_.model);
    if (lower == text || range.upper.text(context_.model) == text ||
        plan::after_prefix(lower) == text) {
      return range.entity;
    }
  }
  return entity_;
}

std::string ReadEmitter::sort_condition() {
  const auto& sort = read_.sort;
  const auto& attribute =
      sort.lower.attribute.empty() ? sort.upper.attribute : sort.lower.attribute;
  const auto compare = [&](const char* symbol, const KeyExpression& expression,
                           const char* placeholder, const char* suffix) {
    bind(placeholder, range_value(expression, suffix));
    return constant_.placeholder(attribute) + symbol + placeholder;
  };
  switch (sort.kind) {
    case SortConditionKind::none:
      return "";
    case SortConditionKind::equal:
      bind(value_placeholder(attribute),
           key_call(entity_, false, read_.sort_equal.size(), sort.lower));
      return constant_.placeholder(attribute) + " = " + value_placeholder(attribute);
    case SortConditionKind::begins_with:
      bind(":prefix", range_value(sort.lower, "Prefix"));
      return "begins_with(" + constant_.placeholder(attribute) + ", :prefix)";
    case SortConditionKind::between:
      bind(":from", range_value(sort.lower, "From"));
      bind(":to", range_value(sort.upper, "To"));
      return constant_.placeholder(attribute) + " BETWEEN :from AND :to";
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

void ReadEmitter::add_key_condition() {
  std::vector<std::string> conditions;
  for (std::size_t i = 0; i < read_.partition.size(); ++i) {
    const auto& expression = read_.partition[i];
    const auto placeholder = value_placeholder(expression.attribute);
    conditions.push_back(constant_.placeholder(expression.attribute) + " = " + placeholder);
    bind(placeholder, key_call(entity_, true, i, expression), read_.shards > 1);
  }
  for (std::size_t i = 0; i < read_.sort_equal.size(); ++i) {
    const auto& expression = read_.sort_equal[i];
    const auto placeholder = value_placeholder(expression.attribute);
    conditions.push_back(constant_.placeholder(expression.attribute) + " = " + placeholder);
    bind(placeholder, key_call(entity_, false, i, expression));
  }
  if (auto sort = sort_condition(); !sort.empty()) conditions.push_back(std::move(sort));
  constant_.add_text("key_condition", join(conditions, " AND "));
}

void ReadEmitter::add_filter() {
  std::vector<std::string> conditions;
  std::set<std::string> known;
  for (const auto& filter : read_.filters) {
    auto condition = filter_text(filter);
    if (known.insert(condition).second) conditions.push_back(std::move(condition));
  }
  constant_.add_text("filter", join(conditions, " AND "));
}

std::string ReadEmitter::filter_text(const plan::Filter& filter) {
  using Kind = plan::Filter::Kind;
  if (filter.kind == Kind::is_type) return type_filter(filter);
  const auto name = constant_.placeholder(context_.entity(filter.entity).fields[filter.field].name);
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

std::string ReadEmitter::filter_value(std::size_t input) {
  auto placeholder = ':' + plan_.inputs[input].name;
  const bool is_bound =
      std::any_of(bindings_.begin(), bindings_.end(), [&](const Binding& binding) {
        return binding.placeholder == placeholder && binding.value == input_name(input);
      });
  if (!is_bound) bind(placeholder, input_name(input));
  return placeholder;
}

std::string ReadEmitter::type_filter(const plan::Filter& filter) {
  std::vector<std::string> placeholders;
  for (const auto entity : filter.entities) {
    auto placeholder =
        ":type" +
        (filter.entities.size() == 1 ? std::string() : std::to_string(placeholders.size() + 1));
    bind(placeholder, string_literal(context_.entity(entity).name));
    placeholders.push_back(std::move(placeholder));
  }
  const auto name = constant_.placeholder(std::string(plan::type_attribute));
  return placeholders.size() == 1 ? name + " = " + placeholders.front()
                                  : name + " IN (" + join(placeholders, ", ") + ")";
}

void ReadEmitter::add_query_members() {
  if (read_.index) constant_.add_text("index_name", table().indexes[*read_.index].name);
  if (read_.access == Access::query) add_key_condition();
  add_filter();
  add_projection();
  add_ttl();
  if (!read_.forward) constant_.add("scan_index_forward", "false");
  if (read_.consistent) constant_.add("consistent_read", "true");
  if (pattern_.is_collection) {
    if (pattern_.max_items) {
      constant_.add("max_items", std::to_string(**pattern_.max_items));
    }
  } else if (pattern_.page) {
    constant_.add("page_size", std::to_string(**pattern_.page));
  } else if (pattern_.max_items) {
    constant_.add("page_size", std::to_string(**pattern_.max_items));
  }
  if (read_.shards > 1) {
    constant_.add("shards", std::to_string(read_.shards));
    std::vector<std::string> keys{".partition = " +
                                  string_literal(read_.partition.front().attribute)};
    const auto& key = *context_.plan.keys[entity_].in(read_.index);
    if (!key.sort.empty()) {
      keys.push_back(".sort = " + string_literal(key.sort.front().name));
    }
    constant_.add("shard_keys", '{' + join(keys, ", ") + "}");
  }
}

void ReadEmitter::write_query(CodeWriter& body, const std::string& query) {
  body.line("keywright::BoundQuery " + query + "(" + constant_.name() + ");");
  for (const auto& binding : bindings_) {
    body.call(query + (binding.sharded ? ".bind_sharded(" : ".bind("),
              {string_literal(binding.placeholder), binding.value}, ");");
  }
}

CppFunction ReadEmitter::collection() {
  add_query_members();
  const auto type = context_.collection_type(plan_.pattern);
  const auto query = local("query");
  CppFunction function;
  function.is_read = true;
  function.name = identifier(pattern_.name);
  function.return_type = "keywright::Result<std::optional<" + type + ">>";
  function.parameters = parameters();
  std::string required;
  for (const auto& returned : pattern_.returns) {
    if (returned.cardinality == model::Cardinality::one && required.empty()) {
      required = context_.entity(returned.entity.index).name;
    }
  }
  function.comment = {"One Query of " + range_words() + "." +
                      (required.empty() ? "" : " Without a " + required + " there is nothing.") +
                      filter_words()};
  CodeWriter body(2);
  write_query(body, query);
  std::vector<std::string> arguments{query};
  for (const auto& returned : pattern_.returns) {
    const auto part = returned.entity.index;
    const char* kind = returned.cardinality == model::Cardinality::one        ? "one"
                       : returned.cardinality == model::Cardinality::optional ? "at_most_one"
                                                                              : "many";
    const auto& key = *context_.plan.keys[part].table;
    arguments.push_back("keywright::" + std::string(kind) + "(&" + type +
                        "::" + context_.collection_member(returned) + ", " +
                        context_.key_constant(part, key, false, 0) + ")");
  }
  body.call("return repository_.collect<" + type + ">(", arguments, ");");
  function.body = body.text();
  function.constants = constant_.text() + range_constants_;
  return function;
}

// A page, and all of them as a range; both by one bound query.
std::vector<CppFunction> ReadEmitter::list() {
  add_query_members();
  const auto& helper = context_.query_helper(plan_.pattern);
  const auto type = result_type();
  CppFunction page;
  page.is_read = true;
  page.name = identifier(pattern_.name);
  page.return_type = "keywright::Result<keywright::Page<" + type + ">>";
  page.parameters = parameters();
  const auto page_name = local("page");
  page.parameters.push_back({"const keywright::PageOptions&", page_name, "{}"});
  page.comment = {list_words()};

  CodeWriter bound;
  std::vector<std::string> declared;
  for (const auto& parameter : parameters()) {
    declared.push_back(parameter.type + " " + parameter.name);
  }
  const auto query = local("query");
  bound.call("keywright::BoundQuery " + helper + "(", declared, ") {");
  bound.indent();
  write_query(bound, query);
  bound.line("return " + query + ";");
  bound.outdent();
  bound.line("}");

  const auto call = helper + "(" + join(argument_names(), ", ") + ")";
  CodeWriter body(2);
  body.call("return repository_.list<" + type + ">(", {call, page_name}, ");");
  page.body = body.text();
  page.constants = constant_.text() + range_constants_;
  page.helpers = bound.text();

  CppFunction each;
  each.is_read = true;
  each.name = context_.each_function(plan_.pattern);
  each.return_type = "keywright::Each<" + type + ">";
  each.parameters = parameters();
  each.comment = {"All of them, page after page. The range must not outlive the repository."};
  CodeWriter each_body(2);
  each_body.call("return repository_.each<" + type + ">(", {call}, ");");
  each.body = each_body.text();
  return {std::move(page), std::move(each)};
}

}  // namespace keywright::generate
