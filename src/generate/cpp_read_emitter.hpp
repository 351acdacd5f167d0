#pragma once

// Emits the functions of one read pattern: cpp_reads.cpp holds what reads share, and gets;
// cpp_queries.cpp queries and scans; cpp_read_words.cpp their comments. Internal to the C++
// emitter; an object serves one pattern.

#include "generate/cpp_function.hpp"

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
        entity_(pattern_.entity().index),
        constant_(
            read_.access == plan::Access::get_item || read_.access == plan::Access::batch_get_item
                ? "GetPattern"
                : "QueryPattern",
            place.is_step() ? place.function + "_" + place.name : pattern_.name) {
    for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
      names_.take(identifier(plan.inputs[i].name));
    }
    constant_.add_text("name", place.is_step() ? place.function + "." + place.name : pattern_.name);
  }

  std::vector<CppFunction> emit();
  // The get, or gets, of a transaction: reads into `result.<member>`.
  CppFunction step(const std::string& member);

 private:
  // Types and names.
  [[nodiscard]] std::string result_type() const;
  [[nodiscard]] const model::Table& table() const;
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

  // The time-to-live attribute, if an item past it is to be left out.
  [[nodiscard]] std::string ttl_attribute() const;
  void add_projection();
  void add_ttl() { constant_.add_text("ttl_attribute", ttl_attribute()); }
  [[nodiscard]] std::string expired_words() const;
  CppFunction get();
  CppFunction batch_get();

  // What an expression's placeholder stands for.
  struct Binding {
    std::string placeholder;
    std::string value;
    bool sharded = false;
  };
  [[nodiscard]] static std::string value_placeholder(const std::string& attribute);
  void bind(std::string placeholder, std::string value, bool sharded = false);

  // A constant for an end of the range, made of the expression's own text.
  std::string range_value(const plan::KeyExpression& expression, const std::string& suffix);

  // The entity that the end of a range belongs to: whose component it has, or whose range ends so.
  [[nodiscard]] std::size_t range_owner(const plan::KeyExpression& expression) const;
  std::string sort_condition();
  void add_key_condition();
  void add_filter();
  std::string filter_text(const plan::Filter& filter);
  std::string filter_value(std::size_t input);
  std::string type_filter(const plan::Filter& filter);
  void add_query_members();
  void write_query(CodeWriter& body, const std::string& query);
  [[nodiscard]] std::string range_words() const;
  [[nodiscard]] std::string filter_words() const;
  CppFunction collection();

  // A page, and all of them as a range; both by one bound query.
  std::vector<CppFunction> list();
  [[nodiscard]] std::string list_words() const;
  [[nodiscard]] std::string order_words() const;

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

}  // namespace keywright::generate
