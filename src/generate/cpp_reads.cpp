#include "generate/cpp_read_emitter.hpp"

#include <algorithm>
#include <string>
#include <utility>

// What all reads share; single items and batches of them.

namespace keywright::generate {

using plan::Access;
using plan::KeyExpression;

std::vector<CppFunction> ReadEmitter::emit() {
  switch (read_.access) {
    case Access::get_item:
      return {get()};
    case Access::batch_get_item:
      return {batch_get()};
    default:
      return pattern_.is_collection ? std::vector{collection()} : list();
  }
}

std::string ReadEmitter::result_type() const {
  const auto* summary = context_.summary_of(context_.naming_pattern(plan_));
  return summary != nullptr ? summary->name : context_.entity_type(entity_);
}

std::string ReadEmitter::input_name(std::size_t input) const {
  return identifier(plan_.inputs[input].name);
}

const model::Field& ReadEmitter::input_field(std::size_t input) const {
  const auto& known = plan_.inputs[input];
  return context_.entity(known.entity).fields[*known.field];
}

std::vector<CppParameter> ReadEmitter::parameters() const {
  std::vector<CppParameter> result;
  for (std::size_t i = 0; i < plan_.inputs.size(); ++i) {
    result.push_back({context_.parameter_type(input_field(i).type), input_name(i), ""});
  }
  return result;
}

std::vector<std::string> ReadEmitter::argument_names() const {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < plan_.inputs.size(); ++i) result.push_back(input_name(i));
  return result;
}

// The entity whose key constant an expression is made with.
std::string ReadEmitter::key_call(std::size_t entity, bool is_partition, std::size_t position,
                                  const KeyExpression& expression, const std::string& owner) const {
  const auto& key = *context_.plan.keys[entity].in(read_.index);
  std::vector<std::string> arguments;
  for (const auto& term : expression.terms) {
    if (term.is_input()) arguments.push_back(owner + input_name(*term.input));
  }
  return context_.key_constant(entity, key, is_partition, position) + "(" + join(arguments, ", ") +
         ")";
}

std::vector<std::string> ReadEmitter::item_key(const std::string& owner) const {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < read_.partition.size(); ++i) {
    parts.push_back(key_call(entity_, true, i, read_.partition[i], owner));
  }
  for (std::size_t i = 0; i < read_.sort_equal.size(); ++i) {
    parts.push_back(key_call(entity_, false, i, read_.sort_equal[i], owner));
  }
  return parts;
}

void ReadEmitter::add_request() {
  constant_.add_text("name", request_.name);
  constant_.add_text("index_name", request_.index_name);
  constant_.add_text("key_condition", request_.key_condition);
  constant_.add_text("filter", request_.filter);
  const bool is_get = read_.access == Access::get_item || read_.access == Access::batch_get_item;
  if (is_get && request_.consistent) constant_.add("consistent_read", "true");
  constant_.add_text("projection", request_.projection);
  constant_.add_text("ttl_attribute", request_.ttl_attribute);
  if (!request_.forward) constant_.add("scan_index_forward", "false");
  if (!is_get && request_.consistent) constant_.add("consistent_read", "true");
  const auto add_count = [&](const char* name, std::size_t count, std::size_t unless) {
    if (count != unless) constant_.add(name, std::to_string(count));
  };
  add_count("max_items", request_.max_items, 0);
  add_count("page_size", request_.page_size, 0);
  add_count("shards", request_.shards, 1);
  if (request_.shard_keys.empty()) return;
  std::vector<std::string> keys{".partition = " + string_literal(request_.shard_keys.front())};
  if (request_.shard_keys.size() > 1) {
    keys.push_back(".sort = " + string_literal(request_.shard_keys[1]));
  }
  constant_.add("shard_keys", '{' + join(keys, ", ") + "}");
}

CppFunction ReadEmitter::get() {
  add_request();
  CppFunction function;
  function.is_read = true;
  function.name = identifier(pattern_.name);
  function.return_type = "keywright::Result<std::optional<" + result_type() + ">>";
  function.parameters = parameters();
  function.comment = {get_words(context_, plan_)};
  CodeWriter body(2);
  body.call("return repository_.get<" + result_type() + ">(",
            {constant_.name(), "make_key(" + join(item_key(""), ", ") + ")"}, ");");
  function.body = body.text();
  function.constants = constant_.text();
  return function;
}

CppFunction ReadEmitter::batch_get() {
  add_request();
  const auto key_type = context_.key_type(context_.naming_pattern(plan_));
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
  function.comment = {batch_get_words(context_, plan_)};
  CodeWriter body(2);
  const auto list_name = has_struct ? "item_keys" : "keys";
  body.line("std::vector<keywright::Result<keywright::Key>> " + std::string(list_name) + ";");
  body.line(std::string(list_name) + ".reserve(" + many + ".size());");
  body.line("for (const auto& " + element + " : " + many + ") {");
  body.indent();
  body.nested_call(std::string(list_name) + ".push_back(", "make_key(",
                   item_key(has_struct ? "key." : ""), ");");
  body.outdent();
  body.line("}");
  body.call("return repository_.batch_get<" + result_type() + ">(",
            {constant_.name(), "std::move(" + std::string(list_name) + ")", "options"}, ");");
  function.body = body.text();
  function.constants = constant_.text();
  return function;
}

CppFunction ReadEmitter::step(const std::string& member) {
  const bool many = read_.access == Access::batch_get_item;
  CppFunction function = many ? batch_get() : get();
  CodeWriter body(4);
  const auto target = place_.result + "." + member;
  if (!many) {
    body.call(place_.transaction + ".get(",
              {constant_.name(), "make_key(" + join(item_key(""), ", ") + ")", target}, ");");
  } else {
    const bool has_struct = !context_.key_type(context_.naming_pattern(plan_)).empty();
    const auto element = has_struct ? std::string("key") : input_name(0);
    const auto& list = function.parameters.front().name;
    body.line(target + ".resize(" + list + ".size());");
    const auto into = local("into");
    body.line("auto " + into + " = " + target + ".begin();");
    body.line("for (const auto& " + element + " : " + list + ") {");
    body.indent();
    body.call(place_.transaction + ".get(",
              {constant_.name(), "make_key(" + join(item_key(has_struct ? "key." : ""), ", ") + ")",
               "*" + into + "++"},
              ");");
    body.outdent();
    body.line("}");
    function.parameters.resize(1);
  }
  function.return_type = many ? "std::vector<std::optional<" + result_type() + ">>"
                              : "std::optional<" + result_type() + ">";
  function.body = body.text();
  return function;
}

CppFunction step_read(const CppContext& context, const plan::PatternPlan& plan,
                      const StepPlace& place) {
  return ReadEmitter(context, plan, place).step(identifier(place.name));
}

std::vector<CppFunction> read_functions(const CppContext& context, const plan::PatternPlan& plan) {
  if (plan.read() == nullptr) return {};
  return ReadEmitter(context, plan).emit();
}

}  // namespace keywright::generate
