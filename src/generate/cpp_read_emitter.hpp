#pragma once

// Emits the functions of one read pattern: cpp_reads.cpp holds what reads share, and gets;
// cpp_queries.cpp queries and scans. Internal to the C++
// emitter; an object serves one pattern.

#include "generate/cpp_function.hpp"
#include "generate/read_request.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace keywright::generate {

class ReadEmitter {
 public:
  ReadEmitter(const CppContext& context, const plan::PatternPlan& plan, const StepPlace& place = {})
      : context_(context),
        plan_(plan),
        pattern_(plan::declared(context.model, plan)),
        read_(*plan.read()),
        place_(place),
        entity_(pattern_.entity().index),
        constant_(
            read_.access == plan::Access::get_item || read_.access == plan::Access::batch_get_item
                ? "GetPattern"
                : "QueryPattern",
            place.is_step() ? place.function + "_" + place.name : pattern_.name),
        request_(read_request(
            context, plan, place.is_step() ? place.function + "." + place.name : pattern_.name)) {
    for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
      names_.take(identifier(plan.inputs[i].name));
    }
    for (const auto& name : {place.steps, place.transaction, place.result}) {
      if (place.is_step()) names_.take(name);
    }
    constant_.placeholders() = request_.placeholders;
  }

  std::vector<CppFunction> emit();
  // The get, or gets, of a transaction: reads into the member of the result.
  CppFunction step(const std::string& member);

 private:
  // Types and names.
  [[nodiscard]] std::string result_type() const;
  [[nodiscard]] std::string local(const std::string& name) { return names_.unique(name); }
  [[nodiscard]] std::string input_name(std::size_t input) const;
  [[nodiscard]] const model::Field& input_field(std::size_t input) const;
  [[nodiscard]] std::vector<CppParameter> parameters() const;
  [[nodiscard]] std::vector<std::string> argument_names() const;

  // The entity whose key constant an expression is made with.
  [[nodiscard]] std::string key_call(std::size_t entity, bool is_partition, std::size_t position,
                                     const plan::KeyExpression& expression,
                                     const std::string& owner = "") const;
  [[nodiscard]] std::vector<std::string> item_key(const std::string& owner) const;

  // The expressions and options of the request, as members of the constant.
  void add_request();
  CppFunction get();
  CppFunction batch_get();
  [[nodiscard]] std::string value_of(const ReadBinding& binding);
  // A constant for an end of the range, made of the expression's own text.
  std::string range_value(const ReadBinding& binding);
  void write_query(CodeWriter& body, const std::string& query);
  CppFunction collection();
  // A page, and all of them as a range; both by one bound query.
  std::vector<CppFunction> list();

  const CppContext& context_;
  const plan::PatternPlan& plan_;
  const model::AccessPattern& pattern_;
  const plan::ReadPlan& read_;
  StepPlace place_;
  std::size_t entity_;
  PatternConstant constant_;
  ReadRequest request_;
  UniqueNames names_;
  std::string range_constants_;
};

}  // namespace keywright::generate
