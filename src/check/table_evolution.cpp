#include "check/tables.hpp"

// What `keywright diff` reports of two models.

namespace keywright::check {
namespace {

constexpr Rule rows[] = {
    {"EVO001", Level::error, "a change that replaces the table",
     R"(DynamoDB changes no key of a table and no local index, and no table changes its name. A deploy makes another table, which
is empty, and deletes the one with the items, or leaves it to itself if it is retained.)",
     R"(keys: {partition: pk, sort: sk}       # was {partition: pk})",
     R"(tables:
  jobs:    {name: jobs, keys: {partition: pk}}
  jobs_v2: {name: jobs-v2, keys: {partition: pk, sort: sk}}   # copy the items, switch over, then drop jobs)"},
    {"EVO002", Level::error, "several indexes created or deleted at once",
     R"(DynamoDB creates or deletes one global index in an update of a table, and CloudFormation makes one update of a deploy: with two
of them it fails. Deploy one after the other, and wait each time until the index is ACTIVE.)",
     R"(indexes: {gsi1: {partition: gsi1pk}, gsi2: {partition: gsi2pk}, gsi3: {partition: gsi3pk}}   # gsi2 and gsi3 are new)",
     R"(indexes: {gsi1: {partition: gsi1pk}, gsi2: {partition: gsi2pk}}   # then gsi3, in another deploy)"},
    {"EVO003", Level::error, "an index that changes under its name",
     R"(DynamoDB changes neither keys nor projection of an index: the deploy fails. Create the new form under another name, switch
the queries over once it is filled, and delete the old one then.)",
     R"(gsi1: {partition: gsi1pk, sort: gsi1sk, projection: keys_only}   # projection was all)",
     R"(gsi1: {partition: gsi1pk, sort: gsi1sk}
gsi1_slim: {partition: gsi1pk, sort: gsi1sk, projection: keys_only})"},
    {"EVO004", Level::warning, "a key that the items which are there lack",
     R"(Items keep the keys they were written with. Under another template they are not found, and with another key of an index they are
not in it, until each is written once more.)",
     R"(indexes: {gsi1: {pk: "STATUS#{status}#{topic}", sk: "{created_at}"}}   # was "STATUS#{status}")",
     R"(indexes:
  gsi1: {pk: "STATUS#{status}", sk: "{created_at}"}
  gsi2: {pk: "STATUS#{status}#{topic}", sk: "{created_at}"}   # written with every change, then backfilled)"},
    {"EVO005", Level::error, "fields of a key in another form",
     R"(A key is text that is made of fields: integers padded to a width that follows from `min` and `max`, times of one form, a suffix per
shard. If the form changes, one value has two keys, old and new, and ranges and orders mix both.)",
     R"(number: {type: int, min: 1, max: 9999999}   # max was 999999, and the key is "ORDER#{number}")",
     R"(number: {type: int, min: 1, max: 999999}    # or an entity of its own for the new form)"},
    {"EVO006", Level::warning, "a switch between Table and TableV2",
     R"(`Table` is a resource of type AWS::DynamoDB::Table, and `TableV2` one of type AWS::DynamoDB::GlobalTable. To CloudFormation that is
another table of the same name, which it fails to create. The table that is there can be retained, taken out of the stack, and imported
under the other construct.)",
     R"(cdk: {construct: TableV2}   # was Table)", R"(cdk: {construct: Table})"},
};

}  // namespace

std::span<const Rule> evolution_rules() {
  return rows;
}

}  // namespace keywright::check
