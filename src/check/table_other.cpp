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
    {"TTL006", Level::warning, "a lock, session or token that is read after its time",
     R"(DynamoDB deletes an expired item within days, not at once. Reads leave it out, unless the pattern says `expired:
include`: then a lock that nobody holds any more seems to be held, and a session to be valid.)",
     R"(get_session: {op: get, entity: Session, by: [session_id], expired: include})",
     R"(get_session: {op: get, entity: Session, by: [session_id]})"},
    {"TTL007", Level::warning, "children outlive what they belong to",
     R"(TTL deletes each item by its own time. Children without one, or with a longer one than their parent, stay where nobody
looks for them.)",
     R"(Job: {ttl: {field: expires_at, after: 30d}}
Finding: {per_parent: {of: Job, avg: 20}}   # no ttl)",
     R"(Finding: {per_parent: {of: Job, avg: 20}, ttl: {field: expires_at, after: 30d}})"},
};

constexpr Rule table_rows[] = {
    {"OPS001", Level::by_profile, "no way back to a point in time",
     R"(Point-in-time recovery restores a table to any second of the last 1 to 35 days. Without it a faulty release that
overwrites items has done so for good. Data that can be made again needs none: `rebuildable: true`.)",
     R"(table: {name: app-table, keys: {partition: pk, sort: sk}})",
     R"(table: {name: app-table, keys: {partition: pk, sort: sk}, point_in_time_recovery: {days: 35}})"},
    {"OPS002", Level::by_profile, "a table that one call can delete",
     R"(Deletion protection makes DeleteTable fail until it is switched off; the removal policy `retain` keeps a table whose
stack is deleted.)",
     R"(cdk: {construct: TableV2, removal: destroy})",
     R"(deletion_protection: true
cdk: {construct: TableV2, removal: retain})"},
    {"OPS003", Level::warning, "personal data under a key that is not yours",
     R"(All tables are encrypted; the question is whose key it is. Of a key of your own, each use is logged, and without it
nobody can read the data. Asked for tables with fields that are declared `pii`.)",
     R"(email: {type: string, max: 254, pii: true}   # table: encryption is aws_owned)",
     R"(encryption: customer_managed)"},
    {"OPS004", Level::advised, "nobody is told when requests are refused",
     R"(DynamoDB refuses what exceeds the capacity of a table, its on-demand maximum or what one key value takes, and SDKs try again
in silence: the first sign is latency. Alarms on throttled requests and system errors tell in minutes, and contributor insights of
throttled keys name the key. `alarms: true` has `keywright generate` put them into the stack; `alarms: elsewhere` says that another
one has them. Asked for in production: a warning where the model sets a bound (provisioned capacity, `max_read`,
`max_write`), else a note.)",
     R"(billing: {mode: on_demand, max_read: 4000, max_write: 1000}   # and no alarms)",
     R"(billing: {mode: on_demand, max_read: 4000, max_write: 1000}
alarms: true
contributor_insights: throttled_keys)"},
    {"OPS005", Level::warning, "a stream that does not fit its consumers",
     R"(Two consumers can read a shard of a stream at once; further ones throttle them. A record holds the images of the stream's
view and no others. And the deletions by TTL are records too: who takes them for the application's cancels orders that have merely
expired; they are told by `userIdentity.principalId`, which is `dynamodb.amazonaws.com`.)",
     R"(stream: {view: new_image, consumers: {audit: {needs: new_and_old_images}}})",
     R"(stream: {view: new_and_old_images, consumers: {audit: {needs: new_and_old_images, expired: apart}}})"},
    {"OPS006", Level::warning, "entities with different needs share a table",
     R"(Recovery, stream and encryption are settings of the whole table. Reported where most of the backup (and $10 a month) is of
entities that can be made again, and where most of the records of a stream (and 50 per second) are of entities that no consumer
handles. A table of their own has the settings that they need. (For encryption, OPS003 asks as soon as one entity needs it.))",
     R"(RawFetch: {rebuildable: true, count: 20000000}   # 30 KB each, in a table with point_in_time_recovery)",
     R"(RawFetch: {table: cache, count: 20000000}   # tables: cache: {rebuildable: true})"},
};

constexpr Rule target_rows[] = {
    {"TGT001", Level::error, "what a target cannot do",
     R"(The model names the databases it is meant for. Alternator (ScyllaDB) has no transactions and no keys of several
attributes: `op: transact`, `also_put`, `unique` and such indexes fail there. ExtendDB has both, and takes only letters, digits,
`.`, `_` and `-` in the name of a TTL attribute.)",
     R"(targets: [aws, alternator]
place_order: {op: transact, steps: [create_order, take_stock]})",
     R"(targets: [aws])"},
    {"TGT002", Level::note, "a setting of which a target takes no notice",
     R"(Alternator accepts the billing mode and the capacity of a table and heeds neither; it has backups of its own in place
of point-in-time recovery. Neither it nor ExtendDB has contributor insights.)",
     R"(targets: [aws, alternator]
billing: {mode: provisioned, read: 100, write: 50})",
     R"(targets: [aws])"},
};

constexpr Rule name_rows[] = {
    {"NAM001", Level::error, "a name that DynamoDB refuses",
     R"(Tables and indexes have 3 to 255 letters, digits, `_`, `-` and `.`; attributes at most 255 bytes.)",
     R"(table: {name: "app table"})", R"(table: {name: app-table})"},
    {"NAM002", Level::error, "names that clash, or cannot stand, in generated code",
     R"(Entities, fields, values, patterns and moves become names in C++ (and other languages). Two that differ in case or
underscores only would be one. A pattern, move or entity cannot be called by a word of C++ or a macro of common headers
(`errno`, `NULL`, `linux`), nor a model by a name that C headers have for themselves (`time`, `index`); fields and values,
which are data, get a `_` behind it (`class_`, `errno_`). Values must be letters, digits and `_`.)",
     R"(delete: {op: delete, entity: Job, by: [job_id]})",
     R"(delete_job: {op: delete, entity: Job, by: [job_id]})"},
};

constexpr Rule generator_rows[] = {
    {"GEN001", Level::error, "a model for which no code can be generated",
     R"(`keywright check` may be clean where `keywright generate` refuses: braces in the literals of a key (written `{{`
and `}}`), patterns that no key serves, transactions on two tables, values that no key can be made of but must be unique.
Nothing is generated then. The finding says what to leave out.)",
     R"(key: {pk: "JOB{{#{job_id}", sk: METADATA})", R"(key: {pk: "JOB#{job_id}", sk: METADATA})"},
    {"GEN002", Level::error, "a table that no stack can make as the model says",
     R"(CDK has a removal policy `snapshot`, but CloudFormation takes none of DynamoDB's tables: such a stack cannot be
deployed. `keywright generate cdk` and `generate cloudformation` write nothing then.)",
     R"(cdk: {construct: TableV2, removal: snapshot})",
     R"(cdk: {construct: TableV2, removal: retain})"},
    {"GEN003", Level::warning, "a setting that the input of create-table cannot have",
     R"(`autoscale` is a matter of Application Auto Scaling, `encryption: customer_managed` of a key that no model names, and
`contributor_insights` of requests of its own, one for the table and one for each global index. `keywright generate
create-table` leaves them out; the stacks of CDK and CloudFormation have all three.)",
     R"(encryption: customer_managed)", R"(encryption: aws_managed)"},
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

std::span<const Rule> table_rules() {
  return table_rows;
}

std::span<const Rule> target_rules() {
  return target_rows;
}

std::span<const Rule> name_rules() {
  return name_rows;
}

std::span<const Rule> generator_rules() {
  return generator_rows;
}

std::span<const Rule> waiver_rules() {
  return waiver_rows;
}

}  // namespace keywright::check
