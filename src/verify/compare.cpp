#include "verify/compare.hpp"

#include "verify/items.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace keywright::verify {
namespace {

// The attributes that the pattern is for: keys and tags are nobody's business.
std::vector<std::string> wanted_names(const Read& read) {
  std::set<std::string> names;
  for (const auto& field : read.pattern().fields) names.insert(field.name);
  if (names.empty()) {
    for (const auto& returned : read.pattern().returns) {
      for (const auto& field : read.context.entity(returned.entity.index).fields) {
        names.insert(field.name);
      }
    }
  }
  return {names.begin(), names.end()};
}

// The first place where the order is wrong.
std::optional<std::string> disorder(const Read& read, const std::vector<const Sample*>& samples) {
  const auto& order = read.pattern().order;
  if (!order) return std::nullopt;
  const AttributeValue* last = nullptr;
  for (const auto* sample : samples) {
    const auto* value = value_of(read.context, *sample, order->field.name);
    if (value == nullptr) continue;
    if (last != nullptr) {
      const auto compared = compare_scalars(last->view(), value->view());
      if (compared && (order->descending ? *compared < 0 : *compared > 0)) {
        return "out of order: " + order->field.name + " " + to_json(last->view()) +
               " comes before " + to_json(value->view());
      }
    }
    last = value;
  }
  return std::nullopt;
}

std::string count_text(std::size_t count, const char* what, const Item& example) {
  return std::to_string(count) + (count == 1 ? " item is " : " items are ") + what + ", such as " +
         to_json(example);
}

}  // namespace

std::optional<std::string> difference(const Read& read, const std::vector<Sample>& expected,
                                      const std::vector<std::vector<Item>>& lists) {
  const auto names = wanted_names(read);
  const bool is_whole = !read.read().index && read.pattern().fields.empty();
  // With a projection there is nothing but what was asked for.
  const bool is_exact = is_whole || !read.read().projected.empty();
  std::multimap<std::string, const Sample*> missing;
  for (const auto& sample : expected) {
    auto item = item_of(read.context, sample);
    if (!is_whole) item = item.with_only(names);
    missing.emplace(item.encoded(), &sample);
  }
  std::size_t unexpected = 0;
  Item example;
  std::optional<std::string> wrong_order;
  for (const auto& list : lists) {
    std::vector<const Sample*> samples;
    for (const auto& got : list) {
      const auto item = is_exact ? got : got.with_only(names);
      const auto found = missing.find(std::string(item.encoded()));
      if (found == missing.end()) {
        if (unexpected++ == 0) example = got;
        continue;
      }
      samples.push_back(found->second);
      missing.erase(found);
    }
    if (auto found = disorder(read, samples)) wrong_order = std::move(found);
  }
  std::string text;
  if (!missing.empty()) {
    text = count_text(missing.size(), "missing", item_of(read.context, *missing.begin()->second));
  }
  if (unexpected > 0) {
    text += (text.empty() ? "" : "; ") + count_text(unexpected, "not asked for", example);
  }
  if (!text.empty()) return text;
  return wrong_order;
}

std::optional<std::string> difference(const Item* expected, const Item* got) {
  if (expected == nullptr && got == nullptr) return std::nullopt;
  if (expected == nullptr) return "there is an item that must not be: " + to_json(*got);
  if (got == nullptr) return "there is no item; it must be " + to_json(*expected);
  if (*expected == *got) return std::nullopt;
  std::string text;
  std::set<std::string_view> names;
  for (const auto* item : {expected, got}) {
    for (const auto& member : *item) names.insert(member.name);
  }
  for (const auto name : names) {
    const auto wanted = expected->find(name);
    const auto found = got->find(name);
    if (wanted == found) continue;
    const auto value = [](const auto& view) { return view ? to_json(*view) : "not there"; };
    text += (text.empty() ? "" : "; ") + std::string(name) + " is " + value(found) +
            " and must be " + value(wanted);
  }
  return text;
}

}  // namespace keywright::verify
