#pragma once

// The functions of updates (moves, patches, upserts), and what they share with other writes.

#include "generate/code_writer.hpp"
#include "generate/cpp_function.hpp"
#include "generate/write_request.hpp"

#include <functional>
#include <string>
#include <vector>

namespace keywright::generate {

[[nodiscard]] CppFunction update_function(const CppContext& context, const plan::PatternPlan& plan,
                                          const plan::WritePlan& write,
                                          const StepPlace& place = {});

// The lines that make a Put of a whole entity.
struct PutEmitter {
  const CppContext& context;
  std::size_t entity;
  UniqueNames& names;
  CodeWriter& body;

  // Whether its version is counted with every put.
  [[nodiscard]] bool is_counted() const { return generate::is_counted(context.entity(entity)); }
  // `to_item(job)` of an expression.
  [[nodiscard]] std::string item(const std::string& value) const;
  // Writes a Put whose version is the first or follows that of `value`, and gives its name.
  [[nodiscard]] std::string counted(const std::string& constant, const std::string& value,
                                    bool creates) const;
};

// The lines that keep values unique, in the transaction of that name.
struct UniqueEmitter {
  const CppContext& context;
  const plan::PatternPlan& plan;
  const plan::WritePlan& write;
  std::function<std::string(std::size_t input)> access;
  UniqueNames& names;
  CodeWriter& body;

  void emit(const std::string& transaction);

 private:
  struct Value {
    std::string expression;
    std::string test;  // whether there is one; empty: there is
  };
  Value value_of(const plan::UniqueChange& unique, const plan::KeyTerm& term);
  [[nodiscard]] const plan::FieldChange* change_by(std::size_t input) const;
};

// `kJobPk(job_id)`, `kJobSk()`: the calls that make the parts of an item's key.
[[nodiscard]] std::vector<std::string> item_key_parts(
    const CppContext& context, std::size_t entity, const std::vector<plan::KeyExpression>& key,
    const std::function<std::string(const plan::KeyTerm&)>& argument);

// The pattern's own condition as a variable of that name.
void write_condition(const CppContext& context, const plan::PatternPlan& plan,
                     PatternConstant& constant, const std::string& variable, CodeWriter& body);

}  // namespace keywright::generate
