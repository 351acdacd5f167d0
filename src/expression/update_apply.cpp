// How an update makes a new item. All right sides read the old item; then attribute by attribute
// the changes are made, a nested one by rewriting the attribute it lies in.

#include "core/encoding.hpp"
#include "core/errors.hpp"
#include "expression/document_path.hpp"
#include "expression/set_members.hpp"
#include "expression/update.hpp"
#include "expression/value_checks.hpp"

#include <string>
#include <utility>

namespace keywright::expression {
namespace {

constexpr std::string_view kMissingAttribute =
    "The provided expression refers to an attribute that does not exist in the item";
constexpr std::string_view kWrongType =
    "An operand in the update expression has an incorrect data type";
constexpr std::string_view kLegacyWrongType = "Type mismatch for attribute to update";
constexpr std::string_view kInvalidPath =
    "The document path provided in the update expression is invalid for update";

}  // namespace

/// One application of an update to an item.
class UpdateRun {
 public:
  UpdateRun(const Update& update, const Item* old) : update_(update), old_(old) {}

  Result<std::optional<Item>> run(const Key& key) {
    if (old_ == nullptr && !update_.creates_item()) return std::optional<Item>();
    changes_.reserve(update_.sorted_.size());
    for (const std::uint32_t i : update_.sorted_) {
      changes_.push_back(change(update_.actions_[i]));
      if (error_) return std::move(*error_);
    }
    ItemBuilder builder(old_ != nullptr ? *old_ : key);
    for (std::size_t begin = 0; begin < changes_.size();) {
      const std::size_t end = end_of_run(update_.steps_, update_.targets_, begin, 0);
      change_attribute(builder, begin, end);
      if (error_) return std::move(*error_);
      begin = end;
    }
    return std::optional<Item>(builder.build());
  }

 private:
  /// What one action comes to: a value at its target, or (nullptr) nothing there.
  using Change = const char*;

  std::nullopt_t wrong_type() { return fail(update_.legacy_ ? kLegacyWrongType : kWrongType); }

  std::nullopt_t fail(std::string_view message) {
    if (!error_) error_ = errors::validation(std::string(message));
    return std::nullopt;
  }

  /// A place for a computed value, which stays where it is until the run is over.
  std::string& new_value() {
    // At most one per action and one per operand.
    if (owned_.capacity() == 0) owned_.reserve(update_.actions_.size() + update_.operands_.size());
    return owned_.emplace_back();
  }

  // Right sides

  std::optional<ValueView> old_value(PathRef path) const {
    if (old_ == nullptr) return std::nullopt;
    return find(*old_, update_.path(path));
  }

  Change change(const UpdateAction& action) {
    const auto data = [](std::optional<ValueView> value) {
      return value ? value->data() : nullptr;
    };
    switch (action.section) {
      case UpdateSection::set:
        return data(value(update_.operand(action.operand)));
      case UpdateSection::add:
        return data(added(old_value(action.target), *update_.operand(action.operand).value()));
      case UpdateSection::delete_members:
        return data(without(old_value(action.target), *update_.operand(action.operand).value()));
      default:
        return nullptr;
    }
  }

  /// The value of an operand; nullopt if there is none, which is an error.
  std::optional<ValueView> value(const Operand& operand) {
    switch (operand.kind) {
      case OperandKind::constant:
        return operand.value();
      case OperandKind::if_not_exists:
        if (const auto present = old_value(operand.path)) return present;
        return value(update_.operand(operand.left));
      case OperandKind::list_append:
        return appended(operand);
      case OperandKind::plus:
      case OperandKind::minus:
        return sum(operand);
      default:
        if (const auto present = old_value(operand.path)) return present;
        return fail(kMissingAttribute);
    }
  }

  std::optional<ValueView> sum(const Operand& operand) {
    const auto left = value(update_.operand(operand.left));
    const auto right = left ? value(update_.operand(operand.right)) : std::nullopt;
    if (!left || !right) return std::nullopt;
    if (!left->is(AttributeType::number) || !right->is(AttributeType::number)) {
      return wrong_type();
    }
    NumberFault fault{};
    const auto compute = operand.kind == OperandKind::plus ? &Number::add : &Number::subtract;
    const auto result = compute(left->as_number(), right->as_number(), &fault);
    return result ? encoded(*result) : fail(errors::number_message(fault));
  }

  std::optional<ValueView> encoded(const Number& number) {
    std::string& out = new_value();
    encoding::append_number(out, number);
    return ValueView(out.data());
  }

  std::optional<ValueView> appended(const Operand& operand) {
    const auto left = value(update_.operand(operand.left));
    const auto right = left ? value(update_.operand(operand.right)) : std::nullopt;
    if (!left || !right) return std::nullopt;
    if (!left->is(AttributeType::list) || !right->is(AttributeType::list)) return wrong_type();
    std::string& out = new_value();
    const std::size_t begun = encoding::begin_collection(out, encoding::Tag::list);
    out += left->encoded().substr(encoding::kCollectionHeader);
    out += right->encoded().substr(encoding::kCollectionHeader);
    encoding::end_collection(out, begun, left->count() + right->count());
    return ValueView(out.data());
  }

  std::optional<ValueView> added(std::optional<ValueView> present, ValueView operand) {
    if (!present) return operand;
    if (present->type() != operand.type()) return wrong_type();
    if (operand.is(AttributeType::number)) {
      NumberFault fault{};
      const auto sum = Number::add(present->as_number(), operand.as_number(), &fault);
      return sum ? encoded(*sum) : fail(errors::number_message(fault));
    }
    std::string& out = new_value();
    append_union(out, *present, operand);
    return ValueView(out.data());
  }

  std::optional<ValueView> without(std::optional<ValueView> present, ValueView operand) {
    if (!present) return std::nullopt;
    if (present->type() != operand.type()) return wrong_type();
    std::string& out = new_value();
    append_difference(out, *present, operand);
    const ValueView rest(out.data());
    if (rest.count() == 0) return std::nullopt;
    return rest;
  }

  // Changing the item. A range [begin, end) of the sorted changes shares its steps up to `depth`.

  void change_attribute(ItemBuilder& builder, std::size_t begin, std::size_t end) {
    const PathRef target = update_.targets_[begin];
    const std::string_view name = update_.path(target).front().name;
    if (target.count == 1) {
      if (changes_[begin] == nullptr) {
        builder.remove(name);
      } else {
        builder.set(name, ValueView(changes_[begin]));
      }
      return;
    }
    if (old_ == nullptr && only_clears(begin, end)) return;
    const auto present = old_ != nullptr ? old_->find(name) : std::nullopt;
    if (!present) {
      fail(kInvalidPath);
      return;
    }
    std::string edited;
    append_edited(edited, *present, begin, end, 1);
    if (error_) return;
    const ValueView value(edited.data());
    if (nests_too_deep(value)) {
      fail(kNestingMessage);
      return;
    }
    builder.set(name, value);
  }

  [[nodiscard]] bool only_clears(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (changes_[i] != nullptr) return false;
    }
    return true;
  }

  [[nodiscard]] const Step& step(std::size_t change, std::size_t depth) const {
    return update_.steps_[update_.targets_[change].first + depth];
  }

  std::size_t end_of(std::size_t begin, std::size_t end, std::size_t depth) const {
    return end_of_run(update_.steps_, std::span(update_.targets_).first(end), begin, depth);
  }

  void append_edited(std::string& out, ValueView container, std::size_t begin, std::size_t end,
                     std::size_t depth) {
    const bool is_list = step(begin, depth).is_index();
    if (!container.is(is_list ? AttributeType::list : AttributeType::map)) {
      fail(kInvalidPath);
      return;
    }
    const auto tag = is_list ? encoding::Tag::list : encoding::Tag::map;
    const std::size_t begun = encoding::begin_collection(out, tag);
    const std::size_t count = is_list ? append_elements(out, container, begin, end, depth)
                                      : append_members(out, container, begin, end, depth);
    encoding::end_collection(out, begun, count);
  }

  /// What stands at a place after the changes [begin, end) that lie in it; false if nothing does.
  bool append_place(std::string& out, std::optional<ValueView> present, std::size_t begin,
                    std::size_t end, std::size_t depth) {
    if (update_.targets_[begin].count == depth) {
      if (changes_[begin] == nullptr) return false;
      out += ValueView(changes_[begin]).encoded();
      return true;
    }
    if (present) {
      append_edited(out, *present, begin, end, depth);
    } else {
      fail(kInvalidPath);
    }
    return true;
  }

  std::size_t append_members(std::string& out, ValueView map, std::size_t begin, std::size_t end,
                             std::size_t depth) {
    std::size_t count = 0;
    const MemberRange members = map.members();
    auto member = members.begin();
    const auto copy_while = [&](auto&& condition) {
      for (; member != members.end() && condition((*member).name); ++member, ++count) {
        encoding::append_name(out, (*member).name);
        out += (*member).value.encoded();
      }
    };
    while (begin < end) {
      const std::string_view name = step(begin, depth).name;
      const std::size_t next = end_of(begin, end, depth);
      copy_while([&](std::string_view other) { return other < name; });
      std::optional<ValueView> present;
      if (member != members.end() && (*member).name == name) present = (*member++).value;
      const std::size_t place = out.size();
      encoding::append_name(out, name);
      if (append_place(out, present, begin, next, depth + 1)) {
        ++count;
      } else {
        out.resize(place);
      }
      begin = next;
    }
    copy_while([](std::string_view) { return true; });
    return count;
  }

  std::size_t append_elements(std::string& out, ValueView list, std::size_t begin, std::size_t end,
                              std::size_t depth) {
    std::size_t count = 0;
    std::size_t index = 0;
    for (const ValueView element : list.elements()) {
      if (begin < end && step(begin, depth).index == index) {
        const std::size_t next = end_of(begin, end, depth);
        if (append_place(out, element, begin, next, depth + 1)) ++count;
        begin = next;
      } else {
        out += element.encoded();
        ++count;
      }
      ++index;
    }
    while (begin < end) {  // past the end: appended in the order of the indexes
      const std::size_t next = end_of(begin, end, depth);
      if (append_place(out, std::nullopt, begin, next, depth + 1)) ++count;
      begin = next;
    }
    return count;
  }

  const Update& update_;
  const Item* old_;
  std::vector<Change> changes_;
  std::vector<std::string> owned_;
  std::optional<Error> error_;
};

Result<std::optional<Item>> Update::apply(const Item* old, const Key& key) const {
  return UpdateRun(*this, old).run(key);
}

std::optional<Item> Update::touched(const Item& item) const {
  Item parts = project(item, steps_, targets_);
  if (parts.empty()) return std::nullopt;
  return parts;
}

}  // namespace keywright::expression
