#include "model/structural_rules.hpp"

namespace keywright::model {
namespace {

// In the order of StructuralRule.
const std::vector<RuleInfo>& table() {
  using enum Severity;
  static const std::vector<RuleInfo> rows{
      {"MDL001", error, "the file is not YAML",
       "A model file is YAML 1.2 in UTF-8 (so JSON too). What cannot be parsed is refused with the "
       "place where "
       "the parser gave up; the mistake is there or shortly before.",
       "get_job: {op: get, entity: Job", "get_job: {op: get, entity: Job}"},
      {"MDL002", error, "a key stands twice in one map",
       "YAML parsers commonly keep one of the two and drop the other in silence, so that an access "
       "pattern or a "
       "field would vanish.",
       "get_job: {op: get, entity: Job}\nget_job: {op: query, entity: Job}",
       "get_job: {op: get, entity: Job}\nlist_jobs: {op: query, entity: Job}"},
      {"MDL003", error, "a feature of YAML that a model may not use",
       "Anchors, aliases, merge keys, tags, several documents and very deep or large files are "
       "refused: a model "
       "says what it means where it stands, and no input may make the reader slow.",
       "Job: &job {count: 1}\nTask: *job", "Job: {count: 1}\nTask: {count: 1}"},
      {"MDL004", error, "a value of the wrong type",
       "Each key takes a map, a list, text, a number or true/false. A quoted number is text.",
       "rate: 100", "rate: {peak: 100}"},
      {"MDL005", error, "an unknown key",
       "A misspelt key would otherwise be an option that silently does nothing.",
       "consistancy: strong", "consistency: strong"},
      {"MDL006", error, "a key is missing",
       "Some keys have no sensible default: the operation of a pattern, the type of a field, the "
       "reason of a "
       "waiver.",
       "get_job: {entity: Job}", "get_job: {op: get, entity: Job}"},
      {"MDL007", error, "an unknown word",
       "Where a key takes one of a few words, any other is refused.", "op: gett", "op: get"},
      {"MDL008", error, "a value out of bounds",
       "Names are identifiers, rates and counts are not negative, limits do not contradict each "
       "other, and a "
       "default fits its field.",
       "topic: {type: string, min: 10, max: 5}", "topic: {type: string, min: 5, max: 10}"},
      {"MDL009", error, "a key that does not belong here",
       "Options that mean nothing for the operation or the type they are given to are mistakes.",
       "put_job: {op: put, entity: Job, order: created_at desc}",
       "put_job: {op: put, entity: Job}"},
      {"MDL010", error, "an unknown version of the model language",
       "`keywright: 1` names the version of the language, so that a later one can be told from "
       "this.",
       "keywright: 2", "keywright: 1"},
      {"MDL011", error, "an unknown entity", "The name is not among `entities`.",
       "returns: [Job, \"Findings*\"]", "returns: [Job, \"Finding*\"]"},
      {"MDL012", error, "an unknown field", "The entity has no field of that name.",
       "key: {pk: \"JOB#{jobid}\", sk: METADATA}", "key: {pk: \"JOB#{job_id}\", sk: METADATA}"},
      {"MDL013", error, "an unknown index", "The entity's table has no index of that name.",
       "indexes: {gs1: {pk: \"STATUS#{status}\"}}", "indexes: {gsi1: {pk: \"STATUS#{status}\"}}"},
      {"MDL014", error, "an unknown table",
       "With several tables every entity says which of them it lives in.", "table: order",
       "table: orders"},
      {"MDL015", error, "an unknown access pattern",
       "The steps of a transaction name other patterns.", "steps: [create_ordr]",
       "steps: [create_order]"},
      {"MDL016", error, "a malformed key template",
       "A template is literal text and `{field}` components. Write `{{` and `}}` for braces in "
       "literal text.",
       "pk: \"JOB#{job_id\"", "pk: \"JOB#{job_id}\""},
      {"MDL017", error, "a malformed condition",
       "A condition is `field in [a, b]`, `field = a`, `<>`, `<`, `<=`, `>`, `>=`, `field exists` "
       "or `field not "
       "exists`; several are joined by `and`.",
       "when: status queued", "when: status = queued"},
      {"MDL018", error, "a malformed character class",
       "A charset is one class in brackets: characters and ranges, `^` first for all others, "
       "`\\` before `]`, "
       "`^`, `-` and `\\`.",
       "charset: \"[z-a]\"", "charset: \"[a-z]\""},
      {"MDL019", error, "a malformed or unknown type",
       "See the list of types; the element of a list, map or set stands in angle brackets.",
       "type: list", "type: list<string>"},
      {"MDL020", error, "text that cannot be understood",
       "Order, range and durations are short texts of their own.", "order: created_at down",
       "order: created_at desc"},
      {"MDL021", error, "a key that does not have the table's shape",
       "An entity fills exactly the key attributes that its table or index has.",
       "key: {pk: \"JOB#{job_id}\"}   # the table has a sort key",
       "key: {pk: \"JOB#{job_id}\", sk: METADATA}"},
  };
  return rows;
}

}  // namespace

const RuleInfo& info(StructuralRule rule) {
  return table()[static_cast<std::size_t>(rule)];
}

const std::vector<RuleInfo>& structural_rules() {
  return table();
}

bool makes_unreadable(StructuralRule rule) {
  return rule == StructuralRule::not_yaml || rule == StructuralRule::duplicate_key ||
         rule == StructuralRule::yaml_feature;
}

}  // namespace keywright::model
