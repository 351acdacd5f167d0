#pragma once

// What the emitters of updates share: the inputs of a write, and the keys of its indexes.

#include "generate/code_writer.hpp"
#include "generate/cpp_context.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace keywright::generate {

// A text that is not among them yet: tests of several keys share most of their inputs.
inline void add_once(std::vector<std::string>& texts, std::string text) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
}

// How the function of an update takes its inputs: their types and names, and where it finds them.
class UpdateInputs {
 public:
  UpdateInputs(const CppContext& context, const plan::PatternPlan& plan,
               const plan::WritePlan& write)
      : context_(context), plan_(plan), write_(write) {}

  // The parameter whose members are the inputs that have no parameter of their own.
  void take_from(std::string variable) { variable_ = std::move(variable); }

  [[nodiscard]] const plan::Input& input(std::size_t position) const {
    return plan_.inputs[position];
  }
  [[nodiscard]] const model::Field& field_of(const plan::Input& known) const {
    return context_.entity(known.entity).fields[*known.field];
  }
  // Never a member of the input struct, where leaving one out would compile.
  [[nodiscard]] static bool is_positional(const plan::Input& known);
  // What binds a key or a condition has a value, also where its field may be without.
  [[nodiscard]] static bool may_be_absent(const plan::Input& known);
  // A value that is left alone, set, or taken away.
  [[nodiscard]] bool is_change(std::size_t position) const;
  // A value that each call has to give, and nobody should forget.
  [[nodiscard]] bool is_required(std::size_t position) const;

  [[nodiscard]] std::string type(std::size_t position) const;
  [[nodiscard]] std::string name(const plan::Input& known) const;
  [[nodiscard]] std::string comment(std::size_t position) const;
  // Where the function finds an input.
  [[nodiscard]] std::string access(std::size_t position) const;
  // The value of a component of a key.
  [[nodiscard]] std::string component(const plan::KeyTerm& term) const;

 private:
  [[nodiscard]] const plan::FieldChange* change_by(std::size_t position) const;

  const CppContext& context_;
  const plan::PatternPlan& plan_;
  const plan::WritePlan& write_;
  std::string variable_;
};

// The lines that set and remove the index keys of an update.
struct IndexKeyEmitter {
  const CppContext& context;
  const plan::WritePlan& write;
  const UpdateInputs& inputs;
  const std::string& update;  // the variable
  UniqueNames& names;
  CodeWriter& body;

  void emit(const plan::IndexChange& index) const;

 private:
  [[nodiscard]] const model::Entity& entity() const { return context.entity(write.entity); }
  [[nodiscard]] bool is_own_field(const plan::KeyAttribute& attribute) const;
  [[nodiscard]] bool follows(const plan::IndexChange& index, std::size_t position) const;
  [[nodiscard]] std::vector<std::string> conditions(const plan::IndexChange& index) const;
  void set_or_remove(const plan::IndexChange& index) const;
  void change_key(const plan::IndexChange& index, const plan::IndexKeyChange& change) const;
  void set_sharded(std::uint32_t shards, const plan::IndexKeyChange& change,
                   const std::string& head, const std::string& value) const;
  void remove_key(const plan::IndexKeyChange& key) const;
  [[nodiscard]] std::string only_with(const plan::IndexKeyChange& change) const;
};

}  // namespace keywright::generate
