#pragma once

// One method of a generated class with all that belongs to it: how it is declared, what it needs
// around it, what it does. Made by the emitters of reads and writes, printed by that of classes.

#include "generate/placeholders.hpp"
#include "generate/python_context.hpp"
#include "generate/python_writer.hpp"
#include "generate/transaction_steps.hpp"

#include <string>
#include <utility>
#include <vector>

namespace keywright::generate {

struct PythonParameter {
  std::string name;
  std::string type;
  std::string default_value = {};
  bool keyword_only = false;

  [[nodiscard]] std::string text() const {
    return name + ": " + type + (default_value.empty() ? "" : " = " + default_value);
  }
};

struct PythonFunction {
  std::vector<std::string> comment;  // none: it is a helper
  std::string name;
  std::vector<PythonParameter> parameters;
  std::string return_type;
  bool is_static = false;
  std::string constants;  // text for the module, before the class
  std::string classes;    // likewise, before the constants
  std::string helpers;    // text for the module, behind the class
  std::string body;       // text, indented
};

// The functions of one access pattern: none if it is not served.
[[nodiscard]] std::vector<PythonFunction> python_reads(const PythonContext& context,
                                                       const plan::PatternPlan& plan);
[[nodiscard]] std::vector<PythonFunction> python_writes(const PythonContext& context,
                                                        const plan::PatternPlan& plan);
[[nodiscard]] std::vector<PythonFunction> python_transaction(const PythonContext& context,
                                                             const plan::PatternPlan& plan);

// Where a write goes: by itself, or into the transaction of which it is a step.
struct PythonPlace {
  std::string step;         // its name; empty: by itself
  std::string transaction;  // the function of the whole
  [[nodiscard]] bool is_step() const { return !step.empty(); }
  // "transfer.take" in reports, transfer_take in names.
  [[nodiscard]] std::string pattern_name(const std::string& own) const {
    return is_step() ? transaction + "." + step : own;
  }
  [[nodiscard]] std::string function_name(const std::string& own) const {
    return is_step() ? transaction + "_" + step : own;
  }
};

// A step as a helper that adds its writes to `transaction`; of a read, what reads are added to it.
[[nodiscard]] PythonFunction python_step_write(const PythonContext& context,
                                               const plan::PatternPlan& plan,
                                               const PythonPlace& place);
// Of a get: parameters, constants, the type of its result, and as body the call that adds it; as
// helper the clause by which it is one of many.
[[nodiscard]] PythonFunction python_step_read(const PythonContext& context,
                                              const plan::PatternPlan& plan,
                                              const PythonPlace& place);
[[nodiscard]] PythonFunction python_update(const PythonContext& context,
                                           const plan::PatternPlan& plan,
                                           const plan::WritePlan& write,
                                           const PythonPlace& place = {});

// The constant of a pattern, with only the members that are not empty:
// `_GET_JOB = kw.GetPattern(name="get_job")`
class PythonConstant {
 public:
  PythonConstant(std::string type, const std::string& function)
      : type_(std::move(type)), name_('_' + upper_snake(function)) {}
  void add(std::string name, std::string value) {
    members_.push_back({std::move(name), std::move(value), false});
  }
  void add_text(std::string name, std::string text) {  // left out if empty
    if (!text.empty()) members_.push_back({std::move(name), std::move(text), true});
  }
  [[nodiscard]] Placeholders& placeholders() { return placeholders_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string text() const;

 private:
  struct Member {
    std::string name;
    std::string value;
    bool is_text;
  };
  std::string type_;
  std::string name_;
  std::vector<Member> members_;
  Placeholders placeholders_;
};

// The lines that put a whole entity, and those that keep its values unique.
struct PythonPut {
  const PythonContext& context;
  std::size_t entity;
  UniqueNames& names;
  PythonWriter& body;

  // Writes a Put of the value, whose version is the first or follows that of the value, and gives
  // its name.
  [[nodiscard]] std::string write(const std::string& constant, const std::string& value,
                                  bool creates) const;
};

struct PythonUnique {
  const PythonContext& context;
  const plan::PatternPlan& plan;
  const plan::WritePlan& write;
  const WriteInputs& inputs;
  UniqueNames& names;
  PythonWriter& body;

  void emit(const std::string& transaction) const;

 private:
  struct Value {
    std::string expression;
    std::string test;  // whether there is one; empty: there is
  };
  [[nodiscard]] Value value_of(const plan::UniqueChange& unique, const plan::KeyTerm& term) const;
};

// `kw.Condition("..", {..})`, required of the write of that name.
void python_require(const PythonContext& context, const plan::PatternPlan& plan,
                    PythonConstant& constant, const std::string& write, PythonWriter& body);

}  // namespace keywright::generate
