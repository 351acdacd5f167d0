#include "generate/code_writer.hpp"
#include "generate/cpp_function.hpp"
#include "generate/cpp_values.hpp"
#include "generate/transaction_steps.hpp"

#include <algorithm>
#include <string>
#include <utility>

// The functions of `op: transact`: an input struct with a member per step, one request, and of
// writes the reasons of a cancellation, by step.

namespace keywright::generate {
namespace {

// The value that a parameter takes: "const std::string&" -> "std::string".
std::string value_of(std::string type) {
  if (type.starts_with("std::span<")) return type;
  if (type.starts_with("const ")) type.erase(0, 6);
  if (type.ends_with('&')) type.pop_back();
  return type;
}

class TransactionEmitter {
 public:
  TransactionEmitter(const CppContext& context, const plan::PatternPlan& plan)
      : context_(context),
        pattern_(context.model.access_patterns[plan.pattern]),
        is_read_(plan.steps.front().read() != nullptr),
        constant_(is_read_ ? "GetPattern" : "WritePattern", pattern_.name),
        steps_(steps_of(context, plan)) {
    constant_.add_text("name", pattern_.name);
    function_.name = identifier(pattern_.name);
    input_.name = type_name(pattern_.name);
  }

  std::vector<CppFunction> emit() {
    choose_names();
    for (const auto& step : steps_) add_step(step);
    function_.is_read = is_read_;
    function_.constants =
        constants_.empty() ? constant_.text() : constant_.text() + "\n" + constants_;
    function_.input = input_;
    function_.parameters = {{"const " + input_.name + "&", place_.steps, ""}};
    if (is_read_) {
      finish_read();
      return {function_};
    }
    function_.return_type = "keywright::Result<void>";
    function_.comment = {
        "TransactWriteItems: all of it or nothing. If not, `transaction_cancelled`, and " +
        reasons_name() + " says why."};
    CodeWriter body(2);
    body.line("keywright::WriteTransaction " + place_.transaction + "(" + constant_.name() + ");");
    body.line(place_.transaction + ".of_steps();");
    body.raw(blocks_);
    body.line("return repository_.transact(" + place_.transaction + ");");
    function_.body = body.text();
    return {function_, reasons()};
  }

 private:
  // Not the name of an entity's struct, which it would hide.
  [[nodiscard]] std::string type_name(const std::string& of) const {
    auto name = pascal_case(of);
    for (const auto& entity : context_.model.entities) {
      if (identifier(entity.name) == name) return name + "Input";
    }
    return identifier(name);
  }

  [[nodiscard]] std::string reasons_name() const { return pattern_.name + "_reasons"; }

  [[nodiscard]] CppFunction make(const TransactionStep& step) {
    place_.name = step.name;
    place_.function = pattern_.name;
    return is_read_ ? step_read(context_, *step.plan, place_)
                    : step_write(context_, *step.plan, place_);
  }

  // Each step has what it takes in variables of its own, which must not hide those of all.
  void choose_names() {
    UniqueNames names;
    for (const auto& step : steps_) {
      for (const auto& input : step.plan->inputs) names.take(identifier(input.name));
      for (const auto& parameter : make(step).parameters) names.take(parameter.name);
    }
    place_.steps = names.unique(place_.steps);
    place_.transaction = names.unique(place_.transaction);
    place_.result = names.unique(place_.result);
  }

  void add_step(const TransactionStep& step) {
    const auto member = identifier(step.name);
    auto made = make(step);
    if (!constants_.empty()) constants_ += "\n";
    constants_ += made.constants;
    if (is_read_) result_.members.push_back({made.return_type, member, "", ""});

    CodeWriter block(2);
    add_inputs(made, member, step, block);
    block.raw(made.body);
    block.outdent();
    block.line("}");
    blocks_ += block.text();

    const auto entity = context_.entity_type(step.entity);
    reason_members_.push_back({step.many ? "std::vector<keywright::StepReason<" + entity + ">>"
                                         : "keywright::StepReason<" + entity + ">",
                               member, "", ""});
  }

  // The member of the input: the one thing that the step takes, or a struct of all; of `each` a
  // vector of those. Begins the block that has them as variables.
  void add_inputs(const CppFunction& made, const std::string& member, const TransactionStep& step,
                  CodeWriter& block) {
    const auto path = place_.steps + "." + member;
    std::vector<CppParameter> parameters;
    std::string struct_variable;
    UniqueNames names;
    names.take(place_.steps);
    names.take(place_.transaction);
    for (const auto& parameter : made.parameters) {
      const bool is_struct = made.input && parameter.type == "const " + made.input->name + "&";
      if (is_struct) struct_variable = parameter.name;
      const bool is_option = parameter.type == "const keywright::BatchOptions&";
      if (!is_struct && !is_option) parameters.push_back(parameter);
      names.take(parameter.name);
    }
    if (parameters.size() == 1 && struct_variable.empty() &&
        parameters.front().default_value.empty()) {
      const auto& only = parameters.front();
      if (step.is_each()) {
        input_.members.push_back(vector_of(value_of(only.type), member));
        begin_each(only.name, path, block);
        return;
      }
      input_.members.push_back(member_of(only, member));
      begin_one(step, block);
      bind(only, path, block);
      return;
    }
    CppStruct inner;
    inner.name = type_name(step.is_each() ? step.element : step.name);
    while (inner.name == input_.name) inner.name += "Step";
    const auto owner = step.is_each() ? names.unique("each") : path;
    step.is_each() ? begin_each(owner, path, block) : begin_one(step, block);
    for (const auto& parameter : parameters) {
      inner.members.push_back(member_of(parameter, parameter.name));
      bind(parameter, owner + "." + parameter.name, block);
    }
    if (!struct_variable.empty()) {
      for (const auto& each : made.input->members) inner.members.push_back(each);
      block.line("const auto& " + struct_variable + " = " + owner + ";");
    }
    input_.members.push_back(step.is_each() ? vector_of(inner.name, member)
                                            : CppMember{inner.name, member, "", ""});
    input_.inner.push_back(std::move(inner));
  }

  static void begin_one(const TransactionStep& step, CodeWriter& block) {
    block.line("{");
    block.indent();
    block.comment(step.name);
  }
  static void begin_each(const std::string& variable, const std::string& path, CodeWriter& block) {
    block.line("for (const auto& " + variable + " : " + path + ") {");
    block.indent();
  }
  [[nodiscard]] static CppMember vector_of(const std::string& type, const std::string& name) {
    return {"std::vector<" + type + ">", name, "{}", ""};
  }

  [[nodiscard]] static bool is_required(const CppParameter& parameter) {
    return parameter.default_value.empty() && !parameter.type.starts_with("std::span<");
  }

  [[nodiscard]] static CppMember member_of(const CppParameter& parameter, const std::string& name) {
    auto type = value_of(parameter.type);
    if (!is_required(parameter)) {
      return {std::move(type), name,
              parameter.default_value.empty() ? "{}" : parameter.default_value, ""};
    }
    return {"keywright::Required<" + type + ">", name, "", ""};
  }

  static void bind(const CppParameter& parameter, const std::string& path, CodeWriter& block) {
    block.line("const auto& " + parameter.name + " = " + path +
               (is_required(parameter) ? ".value();" : ";"));
  }

  void finish_read() {
    result_.name = pascal_case(without_verb(pattern_.name));
    if (result_.name == input_.name) result_.name += "Result";
    function_.comment = {"TransactGetItems: all of it as of one moment."};
    function_.return_type = "keywright::Result<" + result_.name + ">";
    CodeWriter body(2);
    body.line(result_.name + " " + place_.result + ";");
    body.line("keywright::ReadTransaction " + place_.transaction + "(" + constant_.name() + ");");
    body.raw(blocks_);
    body.line("const auto done = repository_.transact(" + place_.transaction + ");");
    body.line("if (!done) return done.error();");
    body.line("return " + place_.result + ";");
    function_.body = body.text();
    function_.result = result_;
  }

  [[nodiscard]] std::string reason_of(std::size_t position) const {
    const auto place = reason_place(steps_, position);
    const auto of = "<" + context_.entity_type(steps_[position].entity) + ">(error, ";
    const auto count = [&](const ReasonPlace::Side& side) {
      return reason_count(side, [&](std::size_t step) {
        return "steps." + identifier(steps_[step].name) + ".size()";
      });
    };
    if (steps_[position].many) {
      return "keywright::step_reasons" + of + count(place.before) + ", " + count(place.after) + ")";
    }
    return place.is_from_end() ? "keywright::step_reason_from_end" + of + count(place.after) + ")"
                               : "keywright::step_reason" + of + count(place.before) + ")";
  }

  CppFunction reasons() {
    CppFunction function;
    function.name = reasons_name();
    function.is_read = true;
    function.is_static = true;
    CppStruct type;
    type.name = pascal_case(pattern_.name) + "Reasons";
    type.members = reason_members_;
    function.comment = {"Why " + pattern_.name +
                        " wrote nothing, by step, with the items that stood in its way."};
    function.return_type = type.name;
    function.result = std::move(type);
    function.parameters = {{"const keywright::Error&", "error", ""}};
    if (needs_sizes(steps_)) {
      function.parameters.push_back({"const " + input_.name + "&", "steps", ""});
    }
    CodeWriter body(2);
    body.line("return {");
    body.indent();
    body.indent();
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      body.member(identifier(steps_[i].name), reason_of(i));
    }
    body.outdent();
    body.outdent();
    body.line("};");
    function.body = body.text();
    return function;
  }

  const CppContext& context_;
  const model::AccessPattern& pattern_;
  bool is_read_;
  PatternConstant constant_;
  std::vector<TransactionStep> steps_;
  StepPlace place_;
  CppFunction function_;
  CppStruct input_;
  CppStruct result_;
  std::string constants_;
  std::string blocks_;
  std::vector<CppMember> reason_members_;
};

}  // namespace

std::vector<CppFunction> transaction_functions(const CppContext& context,
                                               const plan::PatternPlan& plan) {
  if (plan.steps.empty()) return {};
  return TransactionEmitter(context, plan).emit();
}

}  // namespace keywright::generate
