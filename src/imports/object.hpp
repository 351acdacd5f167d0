#pragma once

// One JSON object of a known form: reads its members by name, and reports those that the form does
// not have and those of the wrong type. An absent member reads as nothing, as does null.

#include "imports/report.hpp"
#include "model/tree.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::imports {

class Object {
 public:
  // `what` names it in messages: "a table". The report and the node must outlive it.
  Object(Report& report, const model::Node& node, std::string_view what,
         std::span<const std::string_view> known);

  // False if it is no object at all, which was reported; everything then reads as nothing.
  [[nodiscard]] bool is_object() const { return node_.kind == model::NodeKind::map; }
  [[nodiscard]] const model::Span& span() const { return node_.span; }
  // Where a member is written, or the object.
  [[nodiscard]] const model::Span& span_of(std::string_view key) const;

  [[nodiscard]] std::string text(std::string_view key) const;
  // As text(), and reported if it is absent.
  [[nodiscard]] std::string needed_text(std::string_view key) const;
  [[nodiscard]] std::optional<bool> flag(std::string_view key) const;
  [[nodiscard]] std::optional<std::uint64_t> count(std::string_view key) const;
  // At most so many elements: what has more is no model, and reads as nothing.
  [[nodiscard]] const std::vector<model::Node>& list(std::string_view key,
                                                     std::size_t most = 1000) const;
  // Null if it is absent, or no object.
  [[nodiscard]] const model::Node* object(std::string_view key) const;
  // A text, or a list of texts.
  [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;

 private:
  [[nodiscard]] const model::Node* find(std::string_view key) const;
  void refuse(const model::Node& value, std::string_view key, std::string_view expected) const;

  Report& report_;
  const model::Node& node_;
  std::string what_;
};

}  // namespace keywright::imports
