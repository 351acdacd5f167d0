#include "guard/unique_checks.hpp"

#include "guard/changes.hpp"
#include "guard/words.hpp"

#include <algorithm>

namespace keywright::guard {
namespace {

/// What is known of a field at one moment.
struct Part {
  enum class Kind : std::uint8_t { unknown, absent, value, in_key };
  Kind kind = Kind::unknown;
  std::optional<ValueView> value{};
  const Capture* in_key = nullptr;

  [[nodiscard]] static Part of(std::optional<ValueView> value) {
    // NULL is as good as none.
    if (!value || value->is(AttributeType::null)) return {Kind::absent};
    return {Kind::value, value};
  }
  [[nodiscard]] bool is_there() const { return kind == Kind::value || kind == Kind::in_key; }
};

bool is_same(const Part& a, const Part& b) {
  if (a.kind != b.kind) return false;
  if (a.kind == Part::Kind::value) return *a.value == *b.value;
  return a.kind == Part::Kind::in_key && a.in_key == b.in_key;
}

bool fits(const Part& part, const Capture& in_sentinel) {
  switch (part.kind) {
    case Part::Kind::value:
      return holds(in_sentinel, *part.value);
    case Part::Kind::in_key:
      return is_same(in_sentinel, *part.in_key);
    default:
      return true;  // nothing is known that it could contradict
  }
}

/// One uniqueness rule of one write.
class UniqueCheck {
 public:
  UniqueCheck(const TableRules& table, const WriteRule& rule, const UniqueRule& unique,
              const Write& write, const Captures& key)
      : table_(table), rule_(rule), unique_(unique), write_(write), key_(key), changes_(write) {
    for (const auto& field : unique.fields) {
      before_.push_back(before(field));
      after_.push_back(after(field));
    }
  }

  /// Empty: all is well.
  [[nodiscard]] std::string fault() const {
    const bool has_value = unique_.takes && std::none_of(after_.begin(), after_.end(), is_absent);
    const bool had_value =
        unique_.gives_back && std::all_of(before_.begin(), before_.end(), is_there);
    const bool is_kept = has_value && had_value &&
                         std::equal(before_.begin(), before_.end(), after_.begin(),
                                    [](const Part& a, const Part& b) { return is_same(a, b); });
    if (has_value && (!is_kept || changes_lifetime()) && !is_beside(WriteKind::put, after_)) {
      return "it does not put the sentinel " + shape().text() + " beside it, which keeps " +
             sentinel().name + " unique";
    }
    // Of what has expired, the value may be another's by now.
    const bool may_be_anothers = !rule_.ttl.attribute.empty();
    if (had_value && !is_kept && !may_be_anothers && !is_beside(WriteKind::remove, before_)) {
      return "it does not delete the sentinel " + shape().text() + " of the " +
             listed(unique_.fields) + " before, which then nobody else can have";
    }
    return {};
  }

 private:
  static bool is_absent(const Part& part) { return part.kind == Part::Kind::absent; }
  static bool is_there(const Part& part) { return part.is_there(); }

  [[nodiscard]] const SentinelRule& sentinel() const { return table_.sentinels[unique_.sentinel]; }
  [[nodiscard]] const KeyShape& shape() const { return sentinel().key.front(); }

  [[nodiscard]] bool is_in_key(const std::string& field) const {
    const auto& key = table_.entities[rule_.entity].key;
    return std::any_of(key.begin(), key.end(),
                       [&](const KeyShape& each) { return each.mentions(field); });
  }
  [[nodiscard]] Part before(const std::string& field) const {
    const auto* known = std::find_if(key_.begin(), key_.end(), [&](const Capture& capture) {
      return capture.piece->field == field;
    });
    if (known != key_.end()) return {Part::Kind::in_key, std::nullopt, known};
    if (rule_.kind == WriteKind::put && is_in_key(field)) return Part::of(write_.item->find(field));
    if (write_.condition == nullptr) return {};
    const auto stored = stored_value(*write_.condition, field);
    return stored.known ? Part::of(stored.value) : Part{};
  }
  [[nodiscard]] Part after(const std::string& field) const {
    if (rule_.kind == WriteKind::put) return Part::of(write_.item->find(field));
    const auto* action = changes_.action_on(field);
    if (action == nullptr || is_in_key(field)) return before(field);
    if (action->section == expression::UpdateSection::remove) return {Part::Kind::absent};
    const auto value = changes_.value_set(*action);
    return value ? Part::of(value) : Part{};
  }

  /// A sentinel goes when its item does.
  [[nodiscard]] bool changes_lifetime() const {
    const auto& ttl = rule_.ttl.attribute;
    return !ttl.empty() && (rule_.kind == WriteKind::put || changes_.action_on(ttl) != nullptr);
  }

  [[nodiscard]] bool is_beside(WriteKind kind, const std::vector<Part>& parts) const {
    return std::any_of(
        write_.sentinels.begin(), write_.sentinels.end(), [&](const SentinelWrite& other) {
          return other.kind == kind && other.table == &table_ && is_of(*other.item, parts);
        });
  }
  [[nodiscard]] bool is_of(const Item& item, const std::vector<Part>& parts) const {
    Captures captures;
    if (!fits_key(sentinel().key, item, captures)) return false;
    return std::all_of(captures.begin(), captures.end(), [&](const Capture& capture) {
      const auto& fields = unique_.fields;
      const auto found = std::find(fields.begin(), fields.end(), capture.piece->field);
      return found == fields.end() ||
             fits(parts[static_cast<std::size_t>(found - fields.begin())], capture);
    });
  }

  const TableRules& table_;
  const WriteRule& rule_;
  const UniqueRule& unique_;
  const Write& write_;
  const Captures& key_;
  Changes changes_;
  std::vector<Part> before_;
  std::vector<Part> after_;
};

}  // namespace

bool keeps_unique(const TableRules& table, const WriteRule& rule, const Write& write,
                  const Captures& key, Nearest* nearest) {
  for (const auto& unique : rule.unique) {
    const auto fault = UniqueCheck(table, rule, unique, write, key).fault();
    if (fault.empty()) continue;
    // All else fits, conditions included.
    constexpr int kNearer = 1;
    return miss(
        nearest, Stage::extras, ViolationKind::unique, rule.pattern, [&] { return fault; },
        kNearer);
  }
  return true;
}

}  // namespace keywright::guard
