#include "generate/refusals.hpp"

#include "generate/names.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace keywright::generate {
namespace {

constexpr std::string_view rule = "GEN001";

class RefusalFinder {
 public:
  RefusalFinder(const model::Model& model, const plan::Plan& plan, const Language& language)
      : model_(model), plan_(plan), language_(language) {}

  std::vector<model::Diagnostic> find() {
    if (!model_.has_entities || !model_.has_tables) {
      refuse(model_.name.span, *model_.name,
             "there is nothing to generate yet: the model has no " +
                 std::string(model_.has_entities ? "table" : "entities"),
             "add the section `" + std::string(model_.has_entities ? "table" : "entities") + "`");
      return std::move(found_);
    }
    for (std::size_t i = 0; i < model_.entities.size(); ++i) check_entity(i);
    for (const auto& plan : plan_.patterns) check_pattern(plan);
    return std::move(found_);
  }

 private:
  void refuse(model::Span span, std::string subject, std::string message, std::string help) {
    model::Diagnostic diagnostic;
    diagnostic.rule = rule;
    diagnostic.span = span;
    diagnostic.message = std::move(message);
    diagnostic.help = std::move(help);
    diagnostic.subject = std::move(subject);
    found_.push_back(std::move(diagnostic));
  }

  void check_entity(std::size_t position) {
    const auto& entity = model_.entities[position];
    const auto& keys = plan_.keys[position];
    if (!keys.table) {
      refuse(entity.key_span, entity.name, entity.name + " has no key",
             "give it a `key:` with pk and sk");
      return;
    }
    check_braces(entity, *keys.table);
    for (const auto& key : keys.indexes) check_braces(entity, key);
    check_unique(entity, *keys.table);
    check_lifetime(entity, *keys.table);
    for (const auto& key : keys.indexes) check_lifetime(entity, key);
  }

  // A sentinel's key is text, and is made of fields that keys can be made of.
  void check_unique(const model::Entity& entity, const plan::EntityKey& key) {
    if (entity.unique.empty()) return;
    if (key.partition.front().type != model::AttributeType::string) {
      refuse(entity.unique.front().span, entity.name,
             std::string(language_.name) + " for " + entity.name +
                 " cannot be generated: the sentinels of `unique:` have keys "
                 "of text, and the partition key " +
                 key.partition.front().name + " is none",
             "remove `unique:`, or give the table a partition key of type S");
    }
    for (const auto& unique : entity.unique) {
      for (const auto& reference : unique.fields) {
        const auto kind = entity.field(reference).type.kind;
        if (kind != model::TypeKind::boolean &&
            model::attribute_type(kind) != model::AttributeType::document &&
            model::attribute_type(kind) != model::AttributeType::set &&
            model::attribute_type(kind) != model::AttributeType::binary &&
            kind != model::TypeKind::number && kind != model::TypeKind::floating) {
          continue;
        }
        refuse(reference.span, entity.name,
               std::string(language_.name) + " for " + entity.name +
                   " cannot be generated: no key can be made of " + reference.name +
                   ", which is of type " + std::string(model::to_text(kind)),
               "leave " + reference.name + " out of the rule " + unique.name);
      }
    }
  }

  // The time that `after` gives is only known when the item is written, and keys are made before.
  void check_lifetime(const model::Entity& entity, const plan::EntityKey& key) {
    if (!entity.ttl || !entity.ttl->after || !entity.ttl->field.resolved()) return;
    const auto field = entity.ttl->field.index;
    bool is_used = key.mentions(field);
    if (key.entry && entity.indexes[*key.entry].when) {
      for (const auto& predicate : entity.indexes[*key.entry].when->all_of) {
        is_used = is_used || predicate.field.index == field;
      }
    }
    if (!is_used) return;
    const auto& name = entity.fields[field].name;
    const auto place = key.entry ? "its place in " + entity.indexes[*key.entry].index.name
                                 : std::string("its key");
    refuse(entity.ttl->span, entity.name,
           std::string(language_.name) + " for " + entity.name + " cannot be generated: " + place +
               " depends on " + name +
               ", which `after` gives a value only while the item is written",
           "remove `after`, so that the caller gives " + name);
  }

  // The runtime reads braces in a template as components.
  void check_braces(const model::Entity& entity, const plan::EntityKey& key) {
    for (const auto* attributes : {&key.partition, &key.sort}) {
      for (const auto& attribute : *attributes) {
        for (const auto& part : attribute.parts) {
          if (part.literal.find_first_of("{}") == std::string::npos) continue;
          refuse(attribute.span, entity.name,
                 "the literal `" + part.literal + "` of key attribute " + attribute.name +
                     " has a brace, which keys in " + std::string(language_.name) + " cannot hold",
                 "choose another character");
        }
      }
    }
  }

  void check_pattern(const plan::PatternPlan& plan) {
    const auto& pattern = model_.access_patterns[plan.pattern];
    if (!plan.served()) {
      refuse(pattern.key, pattern.name, "no key design serves " + pattern.name,
             "`keywright check` says why");
      return;
    }
    if (!plan.steps.empty()) check_transaction(pattern, plan);
    check_also_put(pattern, plan);
    if (*pattern.operation == model::Operation::upsert) check_upsert(plan);
    const auto* read = plan.read();
    if (read == nullptr) return;
    if (*pattern.operation == model::Operation::scan &&
        *pattern.kind != model::PatternKind::admin) {
      refuse(pattern.operation.span, pattern.name,
             pattern.name + " scans, which only patterns of `kind: admin` may",
             "add `kind: admin`, or give it a key design");
    }
    const bool takes_no_key = pattern.by.empty() && (read->access == plan::Access::get_item ||
                                                     read->access == plan::Access::batch_get_item);
    if (takes_no_key && read->access == plan::Access::batch_get_item) {
      refuse(pattern.operation.span, pattern.name,
             pattern.name + " reads a batch of one and the same item", "use `op: get`");
    }
    if (pattern.is_collection) check_collection(pattern);
  }

  void check_transaction(const model::AccessPattern& pattern, const plan::PatternPlan& plan) {
    const auto table_of = [&](const plan::PatternPlan& step) {
      return model_.entities[plan::declared(model_, step).entity().index].table.index;
    };
    for (const auto& step : plan.steps) {
      const auto& run = plan::declared(model_, step);
      const auto& declared = pattern.steps[*step.step];
      const auto refuse_step = [&](const std::string& why, std::string help) {
        refuse(
            declared.span, pattern.name,
            std::string(language_.name) + " for " + pattern.name + " cannot be generated: " + why,
            std::move(help));
      };
      if (table_of(step) != table_of(plan.steps.front())) {
        refuse_step("its steps are on two tables", "keep the entities in one table");
      }
      if (step.writes.size() > 1) {
        refuse_step("the step has " + std::to_string(step.writes.size()) + " moves",
                    "say which one it makes, as in {op: transition, .., move: " +
                        step.writes.front().function + "}");
      }
      if (declared.own && model::is_batch(*run.operation) && run.by.size() > 1) {
        refuse_step("a batch by several fields needs a struct for its keys",
                    model::is_read(*run.operation)
                        ? "make the step a pattern of its own, and name it here"
                        : "say {op: delete, .., each: {..}}, or make it a pattern of its own");
      }
      if (run.each && !step.writes.front().also_put.empty()) {
        refuse_step("each item would have reasons of its own and of what is put beside it",
                    "give the step of " + step.writes.front().function + " no also_put");
      }
      if (declared.own && !run.fields.empty()) {
        refuse_step("a read of some fields needs a struct for them",
                    "make the step a pattern of its own, and name it here");
      }
      if (*run.operation == model::Operation::upsert) check_upsert(step);
      check_also_put(pattern, step);
    }
  }

  // What is put beside a move replaces an item of which nothing is known.
  void check_also_put(const model::AccessPattern& pattern, const plan::PatternPlan& plan) {
    for (const auto& write : plan.writes) {
      for (const auto& also : write.also_put) {
        const auto& put = model_.entities[also.entity];
        if (put.unique.empty()) continue;
        refuse(pattern.key, pattern.name,
               std::string(language_.name) + " for " + pattern.name + " cannot be generated: " +
                   write.function + " puts " + one_of(put.name) + " beside, of which " +
                   put.unique.front().name + " is unique, and does not know what it replaces",
               "remove also_put, and put the move and a create of " + put.name +
                   " into one op: transact");
      }
    }
  }

  // An update can set a field that is not stored, or leave it; it cannot tell whether the whole
  // item is there. So a field that an existing item may be without would be added to it.
  void check_upsert(const plan::PatternPlan& plan) {
    const auto& pattern = plan::declared(model_, plan);
    const auto& write = plan.writes.front();
    const auto& entity = model_.entities[write.entity];
    const bool lists = !pattern.set.empty() || !pattern.add.empty() || !pattern.remove.empty();
    for (const auto& change : write.changes) {
      const auto& field = entity.fields[change.field];
      if (change.kind != plan::FieldChangeKind::set_if_absent || !field.optional) continue;
      const auto& keys = plan_.keys[write.entity].indexes;
      const bool is_in_index = std::any_of(
          keys.begin(), keys.end(), [&](const auto& key) { return key.mentions(change.field); });
      if (!lists && !is_in_index) continue;
      refuse(pattern.key, pattern.name,
             std::string(language_.name) + " for " + pattern.name +
                 " cannot be generated: it keeps " + field.name +
                 " as it is stored, but an update cannot tell " + one_of(entity.name) +
                 " without " + field.name + " from one that is not there",
             lists ? "list " + field.name + " in `set`, make it required, or use `op: patch`"
                   : "make " + field.name + " required, or not immutable");
    }
  }

  // Items without a tag are told apart by the template of their sort key.
  void check_collection(const model::AccessPattern& pattern) {
    for (const auto& returned : pattern.returns) {
      const auto& entity = model_.entities[returned.entity.index];
      const auto& key = plan_.keys[returned.entity.index].table;
      if (!key || key->sort.empty() || key->sort.front().native) {
        refuse(returned.span, pattern.name,
               std::string(language_.name) + " for " + pattern.name +
                   " cannot be generated: " + entity.name +
                   " has no sort key template, by which items of a collection are told apart",
               "give " + entity.name + " a template for sk, such as \"" + entity.name + "#{..}\"");
      }
    }
  }

  const model::Model& model_;
  const plan::Plan& plan_;
  const Language& language_;
  std::vector<model::Diagnostic> found_;
};

}  // namespace

std::vector<model::Diagnostic> find_refusals(const model::Model& model, const plan::Plan& plan,
                                             const Language& language) {
  return RefusalFinder(model, plan, language).find();
}

}  // namespace keywright::generate
