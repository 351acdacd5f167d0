#include "copy/json.hpp"

#include "copy/calls.hpp"

namespace keywright::copy {

Error JsonFile::unreadable(std::string_view why) {
  return failure(std::string(why));
}

Result<wire::Json> JsonFile::parse(std::string_view json) {
  if (json.empty()) return unreadable("it is empty");
  wire::Json element;
  if (const auto fault = parser_.parse(json.data(), json.size(), true).get(element)) {
    return unreadable(simdjson::error_message(fault));
  }
  if (!element.is_object()) return unreadable("it is no JSON object");
  return element;
}

Result<Item> JsonFile::item(std::string_view json) {
  auto parsed = parse(json);
  if (!parsed) return std::move(parsed).error();
  wire::Faults faults = wire::Faults::of_answer();
  const wire::Place root;
  Item item;
  wire::read_value(wire::Cursor{*parsed, root, faults}, item);
  if (faults.any()) return unreadable(faults.answer_text());
  return item;
}

Result<Item> JsonFile::line(std::string_view json) {
  auto parsed = parse(json);
  if (!parsed) return std::move(parsed).error();
  wire::Faults faults = wire::Faults::of_answer();
  const wire::Place root;
  const wire::Members members{parsed->get_object(), root, faults};
  if (!members.has("Item")) {
    return unreadable(members.has("Keys") ? "it is of an incremental export, which has changes in "
                                            "place of items; use a full export"
                                          : "it has no \"Item\"");
  }
  Item item;
  wire::read(members, "Item", item);
  if (faults.any()) return unreadable(faults.answer_text());
  return item;
}

}  // namespace keywright::copy
