// AP001 to AP003, AP006, AP007, AP009 and AP013: patterns that no key serves, said from what the
// planner found in the way. (IDX003 of `using`, KEY010 and IDX006 stand in the same lists.)

#include "check/findings.hpp"
#include "check/pattern_text.hpp"
#include "check/pattern_types.hpp"
#include "check/text.hpp"
#include "plan/key.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::AccessPattern;
using plan::Candidate;
using plan::Obstacle;
using plan::PatternPlan;
using plan::Reason;

std::string braced(const std::vector<std::string>& fields) {
  std::string text;
  for (const auto& field : fields) text += fmt::format("{}{{{}}}", text.empty() ? "" : "#", field);
  return text;
}

// One read pattern against the source that comes nearest to serving it.
class UnservedRead {
 public:
  UnservedRead(const Subject& subject, std::size_t pattern, const Candidate& candidate,
               Findings& findings)
      : subject_(subject),
        pattern_(subject.model.access_patterns[pattern]),
        candidate_(candidate),
        table_(*table_of(subject, pattern_)),
        design_(subject.designs.of(pattern)),
        findings_(findings) {}

  void run() {
    const auto is_unbound = [](const Reason& reason) {
      return reason.obstacle == Obstacle::partition_unbound;
    };
    const bool needs_index =
        std::any_of(candidate_.reasons.begin(), candidate_.reasons.end(), is_unbound) &&
        design_ != nullptr && !design_->key.empty();
    for (const auto& reason : candidate_.reasons) {
      if (!needs_index || !is_mended_by_index(reason.obstacle)) add(reason);
    }
    for (auto& finding : found_) findings_.report(std::move(finding));
  }

 private:
  // What an index for this very pattern has as the pattern wants it. To say of another key how it
  // would have to be changed would contradict the index proposed.
  static bool is_mended_by_index(Obstacle obstacle) {
    switch (obstacle) {
      case Obstacle::bound_after_free:
      case Obstacle::range_after_free:
      case Obstacle::range_not_ordered:
      case Obstacle::order_not_in_key:
      case Obstacle::order_after_free:
      case Obstacle::not_projected:
      case Obstacle::partial_source:
        return true;
      default:
        return false;
    }
  }

  [[nodiscard]] const model::Entity& entity(const Reason& reason) const {
    return subject_.model.entities[reason.entity];
  }
  [[nodiscard]] std::string source() const { return source_name(table_, candidate_.index); }
  [[nodiscard]] std::string sort_key() const { return fmt::format("the sort key of {}", source()); }

  // One finding per rule: what else the rule has to say becomes a note.
  void say(std::string_view rule, const Reason& reason, std::string message, std::string help,
           std::vector<model::Note> notes = {}) {
    for (auto& finding : found_) {
      if (finding.rule != rule) continue;
      const bool is_said = finding.message == message ||
                           std::any_of(finding.notes.begin(), finding.notes.end(),
                                       [&](const auto& note) { return note.message == message; });
      if (!is_said) finding.notes.push_back({std::move(message), {}});
      return;
    }
    const auto& span = reason.span.written() ? reason.span : pattern_.key;
    if (!candidate_.key_text.empty()) {
      notes.push_back({fmt::format("the key of {} is {}", source(), candidate_.key_text), {}});
    }
    found_.push_back({.rule = rule,
                      .span = span,
                      .subject = pattern_.name,
                      .message = std::move(message),
                      .help = std::move(help),
                      .notes = std::move(notes)});
  }

  void add(const Reason& reason) {
    switch (reason.obstacle) {
      case Obstacle::no_key_design:
      case Obstacle::not_in_source:
        return not_there(reason);
      case Obstacle::partition_unbound:
        return partition_unbound(reason);
      case Obstacle::unknown_index:
        return unknown_index(reason);
      case Obstacle::not_the_index_meant:
        return;  // the one that is meant says what is wrong with it
      case Obstacle::key_unbound:
      case Obstacle::needs_query:
      case Obstacle::bound_not_in_key:
        return not_one_item(reason);
      case Obstacle::bound_after_free:
      case Obstacle::range_after_free:
        return too_late(reason);
      case Obstacle::range_not_ordered:
        return not_ordered(reason);
      case Obstacle::order_not_in_key:
      case Obstacle::order_after_free:
        return other_order(reason);
      case Obstacle::strong_on_global_index:
        return strong_on_index(reason);
      case Obstacle::not_projected:
        return not_projected(reason);
      case Obstacle::partial_source:
        return partial_source(reason);
      case Obstacle::other_partition:
        return other_partition(reason);
      case Obstacle::other_table:
        return other_table(reason);
      case Obstacle::sharded_collection:
        return sharded_collection(reason);
      case Obstacle::condition_not_there:
        return condition_not_there(reason);
      case Obstacle::range_too_wide:
        return range_too_wide(reason);
      case Obstacle::prefix_not_text:
        return prefix_not_text(reason);
    }
  }

  // AP001.
  void not_there(const Reason& reason) {
    const auto& name = entity(reason).name;
    const bool has_no_key = reason.obstacle == Obstacle::no_key_design;
    say("AP001", reason,
        fmt::format("no key serves {}: {} {}", name_of(pattern_), name,
                    has_no_key ? "has no key" : "is not in " + source()),
        has_no_key ? fmt::format("give {} a key, as in key: {{pk: .., sk: ..}}", name)
                   : fmt::format("add {} to indexes of {}", source(), name));
  }

  // AP002.
  void not_one_item(const Reason& reason) {
    const auto name = name_of(pattern_);
    const auto fields = listed(reason.fields);
    if (reason.obstacle == Obstacle::needs_query) {
      say("AP002", reason, fmt::format("{} cannot get an item from {}", name, source()),
          "make it op: query");
    } else if (reason.obstacle == Obstacle::key_unbound) {
      say("AP002", reason,
          fmt::format("{} addresses one {}, but does not bind {}", name, entity(reason).name,
                      fields),
          fmt::format("add {} to by, or make it op: query", fields));
    } else {
      const auto* verb = reason.fields.size() == 1 ? "is" : "are";
      say("AP002", reason,
          fmt::format("{} binds {}, which {} not in the key of {}: a get cannot search", name,
                      fields, verb, entity(reason).name),
          fmt::format("remove {} from by, or make it op: query with an index on it", fields));
    }
  }

  // AP003.
  void too_late(const Reason& reason) {
    const auto name = name_of(pattern_);
    const auto fields = listed(reason.fields);
    const auto before = listed(reason.before);
    const auto what = reason.obstacle == Obstacle::range_after_free
                          ? fmt::format("the range of {} on {}", name, fields)
                          : fmt::format("{} of {}", fields, name);
    say("AP003", reason,
        fmt::format("{} cannot be a key condition: {} comes before it in {} and is free", what,
                    before, sort_key()),
        fmt::format("bind {} too, or put {} before {} in the key", before, braced(reason.fields),
                    braced(reason.before)));
  }

  // AP007.
  void other_order(const Reason& reason) {
    const auto name = name_of(pattern_);
    const auto fields = listed(reason.fields);
    const auto before = listed(reason.before);
    if (reason.obstacle == Obstacle::order_after_free) {
      say("AP007", reason,
          fmt::format("{} wants the order of {}, but {} comes first in {} and is free", name,
                      fields, before, sort_key()),
          fmt::format("put {} before {} in the key, or bind {}", braced(reason.fields),
                      braced(reason.before), before));
      return;
    }
    say("AP007", reason,
        fmt::format("{} wants the order of {}, which is not in {}", name, fields, sort_key()),
        fmt::format("put {} first in {}{}", braced(reason.fields), sort_key(),
                    before.empty() ? "" : ", before " + braced(reason.before)));
  }

  // AP006.
  void strong_on_index(const Reason& reason) {
    say("AP006", reason,
        fmt::format(
            "{} wants a strong read, but only {} serves it, and reads of a global index are "
            "eventual",
            name_of(pattern_), source()),
        "remove consistency: strong, or let a table key serve it");
  }

  // AP001, with the index that would do.
  void partition_unbound(const Reason& reason) {
    const auto name = name_of(pattern_);
    const auto missing = listed(reason.fields);
    std::vector<model::Note> notes;
    auto message = fmt::format("no key serves {}: {} of {} needs {} too", name, "the partition key",
                               source(), missing);
    auto help = fmt::format("bind {}", missing);
    if (design_ != nullptr && design_->key.empty()) {
      help += fmt::format("; no key can hold {}", listed(design_->unfit));
    } else if (design_ != nullptr) {
      const auto& design = *design_;
      message =
          fmt::format("no key serves {}; nearest: GSI on ({}), adds {} WRU per {} write", name,
                      design.on, number_text(design.units_per_write), entity(reason).name);
      help = fmt::format("{}{}; or bind {}", pattern_.use_index ? "remove using, and " : "",
                         design.how(entity(reason).name), missing);
      notes.push_back({fmt::format("an entry of {} would have {} on average{}", design.name,
                                   bytes_text(design.entry_bytes),
                                   design.estimated ? ", where sizes not given are guessed" : ""),
                       {}});
    }
    say("AP001", reason, std::move(message), std::move(help), std::move(notes));
  }

  // AP003, unless the key itself is at fault: numbers as text are KEY004.
  void not_ordered(const Reason& reason) {
    const auto* field = entity(reason).find_field(reason.fields.front());
    const bool is_text_number = field != nullptr && (field->type.kind == model::TypeKind::number ||
                                                     field->type.kind == model::TypeKind::floating);
    if (is_text_number) return;
    if (field != nullptr && field->type.kind == model::TypeKind::boolean) {
      say("AP003", reason,
          fmt::format("{} cannot use the order of {}: a bool has none", name_of(pattern_),
                      field->name),
          fmt::format(
              "bind {} in `by`, or make it an enum of two values, listed in the order meant",
              field->name));
      return;
    }
    if (field != nullptr && !plan::lists_values_as_text_sorts(field->type)) {
      std::vector<std::string> values;
      for (const auto& value : field->type.values) values.push_back(*value);
      std::sort(values.begin(), values.end());
      say("AP003", reason,
          fmt::format("{} cannot use the order of {}: it sorts as text: {}", name_of(pattern_),
                      field->name, join(values, ", ")),
          "list the values in that order, or use an int",
          {{"the values are listed in another order here", field->type.span}});
      return;
    }
    say("AP003", reason,
        fmt::format("{} cannot use the order of {}: {} does not sort as its values do",
                    name_of(pattern_), listed(reason.fields), sort_key()),
        fmt::format("put a # behind {}, which sorts before every character of a value",
                    braced(reason.fields)));
  }

  // IDX003.
  void unknown_index(const Reason& reason) const {
    std::vector<std::string> names;
    for (const auto& index : table_.indexes) names.push_back(index.name);
    findings_.report(
        {.rule = "IDX003",
         .span = reason.span,
         .subject = pattern_.name,
         .message = fmt::format("{} uses index {}, which table {} does not have", name_of(pattern_),
                                pattern_.use_index->name, table_.name),
         .help = fmt::format("remove `using`, so that the cheapest index that serves is found{}",
                             names.empty() ? "" : "; there are: " + join(names, ", "))});
  }

  // AP009.
  void not_projected(const Reason& reason) {
    const auto& index = table_.indexes[*candidate_.index];
    const auto fields = join(reason.fields, ", ");
    const auto& ttl = entity(reason).ttl;
    const bool is_expiry = ttl && reason.fields == std::vector{ttl->field.name};
    say("AP009", reason,
        fmt::format("{} needs {} of {}, which {} does not hold", name_of(pattern_),
                    listed(reason.fields), entity(reason).name, source()),
        fmt::format(
            "{}, or {}",
            index.projection.kind == model::ProjectionKind::include
                ? fmt::format("add to what {} includes: {}", index.name, fields)
                : fmt::format("give {} the projection {{include: [{}]}}", index.name, fields),
            is_expiry ? "read what has expired too: expired: include" : "ask for less with fields"),
        {{fmt::format("projecting them adds {} to an entry; fetching the whole items instead would "
                      "cost {} RRU per call",
                      bytes_text(reason.extra_entry_bytes), number_text(reason.hydrate_units)),
          {}}});
  }

  // AP013, unless the missing component is at fault (KEY007).
  void partial_source(const Reason& reason) {
    if (!candidate_.index) return;
    const auto& index = table_.indexes[*candidate_.index];
    const auto* entry = entity(reason).find_index(index.name);
    const bool is_meant = index.sparse || (entry != nullptr && entry->when);
    if (!is_meant) return;
    say("AP013", reason,
        fmt::format(
            "{} wants every {}, but {} leaves out those {}", name_of(pattern_), entity(reason).name,
            source(),
            reason.fields.empty() ? "that fail its `when`" : "without " + listed(reason.fields)),
        fmt::format("write using: {} if it wants only those that are there", index.name));
  }

  // AP013, unless the inputs themselves have two types (AP014).
  void other_partition(const Reason& reason) {
    if (!type_conflicts(subject_.model, pattern_).empty()) return;
    const auto& other = entity(reason);
    const auto* key = subject_.plan.keys[reason.entity].in(candidate_.index);
    auto at_entity = reason;
    at_entity.span = span_of(reason.entity);
    say("AP013", at_entity,
        fmt::format("{} returns {}, which lies in another partition", name_of(pattern_),
                    other.name),
        fmt::format("give {} the partition key of {}, or read it by a pattern of its own",
                    other.name, subject_.model.entities[pattern_.entity().index].name),
        {{fmt::format("the key of {} is {}", other.name,
                      key == nullptr ? "" : key_text(other, *key)),
          key == nullptr || key->partition.empty() ? model::Span{} : key->partition.front().span}});
  }

  // AP013.
  void other_table(const Reason& reason) {
    const auto& other = entity(reason);
    auto at_entity = reason;
    at_entity.span = span_of(reason.entity);
    say("AP013", at_entity,
        fmt::format("{} returns {}, which is in table {}, not {}", name_of(pattern_), other.name,
                    subject_.model.table_of(other)->name, table_.name),
        fmt::format("put {} into table {}, or read it by a pattern of its own", other.name,
                    table_.name));
  }

  // AP013.
  void sharded_collection(const Reason& reason) {
    say("AP013", reason,
        fmt::format("{} is a collection, but {} lies in several partitions of {}: its entry has "
                    "shards",
                    name_of(pattern_), entity(reason).name, source()),
        fmt::format("read {} by a list of its own, or remove the shards of its entry",
                    entity(reason).name));
  }

  // AP013.
  void condition_not_there(const Reason& reason) {
    const auto fields = listed(reason.fields);
    say("AP013", reason,
        fmt::format("{} asks for {}, which {} does not have: one condition cannot leave it alone "
                    "and hold for the others",
                    name_of(pattern_), fields, entity(reason).name),
        fmt::format("remove {}, or read {} by a pattern of its own", fields, entity(reason).name));
  }

  // AP003.
  void range_too_wide(const Reason& reason) {
    const auto fields = listed(reason.fields);
    const auto& name = entity(reason).name;
    say("AP003", reason,
        fmt::format("{} bounds {}, but its entities lie behind different prefixes: the one range "
                    "that takes in all would also take every other {}",
                    name_of(pattern_), fields, name),
        fmt::format("remove {}, or read {} by a pattern of its own", fields, name));
  }

  // AP003.
  void prefix_not_text(const Reason& reason) {
    const auto& field = *entity(reason).find_field(reason.fields.front());
    const auto kind = model::to_text(field.type.kind);
    const bool has_order =
        field.type.kind != model::TypeKind::enumeration && field.type.kind != model::TypeKind::uuid;
    say("AP003", reason,
        fmt::format("{} wants a prefix of {}, which is of type {}: prefix works on string fields",
                    name_of(pattern_), field.name, kind),
        has_order ? fmt::format("write range: {} between", field.name)
                  : fmt::format("bind {} in by, or make it a string", field.name));
  }

  [[nodiscard]] model::Span span_of(std::size_t entity) const {
    for (const auto& returned : pattern_.returns) {
      if (returned.entity.index == entity) return returned.span;
    }
    return pattern_.returns_span;
  }

  const Subject& subject_;
  const AccessPattern& pattern_;
  const Candidate& candidate_;
  const model::Table& table_;
  const NearestDesign* design_;  // null: none
  Findings& findings_;
  std::vector<Finding> found_;
};

// The index that `using` names, else the one with least in the way.
const Candidate* candidate_meant(const AccessPattern& pattern, const PatternPlan& plan) {
  if (pattern.use_index && pattern.use_index->resolved()) {
    for (const auto& candidate : plan.candidates) {
      if (candidate.index == pattern.use_index->index) return &candidate;
    }
  }
  return plan.nearest();
}

// "a key that begins with tenant_id and status, and sorts by created_at".
std::string key_needed(const AccessPattern& pattern) {
  std::vector<std::string> bound;
  for (const auto& field : pattern.by) bound.push_back(field.name);
  auto text = fmt::format("it needs a key that begins with {}", listed(bound));
  const auto* sorted = pattern.order   ? &pattern.order->field
                       : pattern.range ? &pattern.range->field
                                       : nullptr;
  if (sorted != nullptr) text += fmt::format(", and sorts by {}", sorted->name);
  return text;
}

// AP001 of a model that has not come so far as to have keys.
void report_no_design(const Subject& subject, const AccessPattern& pattern, Findings& findings) {
  Finding finding{.rule = "AP001", .span = pattern.key, .subject = pattern.name};
  const auto* entity = pattern.returns.empty() ? nullptr : subject.model.entity(pattern.entity());
  if (entity == nullptr) {
    finding.message = fmt::format("no key serves {}: no entity is declared yet", name_of(pattern));
    finding.help = "add entities: with their fields and keys";
  } else if (subject.model.table_of(*entity) == nullptr) {
    finding.message = fmt::format("no key serves {}: there is no table yet", name_of(pattern));
    finding.help = "add table: {name: .., keys: {partition: pk, sort: sk}}";
  } else {
    finding.message =
        fmt::format("no key serves {}: {} has no key", name_of(pattern), entity->name);
    finding.help = fmt::format("give {} a key, as in key: {{pk: .., sk: ..}}", entity->name);
  }
  if (!pattern.by.empty()) finding.notes.push_back({key_needed(pattern), {}});
  findings.report(std::move(finding));
}

}  // namespace

void check_pattern_keys(const Subject& subject, Findings& findings) {
  for (const auto& plan : subject.plan.patterns) {
    const auto& pattern = subject.model.access_patterns[plan.pattern];
    const bool is_explained = !plan.write_reasons.empty();  // by check_writes()
    if (plan.served() || is_explained || *pattern.operation == model::Operation::transact) continue;
    const auto* candidate = candidate_meant(pattern, plan);
    if (candidate == nullptr) {
      report_no_design(subject, pattern, findings);
    } else {
      UnservedRead(subject, plan.pattern, *candidate, findings).run();
    }
  }
}

}  // namespace keywright::check
