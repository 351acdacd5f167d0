#pragma once

// What the emitters of updates share: the inputs of a write, and the keys of its indexes.

#include "generate/code_writer.hpp"
#include "generate/cpp_context.hpp"
#include "generate/write_request.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace keywright::generate {

// How the function of an update takes its inputs: their types, and where it finds them.
class UpdateInputs : public WriteInputs {
 public:
  UpdateInputs(const CppContext& context, const plan::PatternPlan& plan,
               const plan::WritePlan& write)
      : WriteInputs(context, plan, write), context_(context) {}

  // The parameter whose members are the inputs that have no parameter of their own.
  void take_from(std::string variable) { variable_ = std::move(variable); }

  [[nodiscard]] std::string type(std::size_t position) const;
  [[nodiscard]] std::string comment(std::size_t position) const;
  // Where the function finds an input.
  [[nodiscard]] std::string access(std::size_t position) const;
  // The value of a component of a key.
  [[nodiscard]] std::string component(const plan::KeyTerm& term) const;

 private:
  const CppContext& context_;
  std::string variable_;
};

// The lines that set and remove the index keys of an update.
struct IndexKeyEmitter {
  const CppContext& context;
  const plan::PatternPlan& plan;
  const plan::WritePlan& write;
  const UpdateInputs& inputs;
  const std::string& update;  // the variable
  UniqueNames& names;
  CodeWriter& body;

  void emit(const plan::IndexChange& index) const;

 private:
  [[nodiscard]] const model::Entity& entity() const { return context.entity(write.entity); }
  [[nodiscard]] std::vector<std::string> conditions(const plan::IndexChange& index) const;
  void set_or_remove(const plan::IndexChange& index) const;
  void change_key(const plan::IndexChange& index, const plan::IndexKeyChange& change) const;
  void set_sharded(std::uint32_t shards, const plan::IndexKeyChange& change,
                   const std::string& head, const std::string& value) const;
  void remove_key(const plan::IndexKeyChange& key) const;
  [[nodiscard]] std::string only_with(const plan::IndexKeyChange& change) const;
};

}  // namespace keywright::generate
