#include "verify/expressions.hpp"
#include "verify/items.hpp"
#include "verify/requests.hpp"
#include "verify/sentinels.hpp"

#include <algorithm>
#include <utility>

namespace keywright::verify {
namespace {

// What the item must be for the write's own sake.
void add_precondition(const Write& write, Placeholders& placeholders,
                      std::vector<std::string>& terms) {
  using plan::Precondition;
  const auto& plan = write.write;
  const auto& entity = write.entity();
  if (plan.precondition == Precondition::none) return;
  const auto key = [&] {
    return placeholders.name(write.context.model.tables[entity.table.index].partition.name);
  };
  const auto expired = [&](const char* symbol) {
    return placeholders.name(entity.ttl->field.name) + symbol +
           placeholders.value(AttributeValue(write.context.now));
  };
  if (plan.precondition == Precondition::absent) {
    auto term = "attribute_not_exists(" + key() + ")";
    if (entity.ttl) term += " OR " + expired(" < ");
    terms.push_back(std::move(term));
    return;
  }
  if (plan.precondition == Precondition::present) {
    terms.push_back("attribute_exists(" + key() + ")");
  } else {
    std::vector<std::string> states;
    for (const auto& state : plan.from_states) {
      states.push_back(placeholders.value(AttributeValue(state)));
    }
    const auto name = placeholders.name(entity.field(entity.states->field).name);
    terms.push_back(states.size() == 1 ? name + " = " + states.front()
                                       : name + " IN (" + joined(states, ", ") + ")");
  }
  if (entity.ttl) {
    terms.push_back("(attribute_not_exists(" + placeholders.name(entity.ttl->field.name) + ") OR " +
                    expired(" >= ") + ")");
  }
}

std::optional<std::size_t> version_field(const model::Entity& entity) {
  const bool has_one = entity.version && entity.version->resolved();
  return has_one ? std::optional(entity.version->index) : std::nullopt;
}

// Version 0 is that of an item that is not there, or was stored before there were versions.
std::string version_term(const model::Field& field, const std::optional<AttributeValue>& read,
                         Placeholders& placeholders) {
  const auto name = placeholders.name(field.name);
  const bool is_first = !read || read->as_number() == Number();
  return is_first ? "attribute_not_exists(" + name + ")" : name + " = " + placeholders.value(*read);
}

void add_version(const Write& write, const Arguments& arguments, Placeholders& placeholders,
                 std::vector<std::string>& terms) {
  if (!write.write.version) return;
  const auto& field = write.entity().fields[*write.write.version];
  if (write.pattern().operation.value == model::Operation::put) {
    const auto& read = (*arguments.items.front())[*write.write.version];
    terms.push_back(version_term(field, read, placeholders));
  } else if (const auto input = expected_version(write); input && arguments.values[*input]) {
    terms.push_back(version_term(field, arguments.values[*input], placeholders));
  }
}

// An item that is put beside an update.
PutItemRequest put_beside(const Write& write, const Sample& sample) {
  auto request = plain_put(write.context, write.tables, counted(write.context, sample, false));
  const auto& entity = write.context.entity(sample.entity);
  if (const auto version = version_field(entity)) {
    Placeholders placeholders;
    request.condition_expression =
        version_term(entity.fields[*version], sample[*version], placeholders);
    std::move(placeholders).give_to(request);
  }
  return request;
}

void add_guards(const Write& write, const Arguments& arguments, Placeholders& placeholders,
                std::vector<std::string>& terms) {
  for (const auto& guard : write.write.guards) {
    const auto name = placeholders.name(write.entity().fields[guard.field].name);
    const auto& value = arguments.value(guard.input, guard.field);
    if (!value) {
      terms.push_back("attribute_not_exists(" + name + ")");
      continue;
    }
    const auto equal = name + " = " + placeholders.value(*value);
    terms.push_back(guard.or_absent ? "(attribute_not_exists(" + name + ") OR " + equal + ")"
                                    : equal);
  }
}

}  // namespace

Parameters parameters_of(const plan::PatternPlan& plan, const Arguments& arguments) {
  Parameters parameters;
  for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
    const auto& input = plan.inputs[i];
    if (input.role != plan::InputRole::condition || !arguments.values[i]) continue;
    parameters.emplace(input.parameter, *arguments.values[i]);
  }
  return parameters;
}

std::string condition_of(const Write& write, const Arguments& arguments,
                         Placeholders& placeholders) {
  std::vector<std::string> terms;
  add_precondition(write, placeholders, terms);
  add_guards(write, arguments, placeholders, terms);
  add_version(write, arguments, placeholders, terms);
  if (const auto& condition = write.pattern().condition) {
    auto further = condition_terms(placeholders, write.entity(), *condition,
                                   parameters_of(write.plan, arguments));
    terms.insert(terms.end(), further.begin(), further.end());
  }
  const bool is_alternative = !terms.empty() && terms.front().find(" OR ") != std::string::npos &&
                              !terms.front().starts_with('(');
  if (terms.size() > 1 && is_alternative) terms.front() = "(" + terms.front() + ")";
  return joined(terms, " AND ");
}

Sample counted(const Context& context, Sample sample, bool is_new) {
  const auto version = version_field(context.entity(sample.entity));
  if (!version) return sample;
  auto& value = sample.values[*version];
  const auto read = value && !is_new ? value->as_number() : Number();
  value = Number::add(read, Number(1)).value_or(Number());
  return sample;
}

std::optional<std::size_t> expected_version(const Write& write) {
  for (const auto input : write.write.inputs) {
    if (write.plan.inputs[input].role == plan::InputRole::expected_version) return input;
  }
  return std::nullopt;
}

PutItemRequest plain_put(const Context& context, const TableNames& tables, const Sample& sample) {
  PutItemRequest request;
  request.table_name = tables[context.entity(sample.entity).table.index];
  request.item = item_of(context, sample);
  return request;
}

namespace {

WriteRequestOf own_request(const Write& write, const Arguments& arguments) {
  Placeholders placeholders;
  const auto finish = [&](auto request) {
    const auto condition = condition_of(write, arguments, placeholders);
    if (!condition.empty()) request.condition_expression = condition;
    std::move(placeholders).give_to(request);
    return request;
  };
  switch (write.write.request) {
    case plan::WriteRequest::put_item:
      return finish(
          plain_put(write.context, write.tables,
                    counted(write.context, *arguments.items.front(),
                            write.pattern().operation.value == model::Operation::create)));
    case plan::WriteRequest::delete_item: {
      DeleteItemRequest request;
      request.table_name = write.table();
      request.key = key_of(write.context, write.write.key, arguments);
      return finish(std::move(request));
    }
    case plan::WriteRequest::transact_write_items: {
      TransactWriteItemsRequest request;
      request.transact_items = transact_items(update_request(write, arguments));
      for (const auto& also : write.write.also_put) {
        auto put = transact_items(put_beside(write, *arguments.items[also.input]));
        request.transact_items.push_back(std::move(put.front()));
      }
      return request;
    }
    default:
      return update_request(write, arguments);
  }
}

}  // namespace

WriteRequestOf write_request(const Write& write, const Arguments& arguments) {
  auto request = own_request(write, arguments);
  if (write.write.unique.empty()) return request;
  TransactWriteItemsRequest transaction;
  transaction.transact_items = transact_items(std::move(request));
  for (auto& each : sentinel_writes(write, arguments)) {
    transaction.transact_items.push_back(std::move(each));
  }
  return transaction;
}

std::vector<TransactWriteItem> transact_items(WriteRequestOf request) {
  const auto take = [](auto& from, auto to) {
    to.table_name = std::move(from.table_name);
    to.condition_expression = std::move(from.condition_expression);
    to.expression_attribute_names = std::move(from.expression_attribute_names);
    to.expression_attribute_values = std::move(from.expression_attribute_values);
    return to;
  };
  if (auto* put = std::get_if<PutItemRequest>(&request)) {
    auto item = take(*put, TransactPut{});
    item.item = std::move(put->item);
    return {std::move(item)};
  }
  if (auto* update = std::get_if<UpdateItemRequest>(&request)) {
    auto item = take(*update, TransactUpdate{});
    item.key = std::move(update->key);
    item.update_expression = update->update_expression.value_or("");
    return {std::move(item)};
  }
  if (auto* removal = std::get_if<DeleteItemRequest>(&request)) {
    auto item = take(*removal, TransactDelete{});
    item.key = std::move(removal->key);
    return {std::move(item)};
  }
  if (auto* batch = std::get_if<BatchWriteItemRequest>(&request)) {
    std::vector<TransactWriteItem> items;
    for (auto& [table, writes] : batch->request_items) {
      for (auto& write : writes) {
        if (auto* put = std::get_if<PutRequest>(&write)) {
          TransactPut item;
          item.table_name = table;
          item.item = std::move(put->item);
          items.emplace_back(std::move(item));
        } else {
          TransactDelete item;
          item.table_name = table;
          item.key = std::move(std::get<DeleteRequest>(write).key);
          items.emplace_back(std::move(item));
        }
      }
    }
    return items;
  }
  if (auto* transaction = std::get_if<TransactWriteItemsRequest>(&request)) {
    return std::move(transaction->transact_items);
  }
  return {};
}

}  // namespace keywright::verify
