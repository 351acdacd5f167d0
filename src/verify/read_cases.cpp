#include "verify/cases.hpp"
#include "verify/items.hpp"

#include <algorithm>
#include <utility>

namespace keywright::verify {
namespace {

using model::Operation;
using model::RangeOperator;

constexpr std::size_t kMostCases = 3;
constexpr std::uint32_t kUnused = 9000;  // of samples that are never stored

std::string value_text(const std::optional<AttributeValue>& value) {
  if (!value) return "nothing";
  if (value->type() == keywright::AttributeType::string) return std::string(value->as_string());
  if (value->type() == keywright::AttributeType::number) return value->as_number().to_string();
  return to_json(value->view());
}

// The beginning of a text, of whole characters.
std::string beginning_of(std::string_view text) {
  auto size = std::max<std::size_t>(1, text.size() / 2);
  while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) ++size;
  return std::string(text.substr(0, size));
}

class ReadCaseMaker {
 public:
  ReadCaseMaker(const Read& read, const Truth& truth, const SampleMaker& maker)
      : read_(read), pattern_(read.pattern()), truth_(truth), maker_(maker) {}

  std::vector<ReadCase> make() {
    if (pattern_.operation.value == Operation::batch_get) {
      batch();
      return std::move(cases_);
    }
    for (const auto& question : questions()) add(question);
    if (const auto question = question_without_answer()) add(*question);
    return std::move(cases_);
  }

  // Of samples, those that most others go with first.
  std::vector<Question> questions() {
    std::vector<std::pair<std::size_t, Question>> found;
    for (const auto& sample : truth_.all()) {
      auto question = question_of(sample);
      if (!question) continue;
      const bool is_known = std::any_of(found.begin(), found.end(), [&](const auto& other) {
        return other.second.by == question->by;
      });
      if (is_known) continue;
      if (pattern_.range && !choose_range(*question)) continue;
      const auto count = expected(*question).size();
      found.emplace_back(count, *std::move(question));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Question> questions;
    for (auto& [count, question] : found) {
      if (questions.size() < kMostCases) questions.push_back(std::move(question));
    }
    return questions;
  }

  std::optional<Question> question_without_answer() {
    if (pattern_.by.empty()) return std::nullopt;
    const auto sample = maker_.make(pattern_.entity().index, kUnused);
    auto question = question_of(sample);
    if (!question) return std::nullopt;
    if (pattern_.range) {
      const auto* value = value_of(read_.context, sample, pattern_.range->field.name);
      if (value == nullptr) return std::nullopt;
      question->lower = question->upper = *value;
    }
    if (!expected(*question).empty()) return std::nullopt;
    return question;
  }

  [[nodiscard]] Arguments arguments_of(const Question& question) const {
    using plan::InputRole;
    Arguments arguments(read_.plan);
    std::size_t bound = 0;
    for (std::size_t i = 0; i < read_.plan.inputs.size(); ++i) {
      switch (read_.plan.inputs[i].role) {
        case InputRole::bound:
          arguments.values[i] = question.by[bound++];
          break;
        case InputRole::range_upper:
          arguments.values[i] = question.upper;
          break;
        case InputRole::range_value:
          arguments.values[i] = is_upper() ? question.upper : question.lower;
          break;
        default:
          arguments.values[i] = question.lower;
      }
    }
    return arguments;
  }

  [[nodiscard]] std::vector<Sample> expected(const Question& question) const {
    std::vector<Sample> found;
    for (const auto& sample : truth_.all()) {
      if (matches(read_.context, pattern_, question, sample) && is_in_source(sample)) {
        found.push_back(sample);
      }
    }
    return found;
  }

  [[nodiscard]] std::string name_of(const Question& question) const {
    std::string name;
    for (std::size_t i = 0; i < pattern_.by.size(); ++i) {
      if (!name.empty()) name += ", ";
      name += pattern_.by[i].name + " = " + value_text(question.by[i]);
    }
    if (!pattern_.range) return name.empty() ? "all" : name;
    if (!name.empty()) name += ", ";
    name += pattern_.range->field.name + " " +
            std::string(model::to_text(pattern_.range->range_operator)) + " ";
    if (pattern_.range->range_operator == RangeOperator::between) {
      return name + value_text(question.lower) + " and " + value_text(question.upper);
    }
    return name + value_text(is_upper() ? question.upper : question.lower);
  }

 private:
  [[nodiscard]] bool is_upper() const {
    const auto range = pattern_.range->range_operator;
    return range == RangeOperator::less || range == RangeOperator::less_equal;
  }

  // A read of a part of the items, as the model asked for by `using`.
  [[nodiscard]] bool is_in_source(const Sample& sample) const {
    if (!read_.read().partial || !read_.read().index) return true;
    const auto* key = read_.context.plan.keys[sample.entity].in(read_.read().index);
    return key != nullptr && enters(read_.context, sample, *key->entry);
  }

  // What finds this sample; nullopt if it has not all of the fields.
  [[nodiscard]] std::optional<Question> question_of(const Sample& sample) const {
    const bool is_returned =
        std::any_of(pattern_.returns.begin(), pattern_.returns.end(),
                    [&](const auto& returned) { return returned.entity.index == sample.entity; });
    if (!is_returned) return std::nullopt;
    Question question;
    for (const auto& field : pattern_.by) {
      const auto* value = value_of(read_.context, sample, field.name);
      if (value == nullptr) return std::nullopt;
      question.by.emplace_back(*value);
    }
    return question;
  }

  // In the midst of what there is, so that both sides of an end are tried.
  bool choose_range(Question& question) {
    std::vector<AttributeValue> values;
    for (const auto& sample : truth_.all()) {
      auto found = question_of(sample);
      const auto* value = value_of(read_.context, sample, pattern_.range->field.name);
      if (!found || found->by != question.by || value == nullptr) continue;
      values.push_back(*value);
    }
    if (values.empty()) return false;
    std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) {
      return *compare_scalars(a.view(), b.view()) < 0;
    });
    const auto last = values.size() - 1;
    switch (pattern_.range->range_operator) {
      case RangeOperator::between:
        question.lower = values[last > 1 ? 1 : 0];
        question.upper = values[last > 2 ? last - 1 : last];
        break;
      case RangeOperator::prefix:
        question.lower = AttributeValue(beginning_of(values.front().as_string()));
        break;
      default:
        question.lower = question.upper = values[values.size() / 2];
    }
    return true;
  }

  void add(const Question& question) {
    const auto arguments = arguments_of(question);
    ReadCase added;
    added.name = name_of(question);
    added.expected = expected(question);
    switch (read_.read().access) {
      case plan::Access::get_item:
      case plan::Access::batch_get_item:
        added.request = get_request(read_, arguments);
        break;
      case plan::Access::query:
        added.request = query_requests(read_, arguments);
        break;
      case plan::Access::scan:
        added.request = scan_request(read_, arguments);
        break;
    }
    cases_.push_back(std::move(added));
  }

  // Several keys at once, one of which nothing has.
  void batch() {
    auto all = questions();
    if (all.empty()) return;
    ReadCase added;
    std::vector<Arguments> arguments;
    for (const auto& question : all) {
      arguments.push_back(arguments_of(question));
      for (auto& sample : expected(question)) added.expected.push_back(std::move(sample));
    }
    added.name = std::to_string(all.size()) + " keys";
    if (const auto missing = question_without_answer()) {
      arguments.push_back(arguments_of(*missing));
      added.name += " and one of nothing";
    }
    added.request = batch_get_request(read_, arguments);
    cases_.push_back(std::move(added));
  }

  const Read& read_;
  const model::AccessPattern& pattern_;
  const Truth& truth_;
  const SampleMaker& maker_;
  std::vector<ReadCase> cases_;
};

}  // namespace

std::vector<ReadCase> read_cases(const Read& read, const Truth& truth, const SampleMaker& maker) {
  return ReadCaseMaker(read, truth, maker).make();
}

std::vector<ReadCase> transact_read_cases(const Context& context, const TableNames& tables,
                                          const std::vector<const plan::PatternPlan*>& steps,
                                          const Truth& truth, const SampleMaker& maker) {
  ReadCase added;
  added.name = std::to_string(steps.size()) + " items at once";
  TransactGetItemsRequest request;
  for (const auto* step : steps) {
    if (step->read() == nullptr) return {};
    const Read read{context, tables, *step};
    ReadCaseMaker cases(read, truth, maker);
    const auto questions = cases.questions();
    // Another item than the steps before ask for: a transaction has each once.
    const auto question = std::find_if(questions.begin(), questions.end(), [&](const auto& each) {
      const auto get = get_request(read, cases.arguments_of(each));
      const auto& items = request.transact_items;
      return std::none_of(items.begin(), items.end(), [&](const auto& other) {
        return other.table_name == get.table_name && other.key == get.key;
      });
    });
    if (question == questions.end()) return {};
    auto get = get_request(read, cases.arguments_of(*question));
    request.transact_items.push_back({std::move(get.table_name), std::move(get.key),
                                      std::move(get.projection_expression),
                                      std::move(get.expression_attribute_names)});
    for (auto& sample : cases.expected(*question)) added.expected.push_back(sample);
  }
  added.request = std::move(request);
  return {std::move(added)};
}

}  // namespace keywright::verify
