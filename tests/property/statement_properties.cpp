// PartiQL: a random statement does what the typed request does that says the same. SELECT is held
// against a Scan with a filter, however it finds its items; writes against two tables that start
// equal.

#include <keywright/engine.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace keywright {
namespace {

using Values = std::vector<AttributeValue>;

int below(int end) {
  return *rc::gen::inRange(0, end);
}

template <class T>
T one_of(const std::vector<T>& choices) {
  return *rc::gen::elementOf(choices);
}

/// One text in both languages, with the values of both.
class Bilingual {
 public:
  struct Text {
    std::string partiql;
    std::string expression;
  };

  Text value(const AttributeValue& value) {
    const std::string key = ":v" + std::to_string(values.size());
    values.emplace_back(key, value);
    if (below(2) == 0) {
      parameters.push_back(value);
      return {"?", key};
    }
    return {literal(value), key};
  }

  ExpressionAttributeValues values;
  Values parameters;  ///< in the order in which the texts are written

 private:
  static std::string literal(ValueView value) {
    std::string out;
    const auto list = [&](std::string_view open, std::string_view close) {
      out += open;
      for (const ValueView element : value.elements()) {
        if (out.size() > open.size()) out += ", ";
        out += literal(element);
      }
      out += close;
    };
    switch (value.type()) {
      case AttributeType::string:
        return "'" + std::string(value.as_string()) + "'";
      case AttributeType::number:
        return value.as_number().to_string();
      case AttributeType::boolean:
        return value.as_bool() ? "TRUE" : "false";
      case AttributeType::list:
        list("[", "]");
        return out;
      case AttributeType::string_set:
      case AttributeType::number_set:
        list("<<", ">>");
        return out;
      default:
        return "NULL";
    }
  }
};

using Text = Bilingual::Text;

AttributeValue text_value() {
  return AttributeValue(one_of<std::string>({"a", "b", "c", "ab"}));
}
AttributeValue number_value() {
  return AttributeValue(below(4));
}
AttributeValue any_value() {
  switch (below(6)) {
    case 0:
      return AttributeValue::list({number_value(), text_value()});
    case 1:
      return AttributeValue::number_set({1, 2});
    case 2:
      return AttributeValue(true);
    case 3:
      return number_value();
    default:
      return text_value();
  }
}

/// Of the key attributes always their types.
AttributeValue value_for(const std::string& path) {
  if (path == "pk" || path == "s") return text_value();
  if (path == "sk" || path == "n") return number_value();
  return any_value();
}

const std::vector<std::string> kPaths{"pk", "pk", "sk", "sk", "n", "s", "x", "l[0]"};

Text leaf(Bilingual& writer) {
  const std::string path = one_of(kPaths);
  const auto joined = [&](const Text& value, const std::string& before, const std::string& after) {
    return Text{before + value.partiql + after, before + value.expression + after};
  };
  switch (below(8)) {
    case 0: {
      const std::string op = one_of<std::string>({" <> ", " = "});
      return joined(writer.value(value_for(path)), path + op, "");
    }
    case 1: {
      const std::string op = one_of<std::string>({" < ", " <= ", " > ", " >= "});
      const bool is_text = path == "pk" || path == "s";
      return joined(writer.value(is_text ? text_value() : number_value()), path + op, "");
    }
    case 2: {
      const bool is_text = path == "pk" || path == "s";
      const AttributeValue a = is_text ? text_value() : number_value();
      const AttributeValue b = is_text ? text_value() : number_value();
      const bool in_order = *compare_scalars(a, b) <= 0;
      const Text lower = writer.value(in_order ? a : b);
      const Text upper = writer.value(in_order ? b : a);
      return {path + " BETWEEN " + lower.partiql + " AND " + upper.partiql,
              path + " BETWEEN " + lower.expression + " AND " + upper.expression};
    }
    case 3: {
      const Text first = writer.value(value_for(path));
      const Text second = writer.value(value_for(path));
      const bool brackets = below(2) == 0;
      return {path + " IN " + (brackets ? "[" : "(") + first.partiql + ", " + second.partiql +
                  (brackets ? "]" : ")"),
              path + " IN (" + first.expression + ", " + second.expression + ")"};
    }
    case 4:
      return {path + " IS MISSING", "attribute_not_exists(" + path + ")"};
    case 5:
      if (path == "sk") return {"sk IS NOT MISSING", "attribute_exists(sk)"};
      return joined(writer.value(text_value()), "begins_with(" + path + ", ", ")");
    case 6:
      return joined(writer.value(any_value()), "contains(x, ", ")");
    default:
      return joined(writer.value(value_for("pk")), "pk = ", "");
  }
}

Text condition(Bilingual& writer, int levels) {
  const int choice = levels > 1 ? below(6) : 5;
  if (choice >= 4) return leaf(writer);
  if (choice == 3) {
    const Text inner = condition(writer, levels - 1);
    return {"NOT (" + inner.partiql + ")", "NOT (" + inner.expression + ")"};
  }
  const std::string op = choice == 2 ? ") OR (" : ") AND (";
  const Text left = condition(writer, levels - 1);
  const Text right = condition(writer, levels - 1);
  return {"(" + left.partiql + op + right.partiql + ")",
          "(" + left.expression + op + right.expression + ")"};
}

// Tables
// -------------------------------------------------------------------------------------------

CreateTableRequest table_request() {
  CreateTableRequest request;
  request.table_name = "things";
  request.key_schema = {{"pk", KeyType::hash}, {"sk", KeyType::range}};
  request.attribute_definitions = {
      {"pk", AttributeType::string}, {"sk", AttributeType::number}, {"s", AttributeType::string}};
  GlobalSecondaryIndex index;
  index.index_name = "by_s";
  index.key_schema = {{"s", KeyType::hash}, {"sk", KeyType::range}};
  index.projection = {ProjectionType::all, {}};
  request.global_secondary_indexes.push_back(index);
  request.billing_mode = BillingMode::pay_per_request;
  return request;
}

Item random_item() {
  ItemBuilder item;
  item.set("pk", text_value()).set("sk", number_value());
  if (below(2) == 0) item.set("n", number_value());
  if (below(3) > 0) item.set("s", text_value());
  if (below(2) == 0) item.set("x", any_value());
  if (below(2) == 0) item.set("l", AttributeValue::list({any_value(), number_value()}));
  return item.build();
}

std::unique_ptr<Engine> make_engine(const std::vector<Item>& items) {
  auto db = Engine::in_memory({.seed = 1});
  db->create_table(table_request()).value();
  for (const Item& item : items) db->put_item({.table_name = "things", .item = item}).value();
  return db;
}

std::vector<Item> random_items() {
  std::vector<Item> items;
  for (int i = below(16); i > 0; --i) items.push_back(random_item());
  return items;
}

std::vector<std::string> sorted(const std::vector<Item>& items) {
  std::vector<std::string> texts;
  for (const Item& item : items) texts.push_back(to_json(item));
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::vector<Item> select_all(Engine& db, ExecuteStatementRequest request) {
  std::vector<Item> items;
  do {
    const auto page = db.execute_statement(request).value();
    items.insert(items.end(), page.items.begin(), page.items.end());
    request.next_token = page.next_token;
  } while (request.next_token);
  return items;
}

std::vector<Item> all_items(Engine& db) {
  return db.scan({.table_name = "things"}).value().items;
}

// Properties
// ---------------------------------------------------------------------------------------

RC_GTEST_PROP(StatementProperties, SelectFindsWhatAFilteredScanFinds, ()) {
  const auto db = make_engine(random_items());
  Bilingual writer;
  const Text where = condition(writer, 4);
  const bool in_index = below(3) == 0;
  ExecuteStatementRequest select;
  select.statement =
      std::string("SELECT * FROM things") + (in_index ? ".by_s" : "") + " WHERE " + where.partiql;
  if (!writer.parameters.empty()) select.parameters = writer.parameters;
  if (below(2) == 0) select.limit = 1 + below(4);
  ScanRequest scan{.table_name = "things", .filter_expression = where.expression};
  if (in_index) scan.index_name = "by_s";
  scan.expression_attribute_values = writer.values;
  RC_LOG() << select.statement << "\n";
  const auto scanned = db->scan(scan);
  RC_ASSERT(scanned.has_value());
  const auto selected = select_all(*db, select);
  RC_CLASSIFY(!selected.empty(), "found");
  RC_ASSERT(sorted(selected) == sorted(scanned->items));
}

RC_GTEST_PROP(StatementProperties, SelectOfAPartitionIsAQuery, ()) {
  const auto db = make_engine(random_items());
  Bilingual writer;
  const Text pk = writer.value(text_value());
  const std::string op = one_of<std::string>({" = ", " < ", " >= "});
  const Text sk = writer.value(number_value());
  const bool descending = below(2) == 0;
  ExecuteStatementRequest select;
  select.statement = "SELECT * FROM things WHERE pk = " + pk.partiql + " AND sk" + op + sk.partiql +
                     " ORDER BY sk" + (descending ? " DESC" : "");
  if (!writer.parameters.empty()) select.parameters = writer.parameters;
  select.limit = 1 + below(3);
  QueryRequest query{.table_name = "things"};
  query.key_condition_expression = "pk = " + pk.expression + " AND sk" + op + sk.expression;
  query.expression_attribute_values = writer.values;
  query.scan_index_forward = !descending;
  RC_ASSERT(select_all(*db, select) == db->query(query).value().items);
}

struct Action {
  Text text;
  bool is_set;
};

Action action(Bilingual& writer, const std::string& attribute) {
  switch (below(6)) {
    case 0:
      return {{" REMOVE " + attribute, attribute}, false};
    case 1: {
      const Text value = writer.value(number_value());
      return {{" SET " + attribute + " = n + " + value.partiql,
               attribute + " = n + " + value.expression},
              true};
    }
    case 2: {
      const Text value = writer.value(AttributeValue::list({any_value()}));
      return {{" SET " + attribute + " = list_append(l, " + value.partiql + ")",
               attribute + " = list_append(l, " + value.expression + ")"},
              true};
    }
    default: {
      const Text value = writer.value(value_for(attribute));
      return {{" SET " + attribute + " = " + value.partiql, attribute + " = " + value.expression},
              true};
    }
  }
}

RC_GTEST_PROP(StatementProperties, UpdateDoesWhatUpdateItemDoes, ()) {
  const auto items = random_items();
  const auto by_statement = make_engine(items);
  const auto by_request = make_engine(items);
  Bilingual writer;
  std::string partiql = "UPDATE things";
  std::string set;
  std::string remove;
  for (const std::string attribute : {"n", "s", "x", "l"}) {
    const bool is_last_chance = attribute == "l" && set.empty() && remove.empty();
    if (below(2) == 0 && !is_last_chance) continue;
    const Action made = action(writer, attribute);
    partiql += made.text.partiql;
    std::string& section = made.is_set ? set : remove;
    section += (section.empty() ? "" : ", ") + made.text.expression;
  }
  const Item chosen = items.empty() || below(4) == 0 ? random_item() : one_of(items);
  const AttributeValue pk(*chosen.find("pk"));
  const AttributeValue sk(*chosen.find("sk"));
  // The key, of which the typed request has no placeholders.
  const std::size_t before = writer.values.size();
  partiql += " WHERE pk = " + writer.value(pk).partiql;
  partiql += " AND sk = " + writer.value(sk).partiql;
  writer.values.resize(before);
  const Text rest = condition(writer, 2);
  partiql += " AND (" + rest.partiql + ") RETURNING ALL NEW *";

  ExecuteStatementRequest statement{.statement = partiql};
  if (!writer.parameters.empty()) statement.parameters = writer.parameters;
  UpdateItemRequest update{.table_name = "things", .key = {{"pk", pk}, {"sk", sk}}};
  update.update_expression =
      (set.empty() ? "" : "SET " + set) + (remove.empty() ? "" : " REMOVE " + remove);
  update.condition_expression = "attribute_exists(pk) AND (" + rest.expression + ")";
  update.expression_attribute_values = writer.values;
  update.return_values = ReturnValues::all_new;

  const auto stated = by_statement->execute_statement(statement);
  const auto requested = by_request->update_item(update);
  RC_LOG() << partiql << "\n";
  if (!stated) RC_LOG() << stated.error().message << "\n";
  if (!requested) RC_LOG() << requested.error().message << "\n";
  RC_ASSERT(stated.has_value() == requested.has_value());
  RC_CLASSIFY(stated.has_value(), "updated");
  if (stated) {
    RC_ASSERT(stated->items.at(0) == *requested->attributes);
  } else {
    RC_ASSERT(stated.error().exception == requested.error().exception);
    RC_ASSERT(stated.error().message == requested.error().message);
  }
  RC_ASSERT(sorted(all_items(*by_statement)) == sorted(all_items(*by_request)));
}

RC_GTEST_PROP(StatementProperties, InsertAndDeleteDoWhatConditionalRequestsDo, ()) {
  const auto items = random_items();
  const auto by_statement = make_engine(items);
  const auto by_request = make_engine(items);
  for (int i = 0; i < 4; ++i) {
    if (below(2) == 0) {
      const Item item = random_item();
      std::vector<AttributeValue::Member> members;
      for (const auto& [name, value] : item) members.emplace_back(name, AttributeValue(value));
      const auto inserted =
          by_statement->execute_statement({.statement = "INSERT INTO things VALUE ?",
                                           .parameters = Values{AttributeValue::map(members)}});
      const auto put = by_request->put_item({.table_name = "things",
                                             .item = item,
                                             .condition_expression = "attribute_not_exists(pk)"});
      RC_ASSERT(inserted.has_value() == put.has_value());
      continue;
    }
    Bilingual writer;
    const AttributeValue pk = text_value();
    const AttributeValue sk = number_value();
    std::string partiql = "DELETE FROM things WHERE pk = " + writer.value(pk).partiql;
    partiql += " AND sk = " + writer.value(sk).partiql;
    writer.values.clear();
    const Text rest = leaf(writer);
    partiql += " AND " + rest.partiql;
    ExecuteStatementRequest statement{.statement = partiql};
    if (!writer.parameters.empty()) statement.parameters = writer.parameters;
    DeleteItemRequest request{.table_name = "things", .key = {{"pk", pk}, {"sk", sk}}};
    request.condition_expression = "attribute_not_exists(pk) OR " + rest.expression;
    request.expression_attribute_values = writer.values;
    const auto stated = by_statement->execute_statement(statement);
    const auto requested = by_request->delete_item(request);
    RC_LOG() << partiql << "\n";
    if (!stated) RC_LOG() << stated.error().message << "\n";
    if (!requested) RC_LOG() << requested.error().message << "\n";
    RC_ASSERT(stated.has_value() == requested.has_value());
  }
  RC_ASSERT(sorted(all_items(*by_statement)) == sorted(all_items(*by_request)));
}

}  // namespace
}  // namespace keywright
