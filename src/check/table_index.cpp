#include "check/tables.hpp"

namespace keywright::check {
namespace {

constexpr Rule rows[] = {
    {"IDX001", Level::error, "more indexes, or others, than a table can have",
     R"(A table has at most 5 local indexes and, unless AWS raises the quota, 20 global ones. Local indexes order the items
of a partition anew, so the table needs a sort key; they are made with the table and never afterwards.)",
     R"(keys: {partition: pk}
indexes: {by_size: {local: true, sort: size_sk}})",
     R"(keys: {partition: pk, sort: sk}
indexes: {by_size: {local: true, sort: size_sk}})"},
    {"IDX002", Level::error, "a projection that DynamoDB refuses",
     R"(An `include` list is not empty, names no key attribute (those are in the index anyway), and all lists of a table
have at most 100 names together.)",
     R"(gsi1: {partition: gsi1pk, sort: gsi1sk, projection: {include: [pk, topic]}})",
     R"(gsi1: {partition: gsi1pk, sort: gsi1sk, projection: {include: [topic]}})"},
    {"IDX003", Level::graded, "an index that does not exist, or that nobody reads",
     R"(`using` of an unknown index is an error. An index that no pattern reads is a warning: each write of its entries is
billed, and so is their storage.)",
     R"(list_jobs_by_status: {op: query, entity: Job, by: [status], using: gsi7})",
     R"(list_jobs_by_status: {op: query, entity: Job, by: [status]}   # the cheapest index that serves is found)"},
    {"IDX004", Level::error, "an index is not as sparse as declared",
     R"(A sparse index is cheap because few items carry its keys. The declaration is checked: no entity outside of the list
may have them, and not every item of the table may. An entry's `when` keeps an item out by leaving out its composed key
attributes: native ones are the item's own fields, so it would be in the index nonetheless.)",
     R"(gsi1: {partition: gsi1pk, sort: gsi1sk, sparse: [Job]}
Finding: {indexes: {gsi1: {pk: "SEVERITY#{severity}", sk: "{finding_id}"}}})",
     R"(gsi1: {partition: gsi1pk, sort: gsi1sk, sparse: [Job]}   # Finding has no entry)"},
    {"IDX005", Level::warning, "most entries of an index are wanted by no pattern",
     R"(Entries of entities that no pattern reads from the index are written, stored and billed in vain. Reported from half
of the entries on, by the counts of the model.)",
     R"(Finding: {indexes: {gsi1: {pk: "STATUS#finding", sk: "{finding_id}"}}}   # read for Job alone)",
     R"(Finding: {}   # no entry in gsi1)"},
    {"IDX006", Level::error, "a write changes an index key to it knows not what",
     R"(Every write that changes a field rewrites the index keys made of it, in the same request; that is derived. It
cannot be done for `add`: the sum is known only to DynamoDB, after the key was to be written. The same holds for a field
on which an entry's `when` depends.)",
     R"(count_view: {op: patch, entity: Page, by: [page_id], add: [views]}   # gsi1sk: "{views}")",
     R"(set_views: {op: patch, entity: Page, by: [page_id], set: [views]})"},
    {"IDX016", Level::error, "an entry that cannot be spread over shards",
     R"(The number of the shard is written behind the partition key of the entry. That needs a key of the index's own, made
of text: a native attribute holds the field's own value, and a local index has the partition key of the table.)",
     R"(Score: {indexes: {best: {pk: {field: game}, sk: {field: points}, shards: 4}}})",
     R"(Score: {indexes: {best: {pk: "GAME#{game}", sk: "{points}", shards: 4}}})"},
};

}  // namespace

std::span<const Rule> index_rules() {
  return rows;
}

}  // namespace keywright::check
