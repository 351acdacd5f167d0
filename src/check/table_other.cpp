#include "check/tables.hpp"

namespace keywright::check {
namespace {

constexpr Rule ttl_rows[] = {
    {"TTL001", Level::error, "the TTL field holds no epoch seconds",
     R"(DynamoDB reads the TTL attribute as a Number of seconds since 1970 and ignores anything else in silence: items with
an ISO time stay forever.)",
     R"(expires_at: {type: timestamp})", R"(expires_at: {type: epoch_seconds})"},
    {"TTL002", Level::error, "a lifetime that counts milliseconds",
     R"(A time in milliseconds, read as seconds, lies tens of thousands of years ahead: nothing ever expires. Reported for
lifetimes of more than 50 years and for limits behind the year 2286.)",
     R"(ttl: {field: expires_at, after: 2592000000s})", R"(ttl: {field: expires_at, after: 30d})"},
    {"TTL003", Level::error, "the TTL field is not the table's TTL attribute",
     R"(A table has one TTL attribute. Items whose lifetime stands in another field stay forever.)",
     R"(JobDebug: {ttl: {field: delete_at, after: 7d}}
table: {ttl: expires_at})",
     R"(JobDebug: {ttl: {field: expires_at, after: 7d}}
table: {ttl: expires_at})"},
    {"TTL004", Level::error, "a field that makes the whole item expire",
     R"(TTL deletes items, never single fields. A field with the name of the table's TTL attribute, in an entity without `ttl`,
is a lifetime that was meant for a part of it: the whole item goes. Give that part an item of its own.)",
     R"(Job: {fields: {debug: {type: json}, expires_at: {type: epoch_seconds}}}   # table: {ttl: expires_at})",
     R"(JobDebug: {ttl: {field: expires_at, after: 7d}, fields: {debug: {type: json}, expires_at: {type: epoch_seconds}}})"},
};

constexpr Rule name_rows[] = {
    {"NAM001", Level::error, "a name that DynamoDB refuses",
     R"(Tables and indexes have 3 to 255 letters, digits, `_`, `-` and `.`; attributes at most 255 bytes.)",
     R"(table: {name: "app table"})", R"(table: {name: app-table})"},
    {"NAM002", Level::error, "names that clash, or cannot stand, in generated code",
     R"(Entities, fields, values, patterns and moves become names in C++ (and other languages). Two that differ in case or
underscores only would be one, and a word of the language is none.)",
     R"(delete: {op: delete, entity: Job, by: [job_id]})",
     R"(delete_job: {op: delete, entity: Job, by: [job_id]})"},
};

constexpr Rule waiver_rows[] = {
    {"WVR001", Level::warning, "a waiver that matches no finding",
     R"(The finding it accepted is gone, or the waiver never named one: it would hide the next one in silence.)",
     R"(waive: [{rule: IDX003, on: gsi2, reason: "used by the export"}]   # and there is no gsi2)",
     R"(waive: [])"},
};

}  // namespace

std::span<const Rule> ttl_rules() {
  return ttl_rows;
}

std::span<const Rule> name_rules() {
  return name_rows;
}

std::span<const Rule> waiver_rules() {
  return waiver_rows;
}

}  // namespace keywright::check
