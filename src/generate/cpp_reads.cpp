#include "generate/cpp_function.hpp"
#include "generate/cpp_values.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

// The functions of reads.

namespace keywright::generate {
namespace {

using plan::Access;
using plan::KeyExpression;
using plan::SortConditionKind;

class ReadEmitter {
 public:
  ReadEmitter(const CppContext& context, const plan::PatternPlan& plan)
      : context_(context),
        plan_(plan),
        pattern_(context.model.access_patterns[plan.pattern]),
        read_(*plan.read()),
        entity_(pattern_.entity().index),
        constant_(read_.access == Access::get_item || read_.access == Access::batch_get_item
                      ? "GetPattern"
                      : "QueryPattern",
                  pattern_.name) {
    for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
      names_.take(identifier(plan.inputs[i].name));
    }
    constant_.add_text("name", pattern_.name);
  }

  std::vector<CppFunction> emit() {
    switch (read_.access) {
      case Access::get_item:
        return {get()};
      case Access::batch_get_item:
        return {batch_get()};
      default:
        return pattern_.is_collection ? std::vector{collection()} : list();
    }
  }

 private:
  // Types and names.
  [[nodiscard]] std::string result_type() const {
    const auto* summary = context_.summary_of(plan_.pattern);
    return summary != nullptr ? summary->name : context_.entity_type(entity_);
  }
  [[nodiscard]] const model::Table& table() const {
    return *context_.model.table_of(context_.entity(entity_));
  }
  [[nodiscard]] std::string local(const std::string& name) { return names_.unique(name); }
  [[nodiscard]] std::string input_name(std::size_t input) const {
    return identifier(plan_.inputs[input].name);
  }
  [[nodiscard]] const model::Field& input_field(std::size_t input) const {
    const auto& known = plan_.inputs[input];
    return context_.entity(known.entity).fields[*known.field];
  }

  [[nodiscard]] std::vector<CppParameter> parameters() const {
    std::vector<CppParameter> result;
    for (std::size_t i = 0; i < plan_.inputs.size(); ++i) {
      result.push_back({context_.parameter_type(input_field(i).type), input_name(i), ""});
    }
    return result;
  }
  [[nodiscard]] std::vector<std::string> argument_names() const {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < plan_.inputs.size(); ++i) result.push_back(input_name(i));
    return result;
  }

  // The entity whose key constant an expression is made with.
  [[nodiscard]] std::string key_call(std::size_t entity, bool is_partition, std::size_t position,
                                     const KeyExpression& expression,
                                     const std::string& owner = "") const {
    const auto& key = *context_.plan.keys[entity].in(read_.index);
    std::vector<std::string> arguments;
    for (const auto& term : expression.terms) {
      if (term.is_input()) arguments.push_back(owner + input_name(*term.input));
    }
    return context_.key_constant(entity, key, is_partition, position) + "(" +
           join(arguments, ", ") + ")";
  }

  [[nodiscard]] std::vector<std::string> item_key(const std::string& owner) const {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < read_.partition.size(); ++i) {
      parts.push_back(key_call(entity_, true, i, read_.partition[i], owner));
    }
    for (std::size_t i = 0; i < read_.sort_equal.size(); ++i) {
      parts.push_back(key_call(entity_, false, i, read_.sort_equal[i], owner));
    }
    return parts;
  }

  // The time-to-live attribute, if an item past it is to be left out.
  [[nodiscard]] std::string ttl_attribute() const {
    if (*pattern_.expired == model::ExpiredItems::include) return "";
    for (const auto& returned : pattern_.returns) {
      const auto& entity = context_.entity(returned.entity.index);
      if (entity.ttl) return entity.ttl->field.name;
    }
    return "";
  }

  void add_projection() {
    std::vector<std::string> names;
    const auto& entity = context_.entity(entity_);
    for (const auto field : read_.projected) names.push_back(entity.fields[field].name);
    const auto ttl = ttl_attribute();
    const bool needs_ttl =
        !names.empty() && !ttl.empty() && std::find(names.begin(), names.end(), ttl) == names.end();
    if (needs_ttl) names.push_back(ttl);
    for (auto& name : names) name = constant_.placeholder(name);
    constant_.add_text("projection", join(names, ", "));
  }

  void add_ttl() { constant_.add_text("ttl_attribute", ttl_attribute()); }

  [[nodiscard]] std::string expired_words() const {
    return ttl_attribute().empty() ? "" : " An expired one reads as absent.";
  }

  CppFunction get() {
    if (read_.consistent) constant_.add("consistent_read", "true");
    add_projection();
    add_ttl();
    CppFunction function;
    function.is_read = true;
    function.name = identifier(pattern_.name);
    function.return_type = "keywright::Result<std::optional<" + result_type() + ">>";
    function.parameters = parameters();
    std::vector<KeyExpression> key = read_.partition;
    key.insert(key.end(), read_.sort_equal.begin(), read_.sort_equal.end());
    function.comment = {"GetItem of " + key_words(context_, key) +
                        (read_.consistent ? "; strongly consistent." : ".") + expired_words()};
    CodeWriter body(2);
    body.call("return repository_.get<" + result_type() + ">(",
              {constant_.name(), "make_key(" + join(item_key(""), ", ") + ")"}, ");");
    function.body = body.text();
    function.constants = constant_.text();
    return function;
  }

  CppFunction batch_get() {
    if (read_.consistent) constant_.add("consistent_read", "true");
    add_projection();
    add_ttl();
    const auto key_type = context_.key_type(plan_.pattern);
    const bool has_struct = !key_type.empty();
    CppFunction function;
    function.is_read = true;
    function.name = identifier(pattern_.name);
    function.return_type = "keywright::Result<keywright::BatchRead<" + result_type() + ">>";
    const auto element = has_struct ? std::string("key") : input_name(0);
    const auto many = has_struct ? std::string("keys") : plural(plan_.inputs[0].name);
    const auto type = has_struct ? key_type : context_.value_type(input_field(0).type);
    function.parameters = {{"std::span<const " + type + ">", many, ""},
                           {"const keywright::BatchOptions&", "options", "{}"}};
    function.comment = {"BatchGetItem of any number of " +
                        spoken(plural(context_.entity(entity_).name)) +
                        "; results are in the order of the input." + expired_words()};
    CodeWriter body(2);
    const auto list_name = has_struct ? "item_keys" : "keys";
    body.line("std::vector<keywright::Result<keywright::Key>> " + std::string(list_name) + ";");
    body.line(std::string(list_name) + ".reserve(" + many + ".size());");
    body.line("for (const auto& " + element + " : " + many + ") {");
    body.indent();
    body.call(std::string(list_name) + ".push_back(make_key(", item_key(has_struct ? "key." : ""),
              "));");
    body.outdent();
    body.line("}");
    body.call("return repository_.batch_get<" + result_type() + ">(",
              {constant_.name(), "std::move(" + std::string(list_name) + ")", "options"}, ");");
    function.body = body.text();
    function.constants = constant_.text();
    return function;
  }

  // Queries ------------------------------------------------------------------------------------

  struct Binding {
    std::string placeholder;
    std::string value;
    bool sharded = false;
  };

  [[nodiscard]] static std::string value_placeholder(const std::string& attribute) {
    std::string name = ":";
    for (const char c : attribute) name += c == '-' || c == '.' ? '_' : c;
    return name;
  }

  void bind(std::string placeholder, std::string value, bool sharded = false) {
    bindings_.push_back({std::move(placeholder), std::move(value), sharded});
  }

  // A constant for an end of the range, made of the expression's own text.
  std::string range_value(const KeyExpression& expression, const std::string& suffix) {
    std::vector<std::string> arguments;
    for (const auto& term : expression.terms) {
      if (term.is_input()) arguments.push_back(input_name(*term.input));
    }
    const auto inputs = "(" + join(arguments, ", ") + ")";
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
  [[nodiscard]] std::size_t range_owner(const KeyExpression& expression) const {
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

  std::string sort_condition() {
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
             key_call(range_owner_of_key(), false, read_.sort_equal.size(), sort.lower));
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

  [[nodiscard]] std::size_t range_owner_of_key() const {
    return pattern_.returns.front().entity.index;
  }

  void add_key_condition() {
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

  void add_filter() {
    std::vector<std::string> conditions;
    std::set<std::string> known;
    for (const auto& filter : read_.filters) {
      auto condition = filter_text(filter);
      if (known.insert(condition).second) conditions.push_back(std::move(condition));
    }
    constant_.add_text("filter", join(conditions, " AND "));
  }

  std::string filter_text(const plan::Filter& filter) {
    using Kind = plan::Filter::Kind;
    if (filter.kind == Kind::is_type) return type_filter(filter);
    const auto name =
        constant_.placeholder(context_.entity(filter.entity).fields[filter.field].name);
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
    auto placeholder = ":" + plan_.inputs[input].name;
    const bool is_bound =
        std::any_of(bindings_.begin(), bindings_.end(), [&](const Binding& binding) {
          return binding.placeholder == placeholder && binding.value == input_name(input);
        });
    if (!is_bound) bind(placeholder, input_name(input));
    return placeholder;
  }

  std::string type_filter(const plan::Filter& filter) {
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

  void add_query_members() {
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
      constant_.add("shard_keys", "{" + join(keys, ", ") + "}");
    }
  }

  void write_query(CodeWriter& body, const std::string& query) {
    body.line("keywright::BoundQuery " + query + "(" + constant_.name() + ");");
    for (const auto& binding : bindings_) {
      body.call(query + (binding.sharded ? ".bind_sharded(" : ".bind("),
                {string_literal(binding.placeholder), binding.value}, ");");
    }
  }

  [[nodiscard]] std::string range_words() const {
    const auto& sort = read_.sort;
    const auto text = [&](const KeyExpression& expression) {
      return expression.text(context_.model, &plan_.inputs);
    };
    std::string words = key_words(context_, read_.partition);
    const auto add = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
    if (!read_.sort_equal.empty()) add(key_words(context_, read_.sort_equal));
    switch (sort.kind) {
      case SortConditionKind::none:
        break;
      case SortConditionKind::equal:
        add(text(sort.lower));
        break;
      case SortConditionKind::begins_with:
        add("all that begin with " + text(sort.lower));
        break;
      case SortConditionKind::between:
        add("from " + text(sort.lower) + " to " + text(sort.upper));
        break;
      case SortConditionKind::greater_equal:
        add("from " + text(sort.lower) + " on");
        break;
      case SortConditionKind::greater:
        add("after " + text(sort.lower));
        break;
      case SortConditionKind::less_equal:
        add("up to " + text(sort.upper));
        break;
      case SortConditionKind::less:
        add("before " + text(sort.upper));
        break;
    }
    return words;
  }

  [[nodiscard]] std::string filter_words() const {
    std::vector<std::string> names;
    for (const auto& filter : read_.filters) {
      if (filter.sharpens_range || filter.kind == plan::Filter::Kind::is_type) continue;
      names.push_back(context_.entity(filter.entity).fields[filter.field].name);
    }
    return names.empty() ? "" : " Filters by " + join_words(names) + ".";
  }

  CppFunction collection() {
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
  std::vector<CppFunction> list() {
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

  [[nodiscard]] std::string list_words() const {
    std::string words = read_.access == Access::scan ? "Scan" : "Query";
    const bool is_scan = read_.access == Access::scan;
    if (read_.index) words += " of " + table().indexes[*read_.index].name;
    if (!is_scan) words += (read_.index ? ": " : " of ") + range_words();
    if (pattern_.order) words += ", " + order_words();
    if (read_.shards > 1) words += ", over " + std::to_string(read_.shards) + " shards";
    if (pattern_.page) words += "; " + std::to_string(**pattern_.page) + " per page";
    if (read_.consistent) words += "; strongly consistent";
    words += "." + filter_words();
    if (!ttl_attribute().empty()) words += " Expired ones are left out.";
    if (read_.partial) words += " Items that are not in the index are not listed.";
    return words;
  }

  [[nodiscard]] std::string order_words() const {
    const auto& field = pattern_.order->field.name;
    const auto* known = context_.entity(entity_).find_field(field);
    const bool is_time = known != nullptr && (known->type.kind == model::TypeKind::timestamp ||
                                              known->type.kind == model::TypeKind::date ||
                                              known->type.kind == model::TypeKind::epoch_seconds);
    const bool down = pattern_.order->descending;
    if (is_time) return (down ? "newest " : "oldest ") + field + " first";
    return (down ? "greatest " : "least ") + field + " first";
  }

  const CppContext& context_;
  const plan::PatternPlan& plan_;
  const model::AccessPattern& pattern_;
  const plan::ReadPlan& read_;
  std::size_t entity_;
  PatternConstant constant_;
  UniqueNames names_;
  std::vector<Binding> bindings_;
  std::string range_constants_;
};

}  // namespace

std::vector<CppFunction> read_functions(const CppContext& context, const plan::PatternPlan& plan) {
  if (plan.read() == nullptr) return {};
  return ReadEmitter(context, plan).emit();
}

}  // namespace keywright::generate
