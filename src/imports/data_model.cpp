#include "imports/bind_request.hpp"
#include "imports/cli_command.hpp"
#include "imports/formats.hpp"
#include "imports/names.hpp"
#include "imports/object.hpp"
#include "imports/samples.hpp"
#include "imports/table_parts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

namespace keywright::imports {
namespace {

using model::Node;

constexpr std::array root_keys{std::string_view{"tables"}, std::string_view{"items"},
                               std::string_view{"access_patterns"}};
constexpr std::array table_keys{std::string_view{"TableName"},
                                std::string_view{"AttributeDefinitions"},
                                std::string_view{"KeySchema"},
                                std::string_view{"GlobalSecondaryIndexes"},
                                std::string_view{"LocalSecondaryIndexes"},
                                std::string_view{"BillingMode"},
                                std::string_view{"ProvisionedThroughput"},
                                std::string_view{"TimeToLiveSpecification"}};
constexpr std::array key_keys{std::string_view{"AttributeName"}, std::string_view{"KeyType"}};
constexpr std::array index_keys{std::string_view{"IndexName"}, std::string_view{"KeySchema"},
                                std::string_view{"Projection"},
                                std::string_view{"ProvisionedThroughput"}};
constexpr std::array ttl_keys{std::string_view{"AttributeName"}, std::string_view{"Enabled"}};
constexpr std::array pattern_keys{std::string_view{"pattern"},
                                  std::string_view{"description"},
                                  std::string_view{"table"},
                                  std::string_view{"index"},
                                  std::string_view{"dynamodb_operation"},
                                  std::string_view{"implementation"},
                                  std::string_view{"reason"}};

constexpr std::array operations{Name{"GetItem", "get"},
                                Name{"Query", "query"},
                                Name{"Scan", "scan"},
                                Name{"PutItem", "put"},
                                Name{"UpdateItem", "patch"},
                                Name{"DeleteItem", "delete"},
                                Name{"BatchGetItem", "batch_get"},
                                Name{"BatchWriteItem", "batch_put"},
                                Name{"TransactWrite", "transact"},
                                Name{"TransactWriteItems", "transact"},
                                Name{"TransactGet", "transact"},
                                Name{"TransactGetItems", "transact"}};
constexpr std::array steps{Name{"Put", "put"}, Name{"Update", "patch"}, Name{"Delete", "delete"},
                           Name{"Get", "get"}};

class DataModelReader {
 public:
  DataModelReader(Report& report, Draft& draft) : report_(report), draft_(draft) {}

  void run(const Node& root) {
    const Object object(report_, root, "the data model", root_keys);
    for (const Node& table : object.list("tables")) read_table(table);
    const Node* items = object.object("items");
    for (const DraftTable& table : draft_.tables) {
      add_entities(report_, table,
                   items == nullptr ? std::vector<const Node*>{} : items_of(*items, table.name), {},
                   draft_);
    }
    for (const Node& pattern : object.list("access_patterns")) read_pattern(pattern);
    report_.set_subject({});
  }

 private:
  using Types = std::map<std::string, char>;

  Types read_types(const Object& table) {
    Types types;
    for (const Node& node : table.list("AttributeDefinitions")) {
      const Object attribute(report_, node, "an attribute definition", attribute_keys);
      const std::string type = attribute.text("AttributeType");
      if (type == "S" || type == "N" || type == "B")
        types[attribute.text("AttributeName")] = type.front();
    }
    return types;
  }

  void read_keys(const Object& object, const Types& types, std::vector<DraftAttribute>& partition,
                 std::vector<DraftAttribute>& sort) {
    for (const Node& node : object.list("KeySchema")) {
      const Object element(report_, node, "an element of `KeySchema`", key_keys);
      const std::string name = element.needed_text("AttributeName");
      const auto type = types.find(name);
      auto& half = element.text("KeyType") == "HASH" ? partition : sort;
      half.push_back({name, type == types.end() ? 'S' : type->second});
    }
  }

  void read_table(const Node& node) {
    const Object object(report_, node, "a table", table_keys);
    if (!object.is_object()) return;
    DraftTable table;
    table.span = node.span;
    table.name = object.needed_text("TableName");
    const Types types = read_types(object);
    std::vector<DraftAttribute> partition;
    std::vector<DraftAttribute> sort;
    read_keys(object, types, partition, sort);
    if (!partition.empty()) table.partition = partition.front();
    if (!sort.empty()) table.sort = sort.front();
    for (const Node& index : object.list("GlobalSecondaryIndexes", 100))
      read_index(index, types, false, table);
    for (const Node& index : object.list("LocalSecondaryIndexes", 100))
      read_index(index, types, true, table);
    read_settings(object, table);
    add_table(report_, std::move(table), draft_);
  }

  void read_settings(const Object& object, DraftTable& table) {
    table.provisioned = object.text("BillingMode") == "PROVISIONED";
    if (table.provisioned) read_throughput(report_, object, table);
    if (const Node* node = object.object("TimeToLiveSpecification")) {
      const Object ttl(report_, *node, "`TimeToLiveSpecification`", ttl_keys);
      if (ttl.flag("Enabled").value_or(true)) table.ttl = ttl.text("AttributeName");
    }
  }

  void read_index(const Node& node, const Types& types, bool local, DraftTable& table) {
    const Object object(report_, node, "an index", index_keys);
    if (!object.is_object()) return;
    DraftIndex index;
    index.span = node.span;
    index.name = object.needed_text("IndexName");
    index.local = local;
    read_keys(object, types, index.partition, index.sort);
    if (local) index.partition.clear();
    read_projection(report_, object, index);
    table.indexes.push_back(std::move(index));
  }

  std::vector<const Node*> items_of(const Node& items, const std::string& table) {
    std::vector<const Node*> found;
    std::vector<const Node*> others;
    const model::Entry* list = items.find(table);
    if (list == nullptr) return found;
    for (const Node& node : list->value.items) {
      const model::Entry* put = node.find("PutRequest");
      const model::Entry* item = put == nullptr ? nullptr : put->value.find("Item");
      item == nullptr ? others.push_back(&node) : found.push_back(&item->value);
    }
    if (!others.empty()) {
      report_.add(Rule::left_out, others.front()->span, draft_.comments,
                  std::to_string(others.size()) + " of " +
                      std::to_string(list->value.items.size()) + " requests of table " +
                      quoted(table) + " were left out: they are no PutRequest with an Item");
    }
    return usable_samples(report_, draft_, table, found);
  }

  void read_pattern(const Node& node) {
    const Object object(report_, node, "an access pattern", pattern_keys);
    if (!object.is_object()) return;
    DraftPattern pattern;
    pattern.span = node.span;
    const std::string number = object.text("pattern");
    const std::string description = object.text("description");
    pattern.name = name_of_sentence(description.empty() ? "pattern " + number : description);
    report_.set_subject(pattern.name);
    pattern.comments.push_back((number.empty() ? "" : number + ": ") + description);
    const std::string operation = object.text("dynamodb_operation");
    pattern.op = translate(operations, operation);
    const DraftTable* table = draft_.find_table(object.text("table"));
    const auto command = parse_command(object.text("implementation"));
    if (pattern.op.empty() || (table == nullptr && pattern.op != "transact")) {
      leave_out(object, operation, pattern);
      return;
    }
    if (pattern.op == "transact") {
      read_transaction(object, command, pattern);
    } else {
      read_request(object, *table, command, pattern);
    }
    draft_.patterns.push_back(std::move(pattern));
  }

  void leave_out(const Object& object, const std::string& operation, DraftPattern& pattern) {
    const std::string reason = object.text("reason");
    report_.set_subject({});
    std::string message = "pattern " + quoted(pattern.comments.front()) + " was left out: ";
    if (!reason.empty()) {
      message += reason;
    } else if (pattern.op.empty()) {
      message += operation.empty() ? "it has no operation"
                                   : quoted(operation) + " is no operation of the format";
    } else {
      message += "there is no table " + quoted(object.text("table"));
    }
    report_.add(Rule::left_out, object.span(), draft_.pattern_comments, std::move(message));
  }

  void read_request(const Object& object, const DraftTable& table,
                    const std::optional<CliCommand>& command, DraftPattern& pattern) {
    pattern.using_index = object.text("index");
    const auto conditions = conditions_of(command, table);
    const bool bound = bind_request(draft_, table, pattern.using_index, conditions, pattern);
    if (!bound && pattern.op != "scan") {
      report_.add(
          Rule::undecided, object.span_of("implementation"), pattern.comments,
          "its keys are those of no entity: which it is of, and what binds it, is not known",
          "name the entity, and the fields in `by`");
    }
    if (command) read_options(object, table, *command, pattern);
    if (pattern.op == "patch") {
      report_.add(Rule::taken_as, object.span_of("dynamodb_operation"), pattern.comments,
                  "it was taken for a patch, which fails if the item is absent",
                  "write `op: upsert` if it may create the item");
    }
    if (pattern.op == "scan") {
      report_.add(Rule::taken_as, object.span_of("dynamodb_operation"), pattern.comments,
                  "a scan reads the whole table, and is for admins only",
                  "write a query, and design a key for it");
    }
  }

  // The keys that a command names: of a put those of its item, of a batch those of its first.
  static std::vector<KeyCondition> conditions_of(const std::optional<CliCommand>& command,
                                                 const DraftTable& table) {
    if (!command) return {};
    if (const auto item = command->json("item")) return keys_of_item(table, *item);
    if (const auto request = command->json("request-items")) return keys_of_batch(table, *request);
    return key_conditions(*command).value_or(std::vector<KeyCondition>{});
  }

  static std::vector<KeyCondition> keys_of_item(const DraftTable& table, const Node& item) {
    std::vector<KeyCondition> keys = conditions_of_key(item);
    std::erase_if(keys, [&](const KeyCondition& each) {
      return each.attribute != table.partition.name &&
             !(table.sort && each.attribute == table.sort->name);
    });
    return keys;
  }

  // {"Table": {"Keys": [{..}]}} or {"Table": [{"PutRequest": {"Item": {..}}}]}
  static std::vector<KeyCondition> keys_of_batch(const DraftTable& table, const Node& request) {
    const model::Entry* requests = request.find(table.name);
    if (requests == nullptr) return {};
    const model::Entry* keys = requests->value.find("Keys");
    const auto& list = keys == nullptr ? requests->value.items : keys->value.items;
    if (list.empty()) return {};
    if (keys != nullptr) return conditions_of_key(list.front());
    for (const auto& [kind, member] :
         {std::pair{"PutRequest", "Item"}, std::pair{"DeleteRequest", "Key"}}) {
      const model::Entry* one = list.front().find(kind);
      const model::Entry* item = one == nullptr ? nullptr : one->value.find(member);
      if (item != nullptr) return keys_of_item(table, item->value);
    }
    return {};
  }

  void read_options(const Object& object, const DraftTable& table, const CliCommand& command,
                    DraftPattern& pattern) {
    const bool creates = command.value("condition-expression").starts_with("attribute_not_exists");
    if (pattern.op == "put" && creates) pattern.op = "create";
    if (pattern.op == "query") read_order(table, command, pattern);
    pattern.strong = command.has("consistent-read");
    std::uint64_t limit = 0;
    const std::string_view text = command.value("limit");
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
    if (error == std::errc{} && limit > 0 && limit <= 1'000'000) pattern.page = limit;
    if (command.has("filter-expression")) {
      report_.add(Rule::left_out, object.span_of("implementation"), pattern.comments,
                  "a filter is applied after the read is paid for, and a model has none: " +
                      quoted(command.value("filter-expression")),
                  "bind its fields with `by` or `range`, and design a key for them");
    }
    const UpdateNames names = update_names(command);
    pattern.set = names.set;
    pattern.add = names.add;
    pattern.remove = names.remove;
  }

  // The entity whose keys an item has; the table's first if none fits.
  std::string entity_of_item(const DraftTable& table, const Node& item) {
    DraftPattern pattern;
    pattern.op = "put";
    [[maybe_unused]] const bool found =
        bind_request(draft_, table, {}, keys_of_item(table, item), pattern);
    return pattern.entity;
  }

  // Items come in the order of the sort key: that of its first field that is not bound.
  void read_order(const DraftTable& table, const CliCommand& command, DraftPattern& pattern) {
    const bool descending =
        command.has("no-scan-index-forward") || command.value("scan-index-forward") == "false";
    const DraftEntity* entity = draft_.find_entity(pattern.entity);
    if (!descending || entity == nullptr) return;
    const DraftIndexEntry* entry = entity->find_index(pattern.using_index);
    const auto& sk = table.find_index(pattern.using_index) == nullptr ? entity->sk
                     : entry == nullptr                               ? std::optional<DraftKey>{}
                                                                      : entry->sk;
    if (!sk) return;
    for (const std::string& field : sk->components()) {
      if (std::find(pattern.by.begin(), pattern.by.end(), field) != pattern.by.end()) continue;
      pattern.order = field;
      pattern.descending = true;
      return;
    }
  }

  void read_transaction(const Object& object, const std::optional<CliCommand>& command,
                        DraftPattern& pattern) {
    const auto items = command ? command->json("transact-items") : std::nullopt;
    if (!items || items->items.empty() || items->items.size() > 100) {
      report_.add(Rule::undecided, object.span_of("implementation"), pattern.comments,
                  "the steps of the transaction are not known", "write them as `steps`");
      return;
    }
    for (const Node& item : items->items) {
      if (item.entries.size() == 1) read_step(object, item.entries.front(), pattern);
    }
  }

  void read_step(const Object& object, const model::Entry& entry, DraftPattern& transaction) {
    DraftPattern step;
    step.span = object.span_of("implementation");
    step.op = translate(steps, entry.key);
    const model::Entry* table_name = entry.value.find("TableName");
    const DraftTable* table =
        table_name == nullptr ? nullptr : draft_.find_table(table_name->value.text);
    const model::Entry* item = entry.value.find("Item");
    const model::Entry* key = entry.value.find("Key");
    if (step.op.empty() || table == nullptr || (item == nullptr && key == nullptr)) {
      report_.add(Rule::left_out, step.span, transaction.comments,
                  "the step " + quoted(entry.key) + " was left out",
                  "write a condition into the step that it guards");
      return;
    }
    if (item != nullptr) {
      step.entity = entity_of_item(*table, item->value);
      const model::Entry* condition = entry.value.find("ConditionExpression");
      if (condition != nullptr && condition->value.text.starts_with("attribute_not_exists"))
        step.op = "create";
    } else if (!bind_request(draft_, *table, {}, conditions_of_key(key->value), step)) {
      report_.add(Rule::undecided, step.span, transaction.comments,
                  "the key of the step " + quoted(entry.key) + " is that of no entity",
                  "name its entity and `by`");
    }
    if (const model::Entry* update = entry.value.find("UpdateExpression")) {
      CliCommand command;
      command.options["update-expression"] = update->value.text;
      const UpdateNames names = update_names(command);
      step.set = names.set;
      step.add = names.add;
      step.remove = names.remove;
      resolve_names(entry.value, step);
    }
    transaction.steps.push_back(std::move(step));
  }

  // The placeholders of a step are its own.
  static void resolve_names(const Node& step, DraftPattern& pattern) {
    const model::Entry* names = step.find("ExpressionAttributeNames");
    if (names == nullptr) return;
    for (auto* list : {&pattern.set, &pattern.add, &pattern.remove}) {
      for (std::string& name : *list) {
        if (const model::Entry* meant = names->value.find(name)) name = meant->value.text;
      }
    }
  }

  Report& report_;
  Draft& draft_;
};

}  // namespace

void read_data_model(Report& report, const Node& root, Draft& draft) {
  DataModelReader(report, draft).run(root);
}

}  // namespace keywright::imports
