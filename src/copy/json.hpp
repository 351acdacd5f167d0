#pragma once
// JSON out of files: items, and the structs of this layer. One parser per thread.

#include "wire/reader.hpp"
#include <keywright/result.hpp>

#include <string>
#include <string_view>

namespace keywright::copy {

class JsonFile {
 public:
  /// The attributes of an item: {"pk":{"S":"a"}}.
  [[nodiscard]] Result<Item> item(std::string_view json);
  /// The item of a line of an export: {"Item":{...}}.
  [[nodiscard]] Result<Item> line(std::string_view json);

  /// A struct that has wire's read_members. Errors say where, and what is wrong there.
  template <class T>
  [[nodiscard]] Result<T> object(std::string_view json) {
    auto parsed = parse(json);
    if (!parsed) return std::move(parsed).error();
    T out;
    wire::Faults faults = wire::Faults::of_answer();
    const wire::Place root;
    read_members(wire::Members{parsed->get_object(), root, faults}, out);
    if (faults.any()) return unreadable(faults.answer_text());
    return out;
  }

 private:
  [[nodiscard]] Result<wire::Json> parse(std::string_view json);
  [[nodiscard]] static Error unreadable(std::string_view why);

  simdjson::dom::parser parser_;
};

}  // namespace keywright::copy
