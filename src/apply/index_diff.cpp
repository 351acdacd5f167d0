#include "apply/index_diff.hpp"

#include "apply/definition.hpp"
#include "apply/words.hpp"
#include "plan/capacity.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace keywright::apply {
namespace {

class IndexDiffer {
 public:
  IndexDiffer(const TableDescription& actual, const ModelTable& wanted, const DiffOptions& options,
              TableDiff& out)
      : actual_(actual),
        wanted_(wanted.definition),
        options_(options),
        out_(out),
        is_billing_stated_(wanted.stated.billing) {}

  IndexSteps run() {
    local_indexes();
    for (const auto& index : actual_.global_secondary_indexes) existing(index);
    for (const auto& index : wanted_.global_secondary_indexes) {
      const auto* found = find_index(actual_.global_secondary_indexes, index.index_name);
      const bool is_there = found != nullptr && found->index_status != IndexStatus::deleting;
      if (!is_there) {
        create(index, "the model has it, the table has not");
      } else if (!is_as_wanted(*found, index)) {
        replace(*found, index);
      }
    }
    return std::move(steps_);
  }

 private:
  template <class Wanted>
  [[nodiscard]] bool is_as_wanted(const SecondaryIndexDescription& index,
                                  const Wanted& wanted) const {
    return is_same_index(index, actual_.attribute_definitions, wanted,
                         wanted_.attribute_definitions);
  }

  void local_indexes() {
    const std::string mend =
        "Local indexes are made with their table and never change: apply the model under another "
        "name (--table NAME) and move the items there, or declare a global index instead";
    for (const auto& index : wanted_.local_secondary_indexes) {
      const auto text = index_text(index, wanted_.attribute_definitions);
      const auto* found = find_index(actual_.local_secondary_indexes, index.index_name);
      if (found == nullptr) {
        out_.refusals.push_back(
            {"local index " + index.index_name + " (" + text + ") is not in the table", mend});
      } else if (!is_as_wanted(*found, index)) {
        out_.refusals.push_back({"local index " + index.index_name + " is " +
                                     index_text(*found, actual_.attribute_definitions) +
                                     " in the table and " + text + " in the model",
                                 mend});
      }
    }
    for (const auto& index : actual_.local_secondary_indexes) {
      if (find_index(wanted_.local_secondary_indexes, index.index_name) != nullptr) continue;
      out_.notes.push_back("local index " + index.index_name +
                           " is not in the model; it stays, since local indexes cannot be deleted");
    }
  }

  void existing(const SecondaryIndexDescription& index) {
    if (index.index_status == IndexStatus::deleting) return;
    if (find_index(wanted_.global_secondary_indexes, index.index_name) != nullptr) return;
    if (options_.delete_indexes) {
      steps_.deletions.push_back(
          deletion(index, "the model lacks it, and --delete-indexes is given"));
      return;
    }
    out_.notes.push_back("index " + index.index_name + " (" +
                         index_text(index, actual_.attribute_definitions) +
                         ") is not in the model; it stays. --delete-indexes deletes it");
  }

  void replace(const SecondaryIndexDescription& found, const GlobalSecondaryIndex& wanted) {
    const auto change = "index " + wanted.index_name + " is " +
                        index_text(found, actual_.attribute_definitions) + " in the table and " +
                        index_text(wanted, wanted_.attribute_definitions) + " in the model";
    if (!options_.replace_indexes) {
      out_.refusals.push_back(
          {change,
           "DynamoDB changes no index. Without an outage: give the index a new name in the model, "
           "apply, and delete the old one later with --delete-indexes. With one: "
           "--replace-indexes deletes " +
               wanted.index_name +
               " and creates it anew; queries of it fail until it is filled again"});
      return;
    }
    steps_.creations.push_back(
        deletion(found, "the model has other keys or another projection for it"));
    create(wanted, "it replaces the one deleted before");
  }

  [[nodiscard]] Step deletion(const SecondaryIndexDescription& index, std::string why) const {
    UpdateTableRequest request;
    request.table_name = wanted_.table_name;
    request.global_secondary_index_updates = {DeleteGlobalSecondaryIndexAction{index.index_name}};
    return {"delete index " + index.index_name, index_text(index, actual_.attribute_definitions),
            std::move(why),
            "queries of it fail from then on. The items stay in the table, so that it can be "
            "created again by a backfill" +
                (actual_.item_count > 0 ? " of up to " + counted(actual_.item_count, "item")
                                        : std::string()),
            std::move(request)};
  }

  void create(const GlobalSecondaryIndex& index, std::string why) {
    if (refuse_other_types(index)) return;
    UpdateTableRequest request;
    request.table_name = wanted_.table_name;
    for (const auto& element : index.key_schema) {
      const auto* definition =
          find_definition(wanted_.attribute_definitions, element.attribute_name);
      if (definition != nullptr) request.attribute_definitions.push_back(*definition);
    }
    auto asked = index;
    // Where the model is silent about billing, the table keeps its own.
    if (!has_model_billing()) {
      asked.provisioned_throughput.reset();
      if (actual_.billing_mode == BillingMode::provisioned) {
        asked.provisioned_throughput = actual_.provisioned_throughput;
      }
    }
    request.global_secondary_index_updates = {CreateGlobalSecondaryIndexAction{std::move(asked)}};
    steps_.creations.push_back({"create index " + index.index_name,
                                index_text(index, wanted_.attribute_definitions), std::move(why),
                                backfill_cost(), std::move(request)});
  }

  [[nodiscard]] bool has_model_billing() const {
    return is_billing_stated_ || actual_.billing_mode == wanted_.billing_mode;
  }

  // An attribute has one type in the whole table.
  bool refuse_other_types(const GlobalSecondaryIndex& index) {
    bool is_refused = false;
    for (const auto& element : index.key_schema) {
      const auto* wanted = find_definition(wanted_.attribute_definitions, element.attribute_name);
      const auto* actual = find_definition(actual_.attribute_definitions, element.attribute_name);
      if (wanted == nullptr || actual == nullptr) continue;
      if (wanted->attribute_type == actual->attribute_type) continue;
      const auto user = user_that_stays(element.attribute_name);
      if (user.empty()) continue;
      const std::vector one{element};
      out_.refusals.push_back({"index " + index.index_name + " has the key " +
                                   key_text(one, wanted_.attribute_definitions) + ", which is " +
                                   key_text(one, actual_.attribute_definitions) + " in " + user,
                               "A key attribute has one type in all of a table: give the model's "
                               "attribute another name"});
      is_refused = true;
    }
    return is_refused;
  }

  // The table or an index whose key has this attribute and which no step deletes; empty: none.
  [[nodiscard]] std::string user_that_stays(const std::string& attribute) const {
    const auto has = [&](const std::vector<KeySchemaElement>& schema) {
      return std::any_of(schema.begin(), schema.end(), [&](const KeySchemaElement& element) {
        return element.attribute_name == attribute;
      });
    };
    if (has(actual_.key_schema)) return "the table's own key";
    for (const auto& index : actual_.local_secondary_indexes) {
      if (has(index.key_schema)) return "local index " + index.index_name;
    }
    for (const auto& index : actual_.global_secondary_indexes) {
      if (!has(index.key_schema) || index.index_status == IndexStatus::deleting) continue;
      const auto* wanted = find_index(wanted_.global_secondary_indexes, index.index_name);
      const bool goes = wanted == nullptr
                            ? options_.delete_indexes
                            : options_.replace_indexes && !is_as_wanted(index, *wanted);
      if (!goes) return "index " + index.index_name;
    }
    return {};
  }

  [[nodiscard]] std::string backfill_cost() const {
    if (actual_.item_count == 0) return "the table counts no items yet: ready within minutes";
    const auto items = actual_.item_count;
    const double bytes = static_cast<double>(actual_.table_size_bytes) / static_cast<double>(items);
    const auto units = std::llround(plan::write_units(bytes)) * items;
    return "backfills up to " + counted(items, "item") + " of " +
           size_text(static_cast<std::int64_t>(bytes)) + " on average (at most " +
           counted(units, "write unit") +
           "): minutes to hours, while the table is read and written as before";
  }

  const TableDescription& actual_;
  const CreateTableRequest& wanted_;
  const DiffOptions& options_;
  TableDiff& out_;
  const bool is_billing_stated_;
  IndexSteps steps_;
};

}  // namespace

IndexSteps diff_indexes(const TableDescription& actual, const ModelTable& wanted,
                        const DiffOptions& options, TableDiff& out) {
  return IndexDiffer(actual, wanted, options, out).run();
}

}  // namespace keywright::apply
