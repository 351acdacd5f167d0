#include "model/condition_parser.hpp"
#include "model/map_reader.hpp"
#include "model/sections.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

// "Finding*" -> Finding, many.
Returned returned_of(const Located<std::string>& text, const SourceFile& source, const Node& node) {
  Returned returned;
  returned.span = text.span;
  std::string name = text.value;
  if (name.ends_with('*')) returned.cardinality = Cardinality::many;
  if (name.ends_with('?')) returned.cardinality = Cardinality::optional;
  if (returned.cardinality != Cardinality::one) name.pop_back();
  returned.entity.span = span_within(source, node, 0, name.size());
  returned.entity.name = std::move(name);
  return returned;
}

void read_entity(Findings& findings, const Entry& entry, AccessPattern& pattern) {
  pattern.returns_span = entry.value.span;
  const auto name = read_text(findings, entry);
  if (!name) return;
  if (name->value.ends_with('*') || name->value.ends_with('?')) {
    findings.add(Rule::text_syntax, name->span, "`entity` takes a name without `*` or `?`",
                 "the operation says how many; a collection of several entities is `returns:`");
    return;
  }
  if (pattern.is_collection) return;  // reported with the pattern
  Returned& returned = pattern.returns.emplace_back();
  returned.entity.name = name->value;
  returned.entity.span = name->span;
  returned.span = name->span;
}

void read_returns(Findings& findings, const Entry& entry, AccessPattern& pattern) {
  pattern.is_collection = true;
  pattern.returns.clear();
  pattern.returns_span = entry.value.span;
  if (entry.value.kind != NodeKind::list) {
    report_type(findings, entry, "a list such as [Job, \"Finding*\"]");
    return;
  }
  if (entry.value.items.empty()) {
    findings.add(Rule::bad_value, entry.value.span, "`returns` names no entity",
                 "write for instance [Job, \"Finding*\", \"Report?\"]");
  }
  for (const Node& item : entry.value.items) {
    const auto text = read_text(findings, Entry{entry.key, entry.key_span, item});
    if (!text) continue;
    Returned returned = returned_of(*text, findings.source(), item);
    const auto same = std::find_if(
        pattern.returns.begin(), pattern.returns.end(),
        [&](const Returned& other) { return other.entity.name == returned.entity.name; });
    if (same == pattern.returns.end()) {
      pattern.returns.push_back(std::move(returned));
      continue;
    }
    findings.add(Rule::bad_value, returned.span,
                 quoted(returned.entity.name) + " stands twice in `returns`",
                 "name it once, with `*` for several");
  }
}

// "created_at desc" -> its two words; the second may be missing.
struct TwoWords {
  FieldRef field;
  std::string second;
  Span second_span;
};

std::optional<TwoWords> read_two_words(Findings& findings, const Entry& entry,
                                       std::string_view example) {
  const auto text = read_text(findings, entry);
  if (!text) return std::nullopt;
  const std::string_view all = text->value;
  const std::size_t first_end = std::min(all.find(' '), all.size());
  const std::size_t second = std::min(all.find_first_not_of(' ', first_end), all.size());
  const std::size_t second_end = std::min(all.find(' ', second), all.size());
  if (!is_identifier(all.substr(0, first_end)) || second_end != all.size()) {
    findings.add(Rule::text_syntax, text->span,
                 quoted(all) + " cannot be understood as " + quoted(entry.key),
                 "write it like " + quoted(example));
    return std::nullopt;
  }
  const SourceFile& source = findings.source();
  TwoWords words;
  words.field.name = all.substr(0, first_end);
  words.field.span = span_within(source, entry.value, 0, first_end);
  words.second = all.substr(second);
  words.second_span = span_within(source, entry.value, second, second_end);
  return words;
}

void read_order(Findings& findings, const Entry& entry, AccessPattern& pattern) {
  auto words = read_two_words(findings, entry, "created_at desc");
  if (!words) return;
  const auto descending = words->second.empty() ? false : find_word(direction_words, words->second);
  if (!descending) {
    findings.add(Rule::text_syntax, words->second_span, quoted(words->second) + " is no direction",
                 "write `asc` or `desc`");
    return;
  }
  pattern.order = {std::move(words->field), *descending, entry.value.span, entry.key_span};
}

void report_range_operator(Findings& findings, std::string_view word, const Span& span) {
  const std::string_view help =
      word == "begins_with" ? "write `prefix`" : "use between, >=, >, <=, < or prefix";
  findings.add(Rule::text_syntax, span, quoted(word) + " is no range", std::string(help));
}

constexpr std::array range_keys{
    KeyRow<Range>{"field",
                  [](Findings& findings, const Entry& entry, Range& range) {
                    if (auto field = read_reference<FieldRef>(findings, entry)) {
                      range.field = std::move(*field);
                    }
                  },
                  "field: created_at"},
    KeyRow<Range>{"op",
                  [](Findings& findings, const Entry& entry, Range& range) {
                    const auto word = read_text(findings, entry);
                    if (!word) return;
                    const auto range_operator = find_word(range_words, word->value);
                    if (range_operator) range.range_operator = *range_operator;
                    if (!range_operator) report_range_operator(findings, word->value, word->span);
                  },
                  "op: between"},
};

void read_range(Findings& findings, const Entry& entry, AccessPattern& pattern) {
  Range range;
  range.span = entry.value.span;
  range.key = entry.key_span;
  if (entry.value.kind == NodeKind::map) {
    read_map(findings, entry, "a range", range_keys, range);
    pattern.range = std::move(range);
    return;
  }
  auto words = read_two_words(findings, entry, "created_at between");
  if (!words) return;
  const auto range_operator = find_word(range_words, words->second);
  if (!range_operator) {
    const bool missing = words->second.empty();
    report_range_operator(findings, missing ? entry.value.text : words->second,
                          missing ? entry.value.span : words->second_span);
    return;
  }
  range.field = std::move(words->field);
  range.range_operator = *range_operator;
  pattern.range = std::move(range);
}

constexpr std::array rate_keys{
    KeyRow<Rate>{"peak", [](Findings& findings, const Entry& entry,
                            Rate& rate) { rate.peak = read_number(findings, entry); }},
    KeyRow<Rate>{"avg", [](Findings& findings, const Entry& entry,
                           Rate& rate) { rate.avg = read_number(findings, entry); }},
};

void read_rate(Findings& findings, const Entry& entry, AccessPattern& pattern) {
  Rate& rate = pattern.rate;
  rate.span = entry.value.span;
  rate.key = entry.key_span;
  read_map(findings, entry, "a rate", rate_keys, rate,
           "write {peak: 100, avg: 20}, in calls per second");
  if (rate.peak && rate.avg && rate.avg->value > rate.peak->value) {
    findings.add(Rule::bad_value, rate.avg->span, "the average rate is above the peak",
                 "raise `peak` or lower `avg`");
  }
}

constexpr std::array batch_keys{
    KeyRow<BatchSize>{"avg", [](Findings& findings, const Entry& entry,
                                BatchSize& items) { items.avg = read_number(findings, entry); }},
    KeyRow<BatchSize>{"max", [](Findings& findings, const Entry& entry,
                                BatchSize& items) { items.max = read_count(findings, entry); }},
};

void read_items(Findings& findings, const Entry& entry, AccessPattern& pattern) {
  BatchSize& items = pattern.items;
  items.span = entry.value.span;
  items.key = entry.key_span;
  read_map(findings, entry, "the size of a batch", batch_keys, items, "write {avg: 20, max: 200}");
  if (items.max && items.avg && items.avg->value > static_cast<double>(items.max->value)) {
    findings.add(Rule::bad_value, items.avg->span, "the average is above the maximum",
                 "raise `max` or lower `avg`");
  }
}

AccessPattern read_pattern(Findings& findings, const Entry& entry, const std::string& what);

void read_steps(Findings& findings, const Entry& entry, AccessPattern& pattern) {
  pattern.steps_span = entry.value.span;
  if (entry.value.kind != NodeKind::list) {
    report_type(findings, entry, "a list of patterns");
    return;
  }
  if (entry.value.items.empty()) {
    findings.add(Rule::bad_value, entry.value.span, "`steps` names no pattern",
                 "a transaction has at least one step");
  }
  for (const Node& item : entry.value.items) {
    TransactStep step;
    step.span = item.span;
    const Entry element{entry.key, item.kind == NodeKind::map ? Span{} : entry.key_span, item};
    if (item.kind == NodeKind::map) {
      step.own = read_pattern(findings, element, "this step");
    } else {
      step.named = read_reference<PatternRef>(findings, element);
    }
    if (step.own || step.named) pattern.steps.push_back(std::move(step));
  }
}

using Pattern = AccessPattern;

constexpr std::array pattern_keys{
    KeyRow<Pattern>{"op",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      assign(pattern.operation, read_word(findings, entry, operation_words));
                    },
                    "op: get"},
    KeyRow<Pattern>{"entity", read_entity},
    KeyRow<Pattern>{"returns", read_returns},
    KeyRow<Pattern>{"by",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      pattern.by_span = entry.value.span;
                      pattern.by = read_references<FieldRef>(findings, entry);
                    }},
    KeyRow<Pattern>{"range", read_range},
    KeyRow<Pattern>{"order", read_order},
    KeyRow<Pattern>{"page", [](Findings& findings, const Entry& entry,
                               Pattern& pattern) { pattern.page = read_count(findings, entry); }},
    KeyRow<Pattern>{"max_items",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      pattern.max_items = read_count(findings, entry);
                    }},
    KeyRow<Pattern>{"fields",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      pattern.fields_span = entry.value.span;
                      pattern.fields = read_references<FieldRef>(findings, entry);
                    }},
    KeyRow<Pattern>{"consistency",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      assign(pattern.consistency, read_word(findings, entry, consistency_words));
                    }},
    KeyRow<Pattern>{"expired",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      assign(pattern.expired, read_word(findings, entry, expired_words));
                    }},
    KeyRow<Pattern>{"read_after_write",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      const auto flag = read_flag(findings, entry);
                      pattern.read_after_write = flag && flag->value;
                    }},
    KeyRow<Pattern>{"reason",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      pattern.reason = read_text(findings, entry);
                    }},
    KeyRow<Pattern>{"set",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      pattern.set = read_references<FieldRef>(findings, entry);
                    }},
    KeyRow<Pattern>{"add",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      pattern.add = read_references<FieldRef>(findings, entry);
                    }},
    KeyRow<Pattern>{"remove",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      pattern.remove = read_references<FieldRef>(findings, entry);
                    }},
    KeyRow<Pattern>{"condition",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      pattern.condition = parse_condition(findings, entry, true);
                    }},
    KeyRow<Pattern>{"move", [](Findings& findings, const Entry& entry,
                               Pattern& pattern) { pattern.move = read_text(findings, entry); }},
    KeyRow<Pattern>{"steps", read_steps},
    KeyRow<Pattern>{"rate", read_rate},
    KeyRow<Pattern>{"items", read_items},
    KeyRow<Pattern>{"each",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      pattern.each = true;
                      read_items(findings, entry, pattern);
                    }},
    KeyRow<Pattern>{"kind",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      assign(pattern.kind, read_word(findings, entry, kind_words));
                    }},
    KeyRow<Pattern>{"using",
                    [](Findings& findings, const Entry& entry, Pattern& pattern) {
                      pattern.use_index = read_reference<IndexRef>(findings, entry);
                    }},
};

// Which keys mean something for which operations; keys without a row do for all.
using Operations = std::initializer_list<Operation>;
constexpr unsigned bit(Operation operation) {
  return 1U << static_cast<unsigned>(operation);
}
constexpr unsigned bits(Operations operations) {
  unsigned all = 0;
  for (const Operation operation : operations) all |= bit(operation);
  return all;
}

using enum Operation;
constexpr unsigned reads = bits({get, batch_get, query, scan});
constexpr unsigned lists = bits({query, scan});
constexpr unsigned changes = bits({upsert, patch});
constexpr unsigned batches = bits({batch_get, batch_put, batch_delete});
constexpr unsigned writes =
    bits({create, put, upsert, patch, transition, delete_item, batch_put, batch_delete});
constexpr unsigned keyed = reads | bits({upsert, patch, transition, delete_item, batch_delete});

struct KeyUse {
  std::string_view key;
  unsigned operations;
  std::string_view wanted_by;
};
constexpr std::array key_uses{
    KeyUse{"entity", reads | writes, "all operations but transact"},
    KeyUse{"returns", reads, "reads"},
    KeyUse{"by", keyed, "reads, upsert, patch, transition and delete"},
    KeyUse{"range", lists, "query and scan"},
    KeyUse{"order", lists, "query and scan"},
    KeyUse{"page", lists, "query and scan"},
    KeyUse{"max_items", lists, "query and scan"},
    KeyUse{"fields", reads, "reads"},
    KeyUse{"consistency", reads, "reads"},
    KeyUse{"expired", reads, "reads"},
    KeyUse{"read_after_write", reads, "reads"},
    KeyUse{"using", reads, "reads"},
    KeyUse{"set", changes, "patch and upsert"},
    KeyUse{"add", changes, "patch and upsert"},
    KeyUse{"remove", changes, "patch and upsert"},
    KeyUse{"condition", writes, "writes"},
    KeyUse{"items", batches, "batch_get, batch_put and batch_delete"},
    KeyUse{"each", bits({create, put, upsert, patch, transition, delete_item}),
           "writes of one item that are steps of a transaction"},
    KeyUse{"move", bits({transition}), "transition"},
    KeyUse{"steps", bits({transact}), "transact"},
};

void report_misplaced_keys(Findings& findings, const Entry& definition, const Pattern& pattern) {
  const Operation operation = pattern.operation.value;
  for (const Entry& entry : definition.value.entries) {
    const auto* const use = std::find_if(key_uses.begin(), key_uses.end(),
                                         [&](const KeyUse& row) { return row.key == entry.key; });
    if (use == key_uses.end() || (use->operations & bit(operation)) != 0) continue;
    findings.add(Rule::misplaced_key, entry.key_span,
                 quoted(entry.key) + " means nothing for " + quoted(to_text(operation)),
                 "it belongs to " + std::string(use->wanted_by));
  }
}

// `entity: X` leaves the cardinality to the operation.
void complete_cardinality(Pattern& pattern) {
  if (pattern.is_collection) return;
  const Operation operation = pattern.operation.value;
  const bool many = is_batch(operation) || operation == query || operation == scan;
  for (Returned& returned : pattern.returns) {
    if (many) returned.cardinality = Cardinality::many;
    if (operation == get) returned.cardinality = Cardinality::optional;
  }
}

void check_entity_given(Findings& findings, const Entry& definition, const Pattern& pattern,
                        const std::string& what) {
  const Node& map = definition.value;
  const Span& at = definition.key_span.written() ? definition.key_span : map.span;
  const bool transact_pattern = pattern.operation.value == transact;
  if (transact_pattern && map.find("steps") == nullptr) {
    findings.add(Rule::missing_key, at, what + " lacks the key `steps`",
                 "list the patterns that run in the transaction");
  }
  const Entry* entity = map.find("entity");
  const Entry* returns = map.find("returns");
  if (entity != nullptr && returns != nullptr) {
    findings.add(Rule::misplaced_key, entity->key_span, "`entity` and `returns` exclude each other",
                 "keep `returns` for a collection, `entity` for one entity");
  } else if (entity == nullptr && returns == nullptr && !transact_pattern) {
    findings.add(Rule::missing_key, at, what + " lacks the key `entity`",
                 "name the entity it reads or writes, or a collection by `returns`");
  }
}

AccessPattern read_pattern(Findings& findings, const Entry& entry, const std::string& what) {
  AccessPattern pattern;
  pattern.key = entry.key_span;
  pattern.span = entry.value.span;
  if (!read_map(findings, entry, what, pattern_keys, pattern)) return pattern;
  if (!pattern.operation.written()) return pattern;
  report_misplaced_keys(findings, entry, pattern);
  check_entity_given(findings, entry, pattern, what);
  complete_cardinality(pattern);
  return pattern;
}

}  // namespace

void describe_access_patterns(Language& language) {
  language.maps.push_back(described("access_pattern", pattern_keys));
  language.maps.push_back(described("range", range_keys));
  language.maps.push_back(described("rate", rate_keys));
  language.maps.push_back(described("batch_size", batch_keys));
  for (const KeyUse& use : key_uses) {
    LanguageUse& described_use = language.operation_uses.emplace_back(LanguageUse{use.key, {}});
    for (const auto& word : operation_words) {
      if ((use.operations & bit(word.value)) != 0) described_use.words.push_back(word.text);
    }
  }
}

void read_access_patterns(Findings& findings, const Entry& section, Model& model) {
  if (section.value.kind != NodeKind::map) {
    report_type(findings, section, "a map of patterns by name");
    return;
  }
  for (const Entry& entry : section.value.entries) {
    findings.set_subject(entry.key);
    check_name(findings, entry, "an access pattern");
    AccessPattern pattern = read_pattern(findings, entry, "access pattern " + quoted(entry.key));
    pattern.name = entry.key;
    if (pattern.each) {
      findings.add(Rule::misplaced_key, pattern.items.key,
                   quoted("each") + " means nothing for a pattern by itself",
                   "it belongs to the steps of a transaction; elsewhere call it for each");
    }
    model.access_patterns.push_back(std::move(pattern));
  }
  findings.set_subject({});
}

}  // namespace keywright::model
