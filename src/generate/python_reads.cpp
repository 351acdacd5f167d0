#include "generate/python_function.hpp"
#include "generate/read_request.hpp"

#include <string>
#include <utility>

// The functions of reads.

namespace keywright::generate {
namespace {

using plan::Access;

class ReadEmitter {
 public:
  ReadEmitter(const PythonContext& context, const plan::PatternPlan& plan,
              const PythonPlace& place = {})
      : context_(context),
        plan_(plan),
        pattern_(plan::declared(context.model, plan)),
        read_(*plan.read()),
        entity_(pattern_.entity().index),
        is_get_(read_.access == Access::get_item || read_.access == Access::batch_get_item),
        constant_(is_get_ ? "GetPattern" : "QueryPattern", place.function_name(pattern_.name)),
        request_(read_request(context, plan, place.pattern_name(pattern_.name))) {
    constant_.placeholders() = request_.placeholders;
    add_request();
    for (std::size_t i = 0; i < plan.inputs.size(); ++i) names_.take(input_name(i));
    function_.name = python_identifier(pattern_.name);
  }

  std::vector<PythonFunction> emit() {
    switch (read_.access) {
      case Access::get_item:
        return {get()};
      case Access::batch_get_item:
        return {batch_get()};
      default:
        return pattern_.is_collection ? std::vector{collection()} : list();
    }
  }

  PythonFunction step() {
    function_.constants = constant_.text();
    const auto get = [&](const std::string& owner) {
      return "transaction.get(" + constant_.name() + ", " + descriptor() + ", " + item_key(owner) +
             ")";
    };
    if (read_.access == Access::get_item) {
      function_.parameters = parameters();
      function_.return_type = result_type() + " | None";
      function_.body = get("");
    } else {
      const auto keys = key_list();
      function_.parameters = {keys.parameter};
      function_.return_type = "list[" + result_type() + " | None]";
      function_.body = get(keys.owner);
      function_.helpers = "for " + keys.element + " in " + keys.parameter.name;
    }
    return std::move(function_);
  }

 private:
  // Types and names -----------------------------------------------------------------------------

  [[nodiscard]] std::string result_type() const {
    const auto* summary = context_.summary_of(context_.naming_pattern(plan_));
    return summary != nullptr ? summary->name : context_.entity_type(entity_);
  }
  [[nodiscard]] std::string descriptor() const {
    const auto* summary = context_.summary_of(context_.naming_pattern(plan_));
    return summary != nullptr ? context_.summary_constant(*summary)
                              : context_.entity_constant(entity_);
  }
  [[nodiscard]] std::string input_name(std::size_t input) const {
    return python_identifier(plan_.inputs[input].name);
  }
  [[nodiscard]] const model::Field& input_field(std::size_t input) const {
    const auto& known = plan_.inputs[input];
    return context_.entity(known.entity).fields[*known.field];
  }
  [[nodiscard]] std::vector<PythonParameter> parameters() const {
    std::vector<PythonParameter> result;
    for (std::size_t i = 0; i < plan_.inputs.size(); ++i) {
      result.push_back({input_name(i), context_.value_type(input_field(i).type)});
    }
    return result;
  }

  [[nodiscard]] std::string arguments_of(const plan::KeyExpression& expression,
                                         const std::string& owner = "") const {
    std::vector<std::string> arguments;
    for (const auto& term : expression.terms) {
      if (term.is_input()) arguments.push_back(owner + input_name(*term.input));
    }
    return join(arguments, ", ");
  }

  [[nodiscard]] std::string item_key(const std::string& owner) const {
    auto key = read_.partition;
    key.insert(key.end(), read_.sort_equal.begin(), read_.sort_equal.end());
    return python_item_key(context_, entity_, key, [&](const plan::KeyTerm& term) {
      return owner + input_name(*term.input);
    });
  }

  void add_request() {
    constant_.add_text("name", request_.name);
    constant_.add_text("index_name", request_.index_name);
    constant_.add_text("key_condition", request_.key_condition);
    constant_.add_text("filter", request_.filter);
    constant_.add_text("projection", request_.projection);
    constant_.add_text("ttl_attribute", request_.ttl_attribute);
    if (!request_.forward) constant_.add("scan_index_forward", "False");
    if (request_.consistent) constant_.add("consistent_read", "True");
    if (request_.page_size != 0) constant_.add("page_size", std::to_string(request_.page_size));
    if (request_.max_items != 0) constant_.add("max_items", std::to_string(request_.max_items));
    if (request_.shards == 1) return;
    constant_.add("shards", std::to_string(request_.shards));
    for (const auto& binding : request_.bindings) {
      if (binding.sharded) constant_.add_text("sharded", binding.placeholder);
    }
    std::vector<std::string> keys;
    for (const auto& key : request_.shard_keys) keys.push_back(python_literal(key));
    constant_.add("shard_keys", "(" + join(keys, ", ") + (keys.size() == 1 ? ",)" : ")"));
  }

  // Single items and batches ----------------------------------------------------------------------

  PythonFunction get() {
    function_.return_type = result_type() + " | None";
    function_.parameters = parameters();
    function_.comment = {get_words(context_, plan_)};
    PythonWriter body(2);
    body.call("return self._repository.get(", {constant_.name(), descriptor(), item_key("")});
    function_.body = body.text();
    function_.constants = constant_.text();
    return std::move(function_);
  }

  // What a batch takes.
  struct KeyList {
    PythonParameter parameter;
    std::string element;  // the variable of one
    std::string owner;    // "key.", if they are of a class
  };
  [[nodiscard]] KeyList key_list() const {
    const auto key_type = context_.key_type(context_.naming_pattern(plan_));
    if (!key_type.empty()) return {{"keys", "Iterable[" + key_type + "]"}, "key", "key."};
    const auto type = context_.value_type(input_field(0).type);
    return {{plural(plan_.inputs[0].name), "Iterable[" + type + "]"}, input_name(0), ""};
  }

  PythonFunction batch_get() {
    const auto keys = key_list();
    function_.return_type = "kw.BatchRead[" + result_type() + "]";
    function_.parameters = {keys.parameter,
                            {"deadline", "float | None", "None", true},
                            {"concurrency", "int", "4", true}};
    function_.comment = {batch_get_words(context_, plan_)};
    const auto list = keys.owner.empty() ? "keys" : "item_keys";
    PythonWriter body(2);
    body.comprehension(std::string(list) + " = ", item_key(keys.owner),
                       "for " + keys.element + " in " + keys.parameter.name);
    body.call(
        "return self._repository.batch_get(",
        {constant_.name(), descriptor(), list, "deadline=deadline", "concurrency=concurrency"});
    function_.body = body.text();
    function_.constants = constant_.text();
    return std::move(function_);
  }

  // Queries and scans -----------------------------------------------------------------------------

  // A template for an end of the range, made of the expression's own text.
  std::string range_value(const ReadBinding& binding) {
    const auto& expression = *binding.expression;
    const auto owner = binding.entity;
    const auto inputs = ".value(" + arguments_of(expression) + ")";
    if (expression.native) {
      return context_.key_constant(owner, *context_.plan.keys[owner].in(read_.index), false,
                                   binding.position) +
             inputs;
    }
    const auto name = constant_.name() + "_" + upper_snake(binding.end);
    PythonWriter out;
    out.call(name + " = kw.SortTemplate(",
             {python_literal(context_.entity(owner).name), python_literal(expression.attribute),
              python_literal(python_template(context_.model, expression))});
    range_constants_ += out.text();
    return name + inputs;
  }

  std::string value_of(const ReadBinding& binding) {
    switch (binding.kind) {
      case ReadBinding::Kind::key: {
        const auto& key = *context_.plan.keys[binding.entity].in(read_.index);
        return context_.key_constant(binding.entity, key, binding.is_partition, binding.position) +
               ".value(" + arguments_of(*binding.expression) + ")";
      }
      case ReadBinding::Kind::range:
        return range_value(binding);
      case ReadBinding::Kind::input: {
        const auto& known = plan_.inputs[binding.input];
        return context_.entity_constant(known.entity) + ".value(" +
               python_literal(input_field(binding.input).name) + ", " + input_name(binding.input) +
               ")";
      }
      case ReadBinding::Kind::text:
        return "{\"S\": " + python_literal(binding.text) + "}";
    }
    return "";
  }

  // `<head>kw.Query(_LIST, {..})`
  void write_query(PythonWriter& body, const std::string& head) {
    std::vector<std::string> values;
    for (const auto& binding : request_.bindings) {
      values.push_back(python_literal(binding.placeholder) + ": " + value_of(binding));
    }
    const auto begin = head + "kw.Query(" + constant_.name();
    const auto inside = values.empty() ? "" : ", {" + join(values, ", ") + "}";
    const auto column = 4 * static_cast<std::size_t>(body.level());
    if (column + begin.size() + inside.size() + 1 <= PythonWriter::max_columns) {
      body.line(begin + inside + ")");
      return;
    }
    body.line(head + "kw.Query(");
    body.indent();
    body.line(constant_.name() + ",");
    body.line("{");
    body.indent();
    for (const auto& value : values) body.line(value + ",");
    body.outdent();
    body.line("},");
    body.outdent();
    body.line(")");
  }

  PythonFunction collection() {
    const auto type = context_.collection_type(plan_.pattern);
    function_.return_type = type + " | None";
    function_.parameters = parameters();
    function_.comment = {collection_words(context_, plan_)};
    PythonWriter body(2);
    const auto query = names_.unique("query");
    write_query(body, query + " = ");
    std::vector<std::string> arguments{query};
    std::vector<std::string> members;
    for (const auto& returned : pattern_.returns) {
      const auto part = returned.entity.index;
      const bool many = returned.cardinality == model::Cardinality::many;
      const char* kind = returned.cardinality == model::Cardinality::one ? "One"
                         : many                                          ? "Many"
                                                                         : "AtMostOne";
      const auto member = context_.collection_member(returned);
      const auto variable = names_.unique(member);
      body.call(variable + " = kw." + kind + "(",
                {context_.entity_constant(part),
                 context_.key_constant(part, *context_.plan.keys[part].table, false, 0)});
      arguments.push_back(variable);
      members.push_back(member + "=" + variable + (many ? ".items" : ".item"));
    }
    body.call("if not self._repository.collect(", arguments, "):");
    body.line("    return None");
    body.call("return " + type + "(", members);
    function_.body = body.text();
    function_.constants = constant_.text() + range_constants_;
    return std::move(function_);
  }

  // A page, and all of them one by one; both by one bound query.
  std::vector<PythonFunction> list() {
    const auto helper = "_" + context_.query_helper(plan_.pattern);
    const auto type = result_type();
    std::vector<std::string> declared;
    std::vector<std::string> given;
    for (const auto& parameter : parameters()) {
      declared.push_back(parameter.text());
      given.push_back(parameter.name);
    }
    PythonWriter bound;
    bound.call("def " + helper + "(", declared, ") -> kw.Query:");
    bound.indent();
    write_query(bound, "return ");
    function_.helpers = bound.text();
    function_.constants = constant_.text() + range_constants_;
    function_.return_type = "kw.Page[" + type + "]";
    function_.parameters = parameters();
    function_.parameters.push_back({"limit", "int | None", "None", true});
    function_.parameters.push_back({"cursor", "str | None", "None", true});
    function_.comment = {list_words(context_, plan_)};
    const auto call = helper + "(" + join(given, ", ") + ")";
    PythonWriter body(2);
    body.call("return self._repository.list(",
              {call, descriptor(), "limit=limit", "cursor=cursor"});
    function_.body = body.text();

    PythonFunction each;
    each.name = context_.each_function(plan_.pattern);
    each.return_type = "Iterator[" + type + "]";
    each.parameters = parameters();
    each.comment = {"All of them, page after page."};
    PythonWriter each_body(2);
    each_body.call("return self._repository.each(", {call, descriptor()});
    each.body = each_body.text();
    return {std::move(function_), std::move(each)};
  }

  const PythonContext& context_;
  const plan::PatternPlan& plan_;
  const model::AccessPattern& pattern_;
  const plan::ReadPlan& read_;
  std::size_t entity_;
  bool is_get_;
  PythonConstant constant_;
  ReadRequest request_;
  UniqueNames names_;
  PythonFunction function_;
  std::string range_constants_;
};

}  // namespace

std::vector<PythonFunction> python_reads(const PythonContext& context,
                                         const plan::PatternPlan& plan) {
  if (plan.read() == nullptr) return {};
  return ReadEmitter(context, plan).emit();
}

PythonFunction python_step_read(const PythonContext& context, const plan::PatternPlan& plan,
                                const PythonPlace& place) {
  return ReadEmitter(context, plan, place).step();
}

}  // namespace keywright::generate
