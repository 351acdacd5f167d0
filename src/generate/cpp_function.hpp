#pragma once

// One member function of a generated class with all that belongs to it: how it is declared, what it
// needs around it, what it does. Made by the emitters of reads and writes, printed by the emitter
// of classes.

#include "generate/code_writer.hpp"
#include "generate/cpp_context.hpp"
#include "generate/placeholders.hpp"

#include <optional>
#include <string>
#include <vector>

namespace keywright::generate {

struct CppParameter {
  std::string type;  // "const keywright::Ulid&"
  std::string name;
  std::string default_value;
};

struct CppMember {
  std::string type;
  std::string name;
  std::string default_value;
  std::string comment;
};

struct CppStruct {
  std::string name;
  std::vector<CppMember> members;
  std::vector<CppStruct> inner = {};  // declared in it
  std::string comment = {};
};

struct CppFunction {
  std::vector<std::string> comment;  // one sentence or more, wrapped by the printer
  std::string return_type;
  std::string name;
  std::vector<CppParameter> parameters;
  bool is_read = false;  // [[nodiscard]]
  bool is_static = false;
  std::optional<CppStruct> input;   // declared before the function, in the class
  std::optional<CppStruct> result;  // likewise
  std::string constants;            // text for the unnamed namespace
  std::string helpers;              // likewise, after all constants
  std::string body;                 // text, indented
};

// The functions of one access pattern: none if it is not served.
[[nodiscard]] std::vector<CppFunction> read_functions(const CppContext& context,
                                                      const plan::PatternPlan& plan);
[[nodiscard]] std::vector<CppFunction> write_functions(const CppContext& context,
                                                       const plan::PatternPlan& plan);

[[nodiscard]] std::vector<CppFunction> transaction_functions(const CppContext& context,
                                                             const plan::PatternPlan& plan);

// Where a write goes: by itself, or into the transaction of which it is a step.
struct StepPlace {
  std::string name;      // of the step; empty: by itself
  std::string function;  // of the transaction
  // Variables of the transaction's function, which no input of a step is called.
  std::string steps = "steps";
  std::string transaction = "transaction";
  std::string result = "result";
  [[nodiscard]] bool is_step() const { return !name.empty(); }
};

// The write of a step: its parameters become members of the step's input, its body adds to the
// transaction.
[[nodiscard]] CppFunction step_write(const CppContext& context, const plan::PatternPlan& plan,
                                     const StepPlace& place);
// The get of a step, likewise; the members of its input, and what reads into the result.
[[nodiscard]] CppFunction step_read(const CppContext& context, const plan::PatternPlan& plan,
                                    const StepPlace& place);

// The constant of a pattern, with only the members that are not empty:
// `constexpr keywright::GetPattern kGetJob{..};`
class PatternConstant {
 public:
  PatternConstant(std::string type, const std::string& function);
  void add(std::string name, std::string value);
  void add_text(std::string name, const std::string& text);  // left out if empty
  // Of the attributes in its expressions.
  [[nodiscard]] Placeholders& placeholders() { return placeholders_; }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string text() const;

 private:
  std::string type_;
  std::string name_;
  std::vector<std::pair<std::string, std::string>> members_;
  Placeholders placeholders_;
};

}  // namespace keywright::generate
