#include "check/tables.hpp"

namespace keywright::check {
namespace {

constexpr Rule rows[] = {
    {"KEY001", Level::error, "two entities can have the same key",
     R"(A put of the one would silently replace the other. All keys that two entities can have are compared as regular
languages, with the charsets and lengths of their fields, so the answer is exact but for one thing: a field that stands in both parts of a key is taken for two. The finding shows a key
that both can have. The items that keep a `unique` rule count as an entity too.)",
     R"(Job:    {key: {pk: "JOB#{job_id}", sk: METADATA}}
Report: {key: {pk: "JOB#{job_id}", sk: METADATA}})",
     R"(Job:    {key: {pk: "JOB#{job_id}", sk: METADATA}}
Report: {key: {pk: "JOB#{job_id}", sk: REPORT}})"},
    {"KEY002", Level::error, "a key prefix also matches another entity",
     R"(A list of one entity reads all sort keys that begin with its prefix. If the prefix is also the beginning of another
entity's keys, its items are read and billed with every page.)",
     R"(Order: {key: {pk: "CUSTOMER#{customer_id}", sk: "ORDER#{order_id}"}}
Line:  {key: {pk: "CUSTOMER#{customer_id}", sk: "ORDER#{order_id}#LINE#{line_no}"}})",
     R"(Order: {key: {pk: "CUSTOMER#{customer_id}", sk: "ORDER#{order_id}"}}
Line:  {key: {pk: "CUSTOMER#{customer_id}", sk: "LINE#{order_id}#{line_no}"}})"},
    {"KEY003", Level::error, "a component of a key has no certain end",
     R"(Where a value may contain the delimiter that follows it, or no delimiter follows, two different items can get one
key, and a prefix takes in more than was asked for: `a-b` + `c` and `a` + `b-c`. The delimiter # is escaped in values and
always safe; values of fixed length need none.)",
     R"(key: {pk: "TOPIC#{topic}-{job_id}", sk: METADATA}   # a topic may contain "-")",
     R"(key: {pk: "TOPIC#{topic}#{job_id}", sk: METADATA})"},
    {"KEY004", Level::error, "numbers as text in a key",
     R"(Text sorts by characters: "10" comes before "9". The types `int` and `epoch_seconds` are padded to the width of
their limits; a `number` and digits in a string are not.)",
     R"(version: {type: number}   # sk: "VERSION#{version}", order: version desc)",
     R"(version: {type: int, min: 0, max: 999999})"},
    {"KEY005", Level::error, "times as free text are ordered by",
     R"(Times sort as text only if all are written alike: UTC, with the same number of digits. The type `timestamp` is; a
string may hold an offset, another number of fractional digits, or seconds since 1970. A string is taken for a time if its
charset or its name (`created_at`, `start_time`) says so.)",
     R"(created_at: {type: string, max: 40}   # gsi1sk: "{created_at}", order: created_at desc)",
     R"(created_at: {type: timestamp})"},
    {"KEY006", Level::error, "one key attribute of two types, or of a type that no key has",
     R"(A key attribute has one type in the whole table: S, N or B. Templates make text, of strings, enums, bools, ints, times and
ids; documents, sets and binaries cannot be a part of it. DynamoDB refuses every item
whose attribute is of another type, also where it is an ordinary field that happens to have the name of a native key.)",
     R"(keys: {partition: {name: pk, type: N}, sort: sk}
Job: {key: {pk: "JOB#{job_id}", sk: METADATA}})",
     R"(keys: {partition: pk, sort: sk})"},
    {"KEY007", Level::error, "an optional field in a key",
     R"(An item without its key cannot be written. An item without an index key is left out of the index, which must be
meant: the index is declared sparse, or the entry has a `when`.)",
     R"(topic: {type: string, max: 500, optional: true}   # gsi2: {pk: "TOPIC#{topic}"})",
     R"(gsi2: {partition: gsi2pk, sparse: [Job]})"},
    {"KEY008", Level::error, "a key can be empty",
     R"(DynamoDB refuses items whose key is the empty text (ValidationException). A string without `min` may be empty.)",
     R"(name: {type: string, max: 60}   # pk: "{name}")",
     R"(name: {type: string, min: 1, max: 60})"},
    {"KEY009", Level::error, "a key can be longer than DynamoDB allows",
     R"(A partition key has at most 2,048 bytes, a sort key 1,024. Characters count up to 4 bytes each unless the charset
says less; escaped ones count 3. A string without `max` has no limit at all.)",
     R"(url: {type: string, max: 2000}   # sk: "URL#{url}")",
     R"(url_hash: {type: string, charset: "[0-9a-f]", length: 64}   # sk: "URL#{url_hash}")"},
    {"KEY010", Level::error, "a write changes a field of the key",
     R"(An item's key is fixed when it is created. To change it is to delete the item and to create another, in one
transaction.)",
     R"(move_finding: {op: patch, entity: Finding, by: [job_id, finding_id], set: [job_id]})",
     R"(move_finding: {op: transact, steps: [delete_finding, create_finding]})"},
    {"KEY011", Level::error, "entities of one index cannot be told apart",
     R"(What a query returns is told apart by the hidden attribute `_type`. The table has it; an index with
`projection: keys_only` or `include` has it only if it is included. Without it, a read that meets two entities
cannot say which is which.)",
     R"(gsi1: {partition: gsi1pk, sort: gsi1sk, projection: {include: [title]}}   # read for Order and Invoice)",
     R"(gsi1: {partition: gsi1pk, sort: gsi1sk, projection: {include: [_type, title]}})"},
    {"KEY012", Level::warning, "a tenant's items are found without the tenant",
     R"(With `tenant:` declared, every partition key should begin with that field. Where it begins with an id that a client
sends, a request with another tenant's id reads another tenant's items.)",
     R"(tenant: tenant_id
Order: {key: {pk: "ORDER#{order_id}", sk: ORDER}})",
     R"(Order: {key: {pk: "TENANT#{tenant_id}#ORDER#{order_id}", sk: ORDER}})"},
    {"KEY013", Level::warning, "a key that tells upper from lower case where people do not",
     R"(Keys are compared byte by byte. What people type now so and now so (`email`, `username`, `login`, `domain`) is written
in one case before it becomes a key, and a charset without the other keeps it so.)",
     R"(email: {type: string, min: 3, max: 254}   # pk: "USER#{email}")",
     R"(email: {type: string, charset: "[a-z0-9@._+-]", min: 3, max: 254})"},
    {"KEY014", Level::error, "the name of a key attribute is used twice",
     R"(Partition and sort key are two attributes; templates of two indexes cannot fill the same one; and a field of that
name would overwrite the key, or be overwritten by it. The table's own keys may be keys of an index too, as in an
inverted index (`{partition: sk, sort: pk}`), if each entity fills them there as in its key. Where they are all its keys, each
item is in the index: each entity has an entry, and no `when` keeps one out.)",
     R"(Job: {fields: {pk: {type: string, max: 20}}}   # keys: {partition: pk, sort: sk})",
     R"(Job: {fields: {public_key: {type: string, max: 20}}})"},
    {"KEY015", Level::error, "a floating-point number in a key",
     R"(A double is an approximation: 0.1 + 0.2 and 0.3 are two keys. Keys need exact values.)",
     R"(price: {type: double}   # sk: {field: price})", R"(price_cents: {type: int, min: 0})"},
};

}  // namespace

std::span<const Rule> key_rules() {
  return rows;
}

}  // namespace keywright::check
