#include "generate/cpp_read_emitter.hpp"
#include "generate/cpp_values.hpp"

#include <string>
#include <utility>

// Queries and scans: the constant with its expressions, and what is bound to them.

namespace keywright::generate {

std::string ReadEmitter::range_value(const ReadBinding& binding) {
  const auto& expression = *binding.expression;
  std::vector<std::string> arguments;
  for (const auto& term : expression.terms) {
    if (term.is_input()) arguments.push_back(input_name(*term.input));
  }
  const auto inputs = '(' + join(arguments, ", ") + ")";
  const auto owner = binding.entity;
  if (expression.native) {
    return context_.key_constant(owner, *context_.plan.keys[owner].in(read_.index), false,
                                 binding.position) +
           inputs;
  }
  const auto name = constant_.name() + std::string(binding.end);
  CodeWriter out;
  out.call("constexpr keywright::SortTemplate " + name + "{",
           {string_literal(context_.entity(owner).name), string_literal(expression.attribute),
            string_literal(template_text(context_, expression))},
           "};");
  range_constants_ += out.text();
  return name + inputs;
}

std::string ReadEmitter::value_of(const ReadBinding& binding) {
  switch (binding.kind) {
    case ReadBinding::Kind::key:
      return key_call(binding.entity, binding.is_partition, binding.position, *binding.expression);
    case ReadBinding::Kind::range:
      return range_value(binding);
    case ReadBinding::Kind::input:
      return input_name(binding.input);
    case ReadBinding::Kind::text:
      return string_literal(binding.text);
  }
  return "";
}

void ReadEmitter::write_query(CodeWriter& body, const std::string& query) {
  body.line("keywright::BoundQuery " + query + "(" + constant_.name() + ");");
  for (const auto& binding : request_.bindings) {
    body.call(query + (binding.sharded ? ".bind_sharded(" : ".bind("),
              {string_literal(binding.placeholder), value_of(binding)}, ");");
  }
}

CppFunction ReadEmitter::collection() {
  add_request();
  const auto type = context_.collection_type(plan_.pattern);
  const auto query = local("query");
  CppFunction function;
  function.is_read = true;
  function.name = identifier(pattern_.name);
  function.return_type = "keywright::Result<std::optional<" + type + ">>";
  function.parameters = parameters();
  function.comment = {collection_words(context_, plan_)};
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
  add_request();
  const auto& helper = context_.query_helper(plan_.pattern);
  const auto type = result_type();
  CppFunction page;
  page.is_read = true;
  page.name = identifier(pattern_.name);
  page.return_type = "keywright::Result<keywright::Page<" + type + ">>";
  page.parameters = parameters();
  const auto page_name = local("page");
  page.parameters.push_back({"const keywright::PageOptions&", page_name, "{}"});
  page.comment = {list_words(context_, plan_)};

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
