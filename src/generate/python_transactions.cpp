#include "generate/python_function.hpp"

#include <string>
#include <utility>

// The functions of `op: transact`: an argument per step, one request, and of writes the reasons of
// a cancellation, by step.

namespace keywright::generate {
namespace {

class TransactionEmitter {
 public:
  TransactionEmitter(const PythonContext& context, const plan::PatternPlan& plan)
      : context_(context),
        pattern_(context.model.access_patterns[plan.pattern]),
        is_read_(plan.steps.front().read() != nullptr),
        constant_(is_read_ ? "GetPattern" : "WritePattern", pattern_.name),
        steps_(steps_of(context, plan)),
        class_prefix_(pascal_case(pattern_.name)),
        body_(2) {
    constant_.add_text("name", pattern_.name);
    function_.name = python_identifier(pattern_.name);
    for (const auto& step : steps_) names_.take(python_identifier(step.name));
    names_.take("transaction");
  }

  std::vector<PythonFunction> emit() {
    is_read_ ? read() : write();
    function_.body = body_.text();
    function_.constants = constant_.text() + constants_;
    std::vector<PythonFunction> functions{std::move(function_)};
    for (auto& helper : helpers_) functions.push_back(std::move(helper));
    if (!is_read_) functions.push_back(reasons());
    return functions;
  }

 private:
  // The argument of a step: the one thing that it takes, or a dataclass of all. Gives what it has
  // for each parameter.
  std::vector<std::string> add_argument(const TransactionStep& step, const PythonFunction& made) {
    const auto name = python_identifier(step.name);
    const auto& parameters = made.parameters;
    if (parameters.empty()) return {};
    const auto many = [&](const std::string& type) {
      return step.is_each() ? "Iterable[" + type + "]" : type;
    };
    const auto owner = step.is_each() ? each_ : name;
    if (parameters.size() == 1 && parameters.front().default_value.empty()) {
      function_.parameters.push_back({name, many(parameters.front().type), "", true});
      return {owner};
    }
    const auto type = class_prefix_ + pascal_case(step.is_each() ? step.element : step.name);
    begin_class(type, "What the step " + step.name + " of " + pattern_.name + " takes" +
                          (step.is_each() ? " for each item." : "."));
    std::vector<std::string> values;
    for (const auto& parameter : parameters) {
      classes_.line(parameter.text());
      values.push_back(owner + "." + parameter.name);
    }
    classes_.outdent();
    function_.parameters.push_back({name, many(type), "", true});
    return values;
  }

  void begin_class(const std::string& name, const std::string& words) {
    classes_.blank(2);
    classes_.line("@dataclasses.dataclass(slots=True, kw_only=True)");
    classes_.line("class " + name + ":");
    classes_.indent();
    classes_.docstring({words});
    classes_.blank();
  }

  void write() {
    body_.line("transaction = kw.WriteTransaction(" + constant_.name() + ", of_steps=True)");
    for (const auto& step : steps_) {
      if (step.is_each()) each_ = names_.unique(context_.variable(step.entity));
      auto made = python_step_write(context_, *step.plan, {step.name, pattern_.name});
      constants_ += made.constants;
      const auto values = add_argument(step, made);
      std::vector<std::string> arguments{"transaction"};
      for (std::size_t i = 0; i < values.size(); ++i) {
        const auto& parameter = made.parameters[i];
        arguments.push_back(parameter.keyword_only ? parameter.name + "=" + values[i] : values[i]);
      }
      made.name = "_" + pattern_.name + "_" + step.name;
      made.comment.clear();
      made.constants.clear();
      made.return_type = "None";
      made.parameters.insert(made.parameters.begin(), {"transaction", "kw.WriteTransaction"});
      if (step.is_each()) {
        body_.line("for " + each_ + " in " + python_identifier(step.name) + ":");
        body_.indent();
      }
      body_.call("self." + made.name + "(", arguments);
      if (step.is_each()) body_.outdent();
      helpers_.push_back(std::move(made));
    }
    body_.line("self._repository.transact(transaction)");
    function_.return_type = "None";
    function_.comment = {
        "TransactWriteItems: all of it or nothing. If not, TransactionCancelled, and " +
        pattern_.name + "_reasons says why."};
    function_.classes = classes_.text();
  }

  void read() {
    auto result = pascal_case(without_verb(pattern_.name));
    for (std::size_t i = 0; i < context_.model.entities.size(); ++i) {
      if (context_.entity_type(i) == result) result += "Result";
    }
    body_.line("transaction = kw.ReadTransaction(" + constant_.name() + ")");
    PythonWriter members(1);
    std::vector<std::string> found;
    for (const auto& step : steps_) {
      auto made = python_step_read(context_, *step.plan, {step.name, pattern_.name});
      constants_ += made.constants;
      const auto values = add_argument(step, made);
      const auto name = python_identifier(step.name);
      // The parameters of the step, as its expression names them.
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] != made.parameters[i].name) {
          body_.line(made.parameters[i].name + " = " + values[i]);
        }
      }
      const auto got = names_.unique(step.name + "_got");
      if (step.many) {
        body_.comprehension(got + " = ", made.body, made.helpers);
      } else {
        const auto brackets = made.body.find('(') + 1;
        body_.call(got + " = " + made.body.substr(0, brackets),
                   {made.body.substr(brackets, made.body.size() - brackets - 1)});
      }
      members.line(name + ": " + made.return_type);
      found.push_back(name + "=" +
                      (step.many ? "[each.item for each in " + got + "]" : got + ".item"));
    }
    body_.line("self._repository.read_transaction(transaction)");
    body_.call("return " + result + "(", found);
    begin_class(result, "What " + pattern_.name + " reads.");
    classes_.raw(members.text());
    classes_.outdent();
    function_.return_type = result;
    function_.comment = {"TransactGetItems: all of it as of one moment."};
    function_.classes = classes_.text();
  }

  PythonFunction reasons() {
    PythonFunction function;
    function.name = pattern_.name + "_reasons";
    function.is_static = true;
    const auto type = class_prefix_ + "Reasons";
    function.comment = {"Why " + pattern_.name +
                        " wrote nothing, by step, with the items that stood in its way."};
    function.return_type = type;
    UniqueNames names;
    for (const auto& step : steps_) {
      if (!step.many || !needs_sizes(steps_)) continue;
      function.parameters.push_back(
          {names.unique(python_identifier(step.name)), "Sized", "", true});
    }
    const auto error = names.unique("error");
    function.parameters.insert(function.parameters.begin(), {error, "kw.TransactionCancelled"});
    PythonWriter members;
    members.blank(2);
    members.line("@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)");
    members.line("class " + type + ":");
    members.indent();
    members.docstring({"The reasons of " + pattern_.name + ", by step."});
    members.blank();
    std::vector<std::string> values;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const auto& step = steps_[i];
      const auto place = reason_place(steps_, i);
      const auto name = python_identifier(step.name);
      const auto reason = "kw.StepReason[" + context_.entity_type(step.entity) + "]";
      const auto entity = ", " + context_.entity_constant(step.entity) + ")";
      members.line(name + ": " + (step.many ? "list[" + reason + "]" : reason));
      const auto count = [&](const ReasonPlace::Side& side) {
        return reason_count(side, [&](std::size_t other) {
          return "len(" + python_identifier(steps_[other].name) + ")";
        });
      };
      values.push_back(
          name + "=" +
          (step.many ? "kw.step_reasons(" + error + ", " + count(place.before) + ", " +
                           count(place.after) + entity
           : place.is_from_end()
               ? "kw.step_reason(" + error + ", -" + std::to_string(place.after.count + 1) + entity
               : "kw.step_reason(" + error + ", " + count(place.before) + entity));
    }
    function.classes = members.text();
    PythonWriter body(2);
    body.call("return " + type + "(", values);
    function.body = body.text();
    return function;
  }

  const PythonContext& context_;
  const model::AccessPattern& pattern_;
  bool is_read_;
  PythonConstant constant_;
  std::vector<TransactionStep> steps_;
  std::string class_prefix_;
  UniqueNames names_;
  std::string each_;  // one of those that the step is made for
  PythonFunction function_;
  std::vector<PythonFunction> helpers_;
  std::string constants_;
  PythonWriter classes_;
  PythonWriter body_;
};

}  // namespace

std::vector<PythonFunction> python_transaction(const PythonContext& context,
                                               const plan::PatternPlan& plan) {
  if (plan.steps.empty()) return {};
  return TransactionEmitter(context, plan).emit();
}

}  // namespace keywright::generate
