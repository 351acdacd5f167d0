#pragma once
// GoogleTest matchers over requests to a Database. The one header that needs gmock: link
// GTest::gmock beside keywright::testing.
//
//   using namespace keywright::matchers;
//   EXPECT_THAT(recorder.sent<UpdateItemRequest>(),
//               ElementsAre(AllOf(HasKey({{"pk", "JOB#1"}, {"sk", "METADATA"}}),
//                                 HasConditionOn("status"), Sets("status", "running"))));
//
// They match requests of every kind, an AnyRequest and a RequestPart. Of a transaction or batch one
// part that matches is enough; Parts() looks at each of them. Expressions are compared with their
// names and values filled in, as in ExpressionText. Matchers are values without state: any thread
// may use them.

#include <keywright/request_parts.hpp>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

namespace keywright {

/// How GoogleTest shows a request: as it is sent.
template <class Request>
  requires requires { OperationOf<Request>::kName; }
void PrintTo(const Request& request, std::ostream* out) {
  *out << OperationOf<Request>::kName << ' ' << request_json(request);
}
inline void PrintTo(const Item& item, std::ostream* out) {
  *out << to_json(item);
}
inline void PrintTo(const RequestPart& part, std::ostream* out) {
  *out << part.operation << ' ' << part.table_name;
  if (part.index_name) *out << '/' << *part.index_name;
  if (part.key) *out << ' ' << to_json(*part.key);
  if (part.item) *out << ' ' << to_json(*part.item);
  const std::pair<const char*, const ExpressionText&> expressions[] = {
      {" where ", part.key_condition},
      {" filter ", part.filter},
      {" ", part.update},
      {" if ", part.condition},
      {" only ", part.projection}};
  for (const auto& [word, expression] : expressions) {
    if (!expression.text.empty()) *out << word << expression.text;
  }
}

namespace matchers {

inline std::vector<RequestPart> parts_to_match(const RequestPart& part) {
  return {part};
}
template <class Request>
std::vector<RequestPart> parts_to_match(const Request& request) {
  return parts_of(AnyRequest(request));
}

/// Whether some part of a request fulfils `Test`, which says what it is.
template <class Test>
class PartMatcher {
 public:
  using is_gtest_matcher = void;

  PartMatcher(std::string description, Test test)
      : description_(std::move(description)), test_(std::move(test)) {}

  template <class Request>
  bool MatchAndExplain(const Request& request, ::testing::MatchResultListener* listener) const {
    const auto parts = parts_to_match(request);
    const auto found = std::find_if(parts.begin(), parts.end(), test_);
    if (found == parts.end()) {
      for (const RequestPart& part : parts) *listener << "\n  it is: " << print(part);
    }
    return found != parts.end();
  }
  void DescribeTo(std::ostream* out) const { *out << description_; }
  void DescribeNegationTo(std::ostream* out) const { *out << "not: " << description_; }

 private:
  static std::string print(const RequestPart& part) { return ::testing::PrintToString(part); }

  std::string description_;
  Test test_;
};

/// Whether a text of some part matches.
template <class Text>
auto text_matcher(std::string_view what, ::testing::Matcher<const std::string&> matcher,
                  Text text) {
  std::string description = std::string(what) + " that ";
  description += ::testing::DescribeMatcher<const std::string&>(matcher);
  return PartMatcher(std::move(description),
                     [matcher = std::move(matcher), text = std::move(text)](
                         const RequestPart& part) { return matcher.Matches(text(part)); });
}

using TextMatcher = ::testing::Matcher<const std::string&>;

// What and where
// ------------------------------------------------------------------------------------------------

/// Is this operation, or has it among its parts: "TransactWriteItems", "PutItem", "ConditionCheck".
class IsOperation {
 public:
  using is_gtest_matcher = void;

  explicit IsOperation(std::string_view name) : name_(name) {}

  template <class Request>
  bool MatchAndExplain(const Request& request, ::testing::MatchResultListener* listener) const {
    if constexpr (!std::is_same_v<Request, RequestPart>) {
      const auto operation = operation_of(AnyRequest(request));
      if (operation == name_) return true;
      *listener << "which is a " << operation;
    }
    const auto parts = parts_to_match(request);
    return std::any_of(parts.begin(), parts.end(),
                       [&](const RequestPart& part) { return part.operation == name_; });
  }
  void DescribeTo(std::ostream* out) const { *out << "is or has a " << name_; }
  void DescribeNegationTo(std::ostream* out) const { *out << "neither is nor has a " << name_; }

 private:
  std::string name_;
};
inline auto OnTable(TextMatcher table_name) {
  return text_matcher("has a table name", std::move(table_name),
                      [](const RequestPart& part) { return part.table_name; });
}
inline auto OnIndex(TextMatcher index_name) {
  return text_matcher("has an index name", std::move(index_name),
                      [](const RequestPart& part) { return part.index_name.value_or(""); });
}
/// Asks for this item: by its key, or by putting an item with these attributes.
inline auto HasKey(const Key& key) {
  return PartMatcher("has the key " + to_json(key), [key](const RequestPart& part) {
    if (!part.item) return part.key == key;
    return std::all_of(key.begin(), key.end(), [&](const auto& attribute) {
      return part.item->find(attribute.name) == attribute.value;
    });
  });
}
inline auto ReadsConsistently() {
  return PartMatcher("reads consistently",
                     [](const RequestPart& part) { return part.consistent_read; });
}

// What it writes
// ------------------------------------------------------------------------------------------------

/// Puts an item in which this attribute has this value.
inline auto Puts(std::string_view name, const AttributeValue& value) {
  return PartMatcher("puts " + std::string(name) + " = " + to_json(value.view()),
                     [name = std::string(name), value](const RequestPart& part) {
                       return part.item && part.item->find(name) == value.view();
                     });
}
/// Its update sets this path to this value: a number, a text, true, false, ...
inline auto Sets(std::string_view path, const AttributeValue& value) {
  const std::string wanted = value_text(value.view());
  return PartMatcher("sets " + std::string(path) + " = " + wanted,
                     [path = std::string(path), wanted](const RequestPart& part) {
                       const auto found = part.update.assignments.find(path);
                       return found != part.update.assignments.end() && found->second == wanted;
                     });
}
inline auto HasUpdate(TextMatcher text) {
  return text_matcher("has an update expression", std::move(text),
                      [](const RequestPart& part) { return part.update.text; });
}

// What it asks of items
// ------------------------------------------------------------------------------------------------

inline auto HasConditionOn(std::string_view attribute) {
  return PartMatcher("has a condition on " + std::string(attribute),
                     [name = std::string(attribute)](const RequestPart& part) {
                       return part.condition.attributes.contains(name);
                     });
}
inline auto HasCondition(TextMatcher text) {
  return text_matcher("has a condition", std::move(text),
                      [](const RequestPart& part) { return part.condition.text; });
}
inline auto HasKeyCondition(TextMatcher text) {
  return text_matcher("has a key condition", std::move(text),
                      [](const RequestPart& part) { return part.key_condition.text; });
}
inline auto HasFilter(TextMatcher text) {
  return text_matcher("has a filter", std::move(text),
                      [](const RequestPart& part) { return part.filter.text; });
}

// The request as a whole
// ------------------------------------------------------------------------------------------------

/// Parts(ElementsAre(..)): of the operations of a transaction, or the keys or writes of a batch.
inline auto Parts(::testing::Matcher<const std::vector<RequestPart>&> matcher) {
  return ::testing::ResultOf(
      "its parts", [](const auto& request) { return parts_to_match(request); }, std::move(matcher));
}
inline auto AsJson(TextMatcher matcher) {
  return ::testing::ResultOf(
      "its JSON", [](const auto& request) { return request_json(AnyRequest(request)); },
      std::move(matcher));
}

}  // namespace matchers
}  // namespace keywright
