// Updates and projections: the same, on nested maps and lists of the standard library.

#include "expression/projection.hpp"
#include "expression/update.hpp"
#include "expression_generators.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace keywright::generators {
namespace {

// The naive update -------------------------------------------------------------------------------

struct Expr {
  enum Kind { path, constant, if_not_exists, list_append, plus, minus } kind = path;
  Path at;
  Tree value;
  std::vector<Expr> operands;
};

struct Action {
  std::string section;  // "SET", "REMOVE", "ADD", "DELETE"
  Path target;
  Expr right;
};

/// A failed update: DynamoDB's message.
struct Failure {
  std::string message;
};

const std::string kMissing =
    "The provided expression refers to an attribute that does not exist in the item";
const std::string kWrongType = "An operand in the update expression has an incorrect data type";
const std::string kInvalidPath =
    "The document path provided in the update expression is invalid for update";

Tree calculate(const Tree& a, const Tree& b, bool plus) {
  const auto* x = std::get_if<Number>(&a.value);
  const auto* y = std::get_if<Number>(&b.value);
  if (x == nullptr || y == nullptr) throw Failure{kWrongType};
  const auto result = plus ? Number::add(*x, *y) : Number::subtract(*x, *y);
  if (!result) throw Failure{"Number"};  // which text is a matter of the number's own tests
  return {*result};
}

Tree evaluate(const Expr& expr, const Tree::Map& old) {
  switch (expr.kind) {
    case Expr::constant:
      return expr.value;
    case Expr::path:
      if (const Tree* found = lookup(old, expr.at)) return *found;
      throw Failure{kMissing};
    case Expr::if_not_exists:
      if (const Tree* found = lookup(old, expr.at)) return *found;
      return evaluate(expr.operands[0], old);
    case Expr::list_append: {
      Tree left = evaluate(expr.operands[0], old);
      const Tree right = evaluate(expr.operands[1], old);
      auto* list = std::get_if<Tree::List>(&left.value);
      const auto* more = std::get_if<Tree::List>(&right.value);
      if (list == nullptr || more == nullptr) throw Failure{kWrongType};
      list->insert(list->end(), more->begin(), more->end());
      return left;
    }
    default: {
      const Tree left = evaluate(expr.operands[0], old);
      return calculate(left, evaluate(expr.operands[1], old), expr.kind == Expr::plus);
    }
  }
}

/// Set operations on whichever of the three kinds of set `present` is.
Tree with_members(Tree present, const Tree& operand, bool add) {
  if (present.value.index() != operand.value.index()) throw Failure{kWrongType};
  std::visit(
      [&](auto& set) {
        using T = std::decay_t<decltype(set)>;
        if constexpr (requires { typename T::key_type; } && !std::is_same_v<T, Tree::Map> &&
                      !std::is_same_v<T, std::string>) {
          for (const auto& member : std::get<T>(operand.value)) {
            if (add)
              set.insert(member);
            else
              set.erase(member);
          }
        } else {
          throw Failure{kWrongType};
        }
      },
      present.value);
  return present;
}

bool is_empty_set(const Tree& tree) {
  return std::visit(
      [](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (requires { typename T::key_type; })
          return value.empty();
        else
          return false;
      },
      tree.value);
}

/// What the action comes to: a value, or nothing at its target.
std::optional<Tree> outcome(const Action& action, const Tree::Map& old) {
  const Tree* present = lookup(old, action.target);
  if (action.section == "SET") return evaluate(action.right, old);
  if (action.section == "REMOVE") return std::nullopt;
  const Tree& operand = action.right.value;
  if (action.section == "ADD") {
    if (present == nullptr) return operand;
    if (std::holds_alternative<Number>(operand.value)) return calculate(*present, operand, true);
    return with_members(*present, operand, true);
  }
  if (present == nullptr) return std::nullopt;
  Tree rest = with_members(*present, operand, false);
  if (is_empty_set(rest)) return std::nullopt;
  return rest;
}

Tree* find_place(Tree::Map& item, const Path& path) {
  return const_cast<Tree*>(lookup(item, path));  // NOLINT: of a mutable item
}

/// Applies the outcomes one after the other: values first, by index from the left, then removals
/// from the right, so that indexes stay those of the old lists.
Tree::Map naive_update(const std::vector<Action>& actions, const std::optional<Tree::Map>& old,
                       const Tree::Map& key) {
  const Tree::Map before = old.value_or(Tree::Map());
  std::vector<std::pair<Path, std::optional<Tree>>> outcomes;
  for (const Action& action : actions)
    outcomes.emplace_back(action.target, outcome(action, before));
  std::sort(outcomes.begin(), outcomes.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [path, value] : outcomes) {
    if (path.size() == 1 || (!old && !value)) continue;
    const Tree* parent = lookup(before, Path(path.begin(), path.end() - 1));
    const bool is_index = std::holds_alternative<std::size_t>(path.back());
    if (parent == nullptr || !(is_index ? std::holds_alternative<Tree::List>(parent->value)
                                        : std::holds_alternative<Tree::Map>(parent->value))) {
      throw Failure{kInvalidPath};
    }
  }
  Tree::Map item = old.value_or(key);
  for (const auto& [path, value] : outcomes) {
    if (!value) continue;
    if (path.size() == 1) {
      item[std::get<std::string>(path[0])] = *value;
      continue;
    }
    Tree* parent = find_place(item, Path(path.begin(), path.end() - 1));
    if (auto* map = std::get_if<Tree::Map>(&parent->value)) {
      (*map)[std::get<std::string>(path.back())] = *value;
    } else {
      auto& list = std::get<Tree::List>(parent->value);
      const std::size_t index = std::get<std::size_t>(path.back());
      if (index < list.size())
        list[index] = *value;
      else
        list.push_back(*value);
    }
  }
  std::reverse(outcomes.begin(), outcomes.end());
  for (const auto& [path, value] : outcomes) {
    if (value) continue;
    if (lookup(before, path) == nullptr) continue;
    if (path.size() == 1) {
      item.erase(std::get<std::string>(path[0]));
      continue;
    }
    Tree* parent = find_place(item, Path(path.begin(), path.end() - 1));
    if (auto* map = std::get_if<Tree::Map>(&parent->value)) {
      map->erase(std::get<std::string>(path.back()));
    } else {
      auto& list = std::get<Tree::List>(parent->value);
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(std::get<std::size_t>(path.back())));
    }
  }
  return item;
}

// Text -------------------------------------------------------------------------------------------

std::string write(const Expr& expr, Writer& writer) {
  switch (expr.kind) {
    case Expr::path:
      return writer.path(expr.at);
    case Expr::constant:
      return writer.value(expr.value);
    case Expr::if_not_exists: {
      const std::string path = writer.path(expr.at);
      return "if_not_exists(" + path + "," + write(expr.operands[0], writer) + ")";
    }
    case Expr::list_append: {
      const std::string left = write(expr.operands[0], writer);
      return "list_append (" + left + " , " + write(expr.operands[1], writer) + ")";
    }
    default: {
      const std::string left = write(expr.operands[0], writer);
      return left + (expr.kind == Expr::plus ? "+" : "-") + write(expr.operands[1], writer);
    }
  }
}

std::string write(const std::vector<Action>& actions, Writer& writer) {
  std::string out;
  for (const std::string section : {"REMOVE", "SET", "DELETE", "ADD"}) {
    bool first = true;
    for (const Action& action : actions) {
      if (action.section != section) continue;
      out += first ? " " + section + " " : ",";
      first = false;
      out += writer.path(action.target);
      if (section == "SET") out += " = " + write(action.right, writer);
      if (section == "ADD" || section == "DELETE") out += " " + writer.value(action.right.value);
    }
  }
  return out;
}

// Random updates that pass the static checks -----------------------------------------------------

bool meet(const Path& a, const Path& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i].index() != b[i].index()) return true;  // conflict
    if (a[i] != b[i]) return false;
  }
  return true;
}

Expr path_expr() {
  return {Expr::path, *path(), {}, {}};
}
Expr constant_expr(Tree tree) {
  return {Expr::constant, {}, std::move(tree), {}};
}

Expr random_number_operand() {
  if (*rc::gen::arbitrary<bool>()) return constant_expr(Tree{*small_or_any_number()});
  Expr fallback{Expr::if_not_exists, *path(), {}, {constant_expr(Tree{*small_or_any_number()})}};
  return *rc::gen::arbitrary<bool>() ? path_expr() : fallback;
}

Tree random_list() {
  return Tree{*rc::gen::scale(0.05, rc::gen::container<Tree::List>(scalar()))};
}

Expr random_list_operand() {
  if (*rc::gen::arbitrary<bool>()) return constant_expr(random_list());
  return {Expr::if_not_exists, *path(), {}, {constant_expr(random_list())}};
}

Expr random_right_side() {
  switch (*rc::gen::inRange(0, 5)) {
    case 0:
      return constant_expr(*scalar());
    case 1:
      return path_expr();
    case 2:
      return {Expr::if_not_exists, *path(), {}, {constant_expr(*scalar())}};
    case 3: {
      Expr left = random_list_operand();
      return {Expr::list_append, {}, {}, {std::move(left), random_list_operand()}};
    }
    default: {
      Expr left = random_number_operand();
      const auto kind = *rc::gen::element(Expr::plus, Expr::minus);
      return {kind, {}, {}, {std::move(left), random_number_operand()}};
    }
  }
}

Tree random_set() {
  switch (*rc::gen::inRange(0, 3)) {
    case 0: {
      auto set = *small_set(short_text());
      set.insert("a");
      return Tree{set};
    }
    case 1: {
      auto set = *small_set(small_or_any_number());
      set.insert(Number(1));
      return Tree{set};
    }
    default: {
      auto set = *small_set(binary());
      set.insert(Binary{"a"});
      return Tree{set};
    }
  }
}

std::vector<Action> random_actions(const Tree::Map& item) {
  std::vector<Action> actions;
  const int count = *rc::gen::inRange(1, 6);
  for (int i = 0; i < count; ++i) {
    const Path target = *path();
    const auto meets = [&](const Action& action) { return meet(action.target, target); };
    if (std::any_of(actions.begin(), actions.end(), meets)) continue;
    const auto section = *rc::gen::weightedElement<std::string>(
        {{4, "SET"}, {3, "REMOVE"}, {1, "ADD"}, {1, "DELETE"}});
    // Members that fit what is there, more often than not.
    const Tree* present = lookup(item, target);
    const bool wants_number = present != nullptr ? std::holds_alternative<Number>(present->value)
                                                 : *rc::gen::arbitrary<bool>();
    Action action{section, target, {}};
    if (section == "SET") action.right = random_right_side();
    if (section == "ADD" && wants_number)
      action.right = constant_expr(Tree{*small_or_any_number()});
    if (section == "DELETE" || (section == "ADD" && !wants_number)) {
      action.right = constant_expr(random_set());
    }
    actions.push_back(std::move(action));
  }
  return actions;
}

// Projection -------------------------------------------------------------------------------------

/// Keeps what the paths name; false if that is nothing.
bool keep(Tree& tree, const std::vector<Path>& paths, std::size_t depth) {
  for (const Path& path : paths) {
    if (path.size() == depth) return true;
  }
  const auto below = [&](const Step& step) {
    std::vector<Path> out;
    for (const Path& path : paths) {
      if (path[depth] == step) out.push_back(path);
    }
    return out;
  };
  if (auto* map = std::get_if<Tree::Map>(&tree.value)) {
    Tree::Map kept;
    for (auto& [name, member] : *map) {
      const auto inner = below(name);
      if (!inner.empty() && keep(member, inner, depth + 1)) kept[name] = member;
    }
    *map = kept;
    return !map->empty();
  }
  if (auto* list = std::get_if<Tree::List>(&tree.value)) {
    Tree::List kept;
    for (std::size_t i = 0; i < list->size(); ++i) {
      const auto inner = below(i);
      if (!inner.empty() && keep((*list)[i], inner, depth + 1)) kept.push_back((*list)[i]);
    }
    *list = kept;
    return !list->empty();
  }
  return false;
}

Item naive_projection(const Tree::Map& item, const std::vector<Path>& paths) {
  Tree whole{item};
  if (!keep(whole, paths, 0)) return {};
  return encode_item(std::get<Tree::Map>(whole.value));
}

// Properties -------------------------------------------------------------------------------------

using expression::Parameters;

RC_GTEST_PROP(UpdateProperties, DoWhatANaiveUpdateDoes, ()) {
  const Tree::Map key{{"id", Tree{std::string("key")}}};
  const auto stored = *attributes();
  const auto old = *rc::gen::weightedElement<int>({{9, 1}, {1, 0}}) == 1
                       ? std::optional<Tree::Map>(stored)
                       : std::nullopt;
  const auto actions = random_actions(stored);
  Writer writer;
  const std::string text = write(actions, writer);
  RC_LOG() << text << "\n" << (old ? to_json(encode_item(*old)) : "no item") << "\n";
  for (const auto& [k, value] : writer.values) RC_LOG() << k << " " << to_json(value) << "\n";

  Parameters parameters(writer.names, writer.values);
  RC_ASSERT(parameters.check({{"UpdateExpression", true}}).has_value());
  const auto update = parse_update(text, parameters);
  if (!update) RC_FAIL(update.error().message);
  RC_ASSERT(parameters.check_all_used().has_value());

  const Item old_item = old ? encode_item(*old) : Item();
  const auto result = update->apply(old ? &old_item : nullptr, encode_item(key));
  if (!old && !update->creates_item()) {
    RC_ASSERT(result.has_value());
    RC_ASSERT(!result->has_value());
    return;
  }
  std::optional<Item> expected;
  try {
    expected = encode_item(naive_update(actions, old, key));
  } catch (const Failure&) {
  }
  RC_TAG(expected.has_value());
  if (!expected) {
    RC_ASSERT(!result.has_value());  // which of several failures is told is not fixed
    return;
  }
  if (!result) RC_FAIL(result.error().message);
  RC_ASSERT(to_json(**result) == to_json(*expected));
  RC_ASSERT(**result == *expected);

  std::vector<Path> targets;
  for (const Action& action : actions) targets.push_back(action.target);
  const Tree::Map now = std::get<Tree::Map>(decode(AttributeValue::map([&] {
                                              std::vector<AttributeValue::Member> members;
                                              for (const auto& [name, value] : **result) {
                                                members.emplace_back(name, AttributeValue(value));
                                              }
                                              return members;
                                            }()))
                                                .value);
  RC_ASSERT(update->touched(**result).value_or(Item()) == naive_projection(now, targets));
  RC_ASSERT(update->touched(old_item).value_or(Item()) ==
            naive_projection(old.value_or(Tree::Map()), targets));
}

RC_GTEST_PROP(UpdateProperties, FailWithTheMessageOfTheirOnlyAction, ()) {
  const auto stored = *attributes();
  auto actions = random_actions(stored);
  actions.resize(1, actions.front());
  Writer writer;
  const std::string text = write(actions, writer);
  Parameters parameters(writer.names, writer.values);
  const Item old = encode_item(stored);
  const auto result = parse_update(text, parameters).value().apply(&old, Key());
  std::string expected;
  try {
    static_cast<void>(naive_update(actions, stored, {}));
  } catch (const Failure& failure) {
    expected = failure.message;
  }
  RC_TAG(expected);
  RC_ASSERT(result.has_value() == expected.empty());
  if (!result) RC_ASSERT(result.error().message.starts_with(expected));
}

RC_GTEST_PROP(UpdateProperties, AreTheSameWhenPrintedAndParsed, ()) {
  const auto stored = *attributes();
  const auto actions = random_actions(stored);
  Writer writer;
  const std::string text = write(actions, writer);
  Parameters parameters(writer.names, writer.values);
  const auto update = parse_update(text, parameters).value();
  const std::string printed = to_text(update);
  const auto again = parse_update(printed, parameters);
  if (!again) RC_FAIL(printed + ": " + again.error().message);
  RC_ASSERT(to_text(*again) == printed);
  const Item old = encode_item(stored);
  const auto a = update.apply(&old, Key());
  const auto b = again->apply(&old, Key());
  RC_ASSERT(a.has_value() == b.has_value());
  if (a) RC_ASSERT(**a == **b);
}

RC_GTEST_PROP(ProjectionProperties, KeepWhatANaiveProjectionKeeps, ()) {
  const auto item = *attributes();
  const auto candidates = *rc::gen::container<std::vector<Path>>(5, path());
  std::vector<Path> paths;
  for (const Path& candidate : candidates) {
    const auto meets = [&](const Path& path) { return meet(path, candidate); };
    if (std::none_of(paths.begin(), paths.end(), meets)) paths.push_back(candidate);
  }
  Writer writer;
  std::string text;
  for (const Path& path : paths) text += (text.empty() ? "" : ", ") + writer.path(path);
  RC_LOG() << text << "\n" << to_json(encode_item(item)) << "\n";
  Parameters parameters(writer.names, writer.values);
  const auto projection = parse_projection(text, parameters);
  if (!projection) RC_FAIL(projection.error().message);
  RC_ASSERT(to_json(projection->apply(encode_item(item))) ==
            to_json(naive_projection(item, paths)));
  const std::string printed = to_text(*projection);
  RC_ASSERT(to_text(parse_projection(printed, parameters).value()) == printed);
}

RC_GTEST_PROP(ProjectionProperties, RefusePathsThatMeet, ()) {
  const auto paths = *rc::gen::container<std::vector<Path>>(4, path());
  Writer writer;
  std::string text;
  for (const Path& path : paths) text += (text.empty() ? "" : ",") + writer.path(path);
  bool apart = true;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) apart = apart && !meet(paths[i], paths[j]);
  }
  RC_TAG(apart);
  Parameters parameters(writer.names, writer.values);
  RC_ASSERT(parse_projection(text, parameters).has_value() == apart);
}

}  // namespace
}  // namespace keywright::generators
