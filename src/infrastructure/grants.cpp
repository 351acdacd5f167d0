#include "infrastructure/grants.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace keywright::infrastructure {
namespace {

struct ActionRow {
  std::string_view alone;
  std::string_view in_transaction;  // IAM asks for those of single items
};

ActionRow action_of(plan::Access access) {
  switch (access) {
    case plan::Access::get_item:
      return {"GetItem", "GetItem"};
    case plan::Access::batch_get_item:
      return {"BatchGetItem", "GetItem"};
    case plan::Access::query:
      return {"Query", "Query"};
    case plan::Access::scan:
      break;
  }
  return {"Scan", "Scan"};
}

ActionRow action_of(plan::WriteRequest request, bool deletes) {
  switch (request) {
    case plan::WriteRequest::put_item:
      return {"PutItem", "PutItem"};
    case plan::WriteRequest::delete_item:
      return {"DeleteItem", "DeleteItem"};
    case plan::WriteRequest::batch_write_item:
      return {"BatchWriteItem", deletes ? "DeleteItem" : "PutItem"};
    case plan::WriteRequest::update_item:
    case plan::WriteRequest::transact_write_items:
      break;
  }
  return {"UpdateItem", "UpdateItem"};
}

class GrantFinder {
 public:
  GrantFinder(const model::Model& model, const plan::Plan& plan) : model_(model), plan_(plan) {}

  void add(const plan::PatternPlan& pattern, bool in_transaction = false) {
    for (const auto& step : pattern.steps) add(step, true);
    if (const auto* read = pattern.read()) add_read(pattern, *read, in_transaction);
    for (const auto& write : pattern.writes) add_write(pattern, write, in_transaction);
  }
  [[nodiscard]] std::set<Grant> take() && { return std::move(grants_); }

 private:
  void add_read(const plan::PatternPlan& pattern, const plan::ReadPlan& read, bool in_transaction) {
    const auto& declared = plan::declared(model_, pattern);
    const auto row = action_of(read.access);
    const auto table = model_.entity(declared.returns.front().entity)->table.index;
    Grant grant{table, read.index, in_transaction ? row.in_transaction : row.alone};
    // DynamoDB documents the condition for the partition key of the table, which a local index has
    // too.
    const bool has_key_of_table = !read.index || model_.tables[table].indexes[*read.index].local;
    if (has_key_of_table && read.access != plan::Access::scan) {
      grant.leading_key = leading_key(read.partition.front(), read.shards);
    }
    grants_.insert(std::move(grant));
  }

  void add_write(const plan::PatternPlan& pattern, const plan::WritePlan& write,
                 bool in_transaction) {
    const bool deletes =
        *plan::declared(model_, pattern).operation == model::Operation::batch_delete;
    const auto row = action_of(write.request, deletes);
    add_item(write.entity, in_transaction ? row.in_transaction : row.alone);
    if (in_transaction && may_change_nothing(write)) add_item(write.entity, "ConditionCheckItem");
    for (const auto& also : write.also_put) add_item(also.entity, "PutItem");
    for (const auto& unique : write.unique) add_sentinels(write, unique);
    if (may_meet_expired(write)) add_item(write.entity, "DeleteItem");
  }

  // A step that is told to change nothing only asks for its item.
  [[nodiscard]] bool may_change_nothing(const plan::WritePlan& write) const {
    const auto& fields = model_.entities[write.entity].fields;
    return !write.changes.empty() && !write.version &&
           write.precondition == plan::Precondition::present &&
           std::all_of(write.changes.begin(), write.changes.end(), [&](const auto& change) {
             const bool adds_to_set = change.kind == plan::FieldChangeKind::add &&
                                      fields[change.field].type.kind == model::TypeKind::set;
             return change.may_be_left_out || adds_to_set;  // of which there may be nothing to add
           });
  }

  // An update that may create its item deletes one first that has expired and lies there still.
  [[nodiscard]] bool may_meet_expired(const plan::WritePlan& write) const {
    const bool updates = write.request == plan::WriteRequest::update_item ||
                         write.request == plan::WriteRequest::transact_write_items;
    return updates && write.precondition == plan::Precondition::none &&
           model_.entities[write.entity].ttl.has_value();
  }

  void add_item(std::size_t entity, std::string_view action) {
    const auto& key = plan_.keys[entity].table;
    if (!key) return;  // such a model has errors
    grants_.insert({model_.entities[entity].table.index, std::nullopt, action,
                    leading_key(key->partition.front())});
  }

  // The runtime leaves out what is given back and taken again, unless it expires anew.
  void add_sentinels(const plan::WritePlan& write, const plan::UniqueChange& unique) {
    const auto& entity = model_.entities[write.entity];
    const bool stays = unique.before == unique.after;
    const auto key =
        like_text("UNIQUE#" + entity.name + "#" + entity.unique[unique.rule].name + "#");
    const auto add = [&](std::string_view action) {
      grants_.insert({entity.table.index, std::nullopt, action, key + "*"});
    };
    if (!unique.after.empty() && (!stays || entity.ttl)) add("PutItem");
    if (unique.before.empty() || stays) return;
    add("DeleteItem");
    add("ConditionCheckItem");  // that it is another's, where it is
  }

  // IAM refuses policies with other characters than these.
  static std::optional<std::string> pattern_of(const std::string& literal, bool goes_on) {
    const auto known = std::find_if(literal.begin(), literal.end(),
                                    [](char each) { return each < 0x20 || each > 0x7E; });
    if (known == literal.begin()) return std::nullopt;
    return like_text({literal.begin(), known}) + (goes_on || known != literal.end() ? "*" : "");
  }

  // What is known of the text before the first component.
  static std::optional<std::string> leading_key(const plan::KeyAttribute& attribute) {
    if (attribute.native || attribute.type != model::AttributeType::string) return std::nullopt;
    std::string literal;
    for (const auto& part : attribute.parts) {
      if (part.is_component()) return pattern_of(literal, true);
      literal += part.literal;
    }
    return pattern_of(literal, attribute.shards > 1);
  }

  static std::optional<std::string> leading_key(const plan::KeyExpression& expression,
                                                std::uint32_t shards) {
    if (expression.native || expression.type != model::AttributeType::string) return std::nullopt;
    std::string literal;
    for (const auto& term : expression.terms) {
      if (term.is_component()) return pattern_of(literal, true);
      literal += term.literal;
    }
    return pattern_of(literal, shards > 1);
  }

  const model::Model& model_;
  const plan::Plan& plan_;
  std::set<Grant> grants_;
};

}  // namespace

std::set<Grant> grants_of(const model::Model& model, const plan::Plan& plan,
                          const plan::PatternPlan& pattern) {
  GrantFinder finder(model, plan);
  finder.add(pattern);
  return std::move(finder).take();
}

std::string like_text(std::string_view text) {
  std::string out;
  for (const char each : text) {
    const bool is_special = each == '*' || each == '?' || each == '$';
    if (is_special) {
      out += "${";
      out += each;
      out += '}';
    } else {
      out += each;
    }
  }
  return out;
}

}  // namespace keywright::infrastructure
