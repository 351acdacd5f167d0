// The changes of an update against those that a pattern makes.

#include "guard/changes.hpp"
#include "guard/item_checks.hpp"
#include "guard/words.hpp"
#include "model/word_case.hpp"
#include "plan/size.hpp"

#include <algorithm>

namespace keywright::guard {
namespace {

using expression::Operand;
using expression::OperandKind;
using expression::UpdateAction;
using expression::UpdateSection;
using plan::FieldChangeKind;
using plan::KeyChange;

/// `address.lines[2]`.
std::string text_of(expression::Path path) {
  std::string text(path.front().name);
  for (const auto& step : path.subspan(1)) {
    text += step.is_index() ? '[' + std::to_string(step.index) + "]" : '.' + std::string(step.name);
  }
  return text;
}

/// More than any update has changes.
constexpr int kMeansToCreate = 1000;

class UpdateCheck {
 public:
  UpdateCheck(const TableRules& table, const WriteRule& rule, const Write& write,
              Captures& captures, Nearest* nearest)
      : table_(table),
        rule_(rule),
        write_(write),
        captures_(captures),
        nearest_(nearest),
        changes_(write) {}

  bool fits() {
    return touches_nothing_else() && makes_all_changes() && agrees_with_key() &&
           std::all_of(rule_.entries.begin(), rule_.entries.end(),
                       [&](const auto& entry) { return fits_entry(entry); });
  }

 private:
  template <class Why>
  bool fail(ViolationKind kind, const Why& why) {
    const bool is_of_keys = kind == ViolationKind::index_keys || kind == ViolationKind::item_key;
    const auto stage = is_of_keys ? Stage::changes : Stage::sort;
    return miss(nearest_, stage, kind, rule_.pattern, why, nearest_ == nullptr ? 0 : in_common());
  }

  /// How much the changes of the request and those of the rule have in common.
  [[nodiscard]] int in_common() const {
    int count = 0;
    for (const auto& action : changes_.actions()) {
      const auto attribute = changes_.target_of(action);
      const auto* change = change_of(attribute);
      const bool is_other_state =
          change != nullptr && change->constant && !sets(action, *change->constant);
      // Who says what it creates means to create, however little.
      if (attribute == plan::type_attribute && may_create()) count += kMeansToCreate;
      const bool is_changed_so =
          change != nullptr && !is_other_state && fits_section(*change, action);
      const bool is_alike =
          is_changed_so || is_entry_key(attribute) || may_always_change(attribute);
      count += is_alike ? 1 : -1;
    }
    for (const auto& change : rule_.changes) {
      if (change.required && changes_.action_on(change.attribute) == nullptr) --count;
    }
    return count;
  }

  [[nodiscard]] bool may_create() const { return rule_.precondition == plan::Precondition::none; }
  [[nodiscard]] const EntityRule& entity() const { return table_.entities[rule_.entity]; }

  // The fields
  // -------------------------------------------------------------------------------------

  [[nodiscard]] const ChangeRule* change_of(std::string_view attribute) const {
    const auto found =
        std::find_if(rule_.changes.begin(), rule_.changes.end(),
                     [&](const auto& change) { return change.attribute == attribute; });
    return found == rule_.changes.end() ? nullptr : &*found;
  }
  [[nodiscard]] bool is_entry_key(std::string_view attribute) const {
    return std::any_of(rule_.entries.begin(), rule_.entries.end(), [&](const auto& entry) {
      return std::any_of(entry.keys.begin(), entry.keys.end(),
                         [&](const auto& key) { return key.attribute == attribute; });
    });
  }
  [[nodiscard]] bool may_always_change(std::string_view attribute) const {
    const auto& always = entity().always_written;
    if (std::find(always.begin(), always.end(), attribute) != always.end()) return true;
    return may_create() && attribute == plan::type_attribute;
  }

  [[nodiscard]] bool fits_section(const ChangeRule& change, const UpdateAction& action) const {
    switch (change.kind) {
      case FieldChangeKind::set:
        return (action.section == UpdateSection::set && !changes_.adds(action) &&
                !changes_.is_if_absent(action)) ||
               (action.section == UpdateSection::remove &&
                (change.may_be_removed || changes_.path_of(action).size() > 1));
      case FieldChangeKind::set_if_absent:
        return changes_.is_if_absent(action);
      case FieldChangeKind::add:
        return changes_.adds(action);
      case FieldChangeKind::remove:
        return action.section == UpdateSection::remove && changes_.path_of(action).size() == 1;
    }
    return false;
  }

  bool touches_nothing_else() {
    const auto all = changes_.actions();
    return std::all_of(all.begin(), all.end(),
                       [&](const UpdateAction& action) { return fits_action(action); });
  }

  bool fits_action(const UpdateAction& action) {
    const auto attribute = changes_.target_of(action);
    if (const auto* change = change_of(attribute)) return fits_change(*change, action);
    if (is_entry_key(attribute) && changes_.path_of(action).size() == 1)
      return true;  // told by its entry
    if (!may_always_change(attribute)) {
      return fail(ViolationKind::change,
                  [&] { return "no access pattern changes " + std::string(attribute) + " so"; });
    }
    if (attribute == plan::type_attribute) return fits_constant(action, entity().name);
    return fits_value(action);  // the version
  }

  bool fits_change(const ChangeRule& change, const UpdateAction& action) {
    if (!fits_section(change, action)) {
      return fail(ViolationKind::change, [&] {
        return "it changes " + change.attribute + " by " + std::string(to_string(action.section)) +
               ", otherwise than the pattern";
      });
    }
    if (change.must_stay && sets_null(action)) {
      return fail(ViolationKind::fields, [&] {
        return entity().name + "." + change.attribute + " is NULL, and the state needs one";
      });
    }
    return change.constant ? fits_constant(action, *change.constant) : fits_value(action);
  }

  [[nodiscard]] bool sets_null(const UpdateAction& action) const {
    const auto value = changes_.value_set(action);
    return value && value->is(AttributeType::null);
  }
  [[nodiscard]] bool sets(const UpdateAction& action, std::string_view constant) const {
    const auto value = changes_.value_set(action);
    return value && value->is(AttributeType::string) && value->as_string() == constant;
  }

  bool fits_constant(const UpdateAction& action, std::string_view constant) {
    if (sets(action, constant)) return true;
    const auto value = changes_.value_set(action);
    return fail(ViolationKind::change, [&] {
      return "it sets " + std::string(changes_.target_of(action)) + " to " +
             (value ? words_of(*value) : std::string("a computed value"));
    });
  }

  /// Whether the field, or the part of it that is changed, can have the value.
  bool fits_value(const UpdateAction& action) {
    const auto attribute = changes_.target_of(action);
    const auto path = changes_.path_of(action);
    const auto place = place_of(*entity().field(attribute), path);
    const auto wrong = [&](const auto& why) {
      return fail(ViolationKind::fields,
                  [&] { return entity().name + "." + text_of(path) + std::string(why()); });
    };
    if (place.value == nullptr) return wrong([] { return " is nothing that the field can have"; });
    if (action.section == UpdateSection::remove) {
      const bool is_allowed = place.may_be_removed || change_of(attribute) != nullptr;
      return (path.size() == 1 && is_allowed) || place.may_be_removed ||
             wrong([] { return " cannot be removed"; });
    }
    const auto& operand = write_.update->operand(action.operand);
    if (changes_.draws_on_others(operand, attribute)) {
      return fail(ViolationKind::change,
                  [&] { return "it makes " + std::string(attribute) + " of another attribute"; });
    }
    const auto value = operand.is_constant() ? operand.value() : changes_.value_set(action);
    if (!value) return true;  // what it makes of itself
    if (action.section == UpdateSection::set) {
      const auto misfit = misfit_of(place, *value);
      return !misfit || wrong([&] { return misfit->where + " " + misfit->what; });
    }
    return has_type(*place.value, *value) || wrong([&] {
             return " is of type " + std::string(type_descriptor(place.value->type)) +
                    "; it cannot take " + words_of(*value);
           });
  }

  bool makes_all_changes() {
    for (const auto& change : rule_.changes) {
      if (!change.required || changes_.action_on(change.attribute) != nullptr) continue;
      return fail(ViolationKind::change,
                  [&] { return "it leaves " + change.attribute + " alone"; });
    }
    if (!counts_version()) return false;
    if (!may_create() || changes_.action_on(plan::type_attribute) != nullptr) return true;
    return fail(ViolationKind::change, [&] {
      return "it does not set " + std::string(plan::type_attribute) +
             ", by which readers know what it creates as " + model::one_of(entity().name);
    });
  }

  /// Every write makes the version another, by which others see that they have read an older one.
  bool counts_version() {
    if (rule_.version.empty()) return true;
    const auto* action = changes_.action_on(rule_.version);
    if (action != nullptr && counts_up(*action)) return true;
    return fail(ViolationKind::change,
                [&] { return "it does not count " + rule_.version + " up, as every write does"; });
  }
  [[nodiscard]] bool counts_up(const UpdateAction& action) const {
    const auto is_positive = [](const Operand& operand) {
      const auto value = operand.is_constant() ? operand.value() : std::nullopt;
      return value && value->is(AttributeType::number) && value->as_number() > Number(0);
    };
    if (action.section == UpdateSection::remove || changes_.path_of(action).size() > 1)
      return false;
    const auto& operand = write_.update->operand(action.operand);
    if (action.section == UpdateSection::add) return is_positive(operand);
    if (operand.kind == OperandKind::plus && changes_.adds(action)) {
      return is_positive(write_.update->operand(operand.left)) ||
             is_positive(write_.update->operand(operand.right));
    }
    // To a number, where a smaller one is stored.
    const auto value = changes_.value_set(action);
    if (!value || changes_.is_if_absent(action) || write_.condition == nullptr) return false;
    const auto stored = stored_value(*write_.condition, rule_.version);
    if (!stored.known || !stored.value) return stored.known;
    const auto order = compare_scalars(*stored.value, *value);
    return order && *order < 0;
  }

  /// What it sets of the fields that its own key is made of. The captures are those of the key.
  bool agrees_with_key() {
    for (const auto& capture : captures_) {
      const auto* action = changes_.action_on(capture.piece->field);
      const auto value = action == nullptr ? std::nullopt : changes_.value_set(*action);
      if (!value || holds(capture, *value)) continue;
      return fail(ViolationKind::item_key, [&] {
        return "its " + capture.piece->field + " is " + words_of(*value) + ", and its key says " +
               words_of(capture);
      });
    }
    return true;
  }

  // The keys of an index
  // ---------------------------------------------------------------------------

  /// Whether the tests of the entry hold by what the request says; nullopt: it does not say.
  [[nodiscard]] std::optional<bool> tests_hold(const EntryChangeRule& entry) const {
    if (lacks_component(entry)) return false;
    std::optional<bool> result = true;
    for (const auto& test : entry.tests) {
      const auto* action = changes_.action_on(test.attribute);
      const bool is_removed = action != nullptr && action->section == UpdateSection::remove;
      const auto value = changes_.known_value(test.attribute);
      if (!value && !is_removed) {
        result = std::nullopt;
        continue;
      }
      const auto holds_here = holds(test, value);
      if (holds_here == false) return false;
      if (!holds_here) result = std::nullopt;
    }
    return result;
  }

  /// Whether a field that its keys are made of goes, becomes NULL, or is said to be missing.
  [[nodiscard]] bool lacks_component(const EntryChangeRule& entry) const {
    const auto is_missing = [&](const std::string& field) {
      const auto* action = changes_.action_on(field);
      if (action != nullptr) return action->section == UpdateSection::remove || sets_null(*action);
      if (write_.condition == nullptr) return false;
      const auto stored = stored_value(*write_.condition, field);
      return stored.known && !stored.value;
    };
    return std::any_of(entry.components.begin(), entry.components.end(), is_missing);
  }

  bool fits_entry(const EntryChangeRule& entry) {
    const bool applies = !entry.only_with || changes_.action_on(*entry.only_with) != nullptr;
    std::size_t sets = 0;
    std::size_t removes = 0;
    for (const auto& key : entry.keys) {
      if (key.change == KeyChange::keep) {
        if (!fits_kept_key(entry, key)) return false;
        const auto* action = changes_.action_on(key.attribute);
        if (action != nullptr && action->section == UpdateSection::remove) ++removes;
        continue;
      }
      const bool expected =
          applies && (!key.only_with || changes_.action_on(*key.only_with) != nullptr);
      const auto* action = changes_.action_on(key.attribute);
      if (!expected && action != nullptr) {
        return fail(ViolationKind::index_keys, [&] {
          return "it changes " + key.attribute + " of " + entry.index + ", and none of its fields";
        });
      }
      if (!expected) continue;
      if (action == nullptr) {
        return fail(ViolationKind::index_keys, [&] {
          return "it leaves " + key.attribute + " of " + entry.index +
                 " as it was, which is then "
                 "stale";
        });
      }
      const bool is_removal = action->section == UpdateSection::remove;
      ++(is_removal ? removes : sets);
      if (key.change == KeyChange::set) {
        if (!fits_key_change(entry, key, *action)) return false;
      } else if (!is_removal) {
        return fail(ViolationKind::index_keys, [&] {
          return "the item leaves " + entry.index + ", and " + key.attribute + " stays";
        });
      }
    }
    return fits_together(entry, sets, removes);
  }

  /// It stays, or is written again as it is.
  bool fits_kept_key(const EntryChangeRule& entry, const EntryChangeRule::Key& key) {
    const auto* action = changes_.action_on(key.attribute);
    if (action == nullptr) return true;
    // Half a key that is left over by itself: the item has not been in the index before.
    if (action->section == UpdateSection::remove && lacks_component(entry)) return true;
    const auto value = changes_.value_set(*action);
    const auto before = captures_.size();
    if (!value || changes_.is_if_absent(*action)) {
      return fail(ViolationKind::index_keys, [&] {
        return "it changes " + key.attribute + " of " + entry.index + ", and none of its fields";
      });
    }
    if (!key.value.fits(*value, captures_)) {
      return fail(ViolationKind::index_keys, [&] { return key.value.misfit(*value); });
    }
    return agrees_with_fields(key, before) && knows_all(key, before);
  }

  /// The fields that the key says something of.
  bool knows_all(const EntryChangeRule::Key& key, std::size_t first) {
    for (const auto* capture = captures_.begin() + first; capture != captures_.end(); ++capture) {
      const auto& field = capture->piece->field;
      const bool is_bound =
          std::any_of(captures_.begin(), captures_.begin() + first, [&](const Capture& known) {
            return known.piece->field == field && is_same(known, *capture);
          });
      if (is_bound || changes_.known_value(field)) continue;
      return fail(ViolationKind::condition, [&] {
        return "it sets " + key.attribute + ", and its condition does not say what " + field +
               " is";
      });
    }
    return true;
  }

  bool fits_together(const EntryChangeRule& entry, std::size_t sets, std::size_t removes) {
    if (sets > 0 && removes > 0) {
      return fail(ViolationKind::index_keys,
                  [&] { return "it sets one key of " + entry.index + " and removes another"; });
    }
    if (!entry.may_leave || sets + removes == 0) return true;
    const auto belongs = tests_hold(entry);
    if (!belongs || *belongs == (sets > 0)) return true;
    return fail(ViolationKind::index_keys, [&] {
      return std::string("the item ") + (*belongs ? "belongs" : "no longer belongs") + " into " +
             entry.index + ", and its keys " + (sets > 0 ? "are set" : "are removed");
    });
  }

  bool fits_key_change(const EntryChangeRule& entry, const EntryChangeRule::Key& key,
                       const UpdateAction& action) {
    if (action.section == UpdateSection::remove) {
      return entry.may_leave || fail(ViolationKind::index_keys, [&] {
               return "it removes " + key.attribute + ", and the item belongs into " + entry.index;
             });
    }
    const auto value = changes_.value_set(action);
    if (!value) {
      return fail(ViolationKind::index_keys,
                  [&] { return "it computes " + key.attribute + " of " + entry.index; });
    }
    if (changes_.is_if_absent(action) != key.if_absent) {
      return fail(ViolationKind::index_keys, [&] {
        return key.if_absent ? "it sets " + key.attribute + " where its fields stay as they were"
                             : "it keeps an older " + key.attribute + ", and sets its fields";
      });
    }
    const auto before = captures_.size();
    if (!key.value.fits(*value, captures_)) {
      return fail(ViolationKind::index_keys, [&] { return key.value.misfit(*value); });
    }
    return agrees_with_fields(key, before);
  }

  /// What the key says, from that capture on, is what is known of the fields.
  bool agrees_with_fields(const EntryChangeRule::Key& key, std::size_t first) {
    for (const auto* capture = captures_.begin() + first; capture != captures_.end(); ++capture) {
      const auto known = changes_.known_value(capture->piece->field);
      if (!known || holds(*capture, *known)) continue;
      return fail(ViolationKind::index_keys, [&] {
        return capture->piece->field + " is " + words_of(*known) + ", and " + key.attribute +
               " says " + words_of(*capture);
      });
    }
    return true;
  }

  const TableRules& table_;
  const WriteRule& rule_;
  const Write& write_;
  Captures& captures_;
  Nearest* nearest_;
  Changes changes_;
};

}  // namespace

bool fits_update(const TableRules& table, const WriteRule& rule, const Write& write,
                 Captures& captures, Nearest* nearest) {
  return UpdateCheck(table, rule, write, captures, nearest).fits();
}

}  // namespace keywright::guard
