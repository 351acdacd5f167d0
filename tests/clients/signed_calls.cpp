// Makes calls whose signatures another implementation is to check: names, values and sizes of every
// kind, over connect().
//
//   signed_calls <url> <region> <access key id> <secret> [<session token>]

#include <keywright/connect.hpp>

#include <cstdio>
#include <string>
#include <string_view>

namespace keywright {
namespace {

// Whatever a canonical form could get wrong.
const char* const kNames[] = {
    "plain",
    "with blanks  and\ttabs",
    "quotes \" ' ` and \\ \\u0041",
    "slashes / // ../ ?a=b&c=d#e %20 %zz + ~ * ;,=",
    "line\r\nbreaks\nand \x01 control \x7f",
    "z\u00fcrich \u6771\u4eac \u0645\u0631\u062d\u0628\u0627 \U0001F600 e\u0301",
    "",
};

int failures = 0;

template <class T>
void expect(const char* what, const Result<T>& result) {
  if (result) return;
  ++failures;
  std::fprintf(stderr, "%s: %s\n", what, result.error().message.c_str());
}

void make_calls(Database& database) {
  for (const char* const name : kNames) {
    PutItemRequest put;
    put.table_name = "table.with-all_the.Signs";
    put.item = {{"pk", name},
                {"bytes", AttributeValue::binary(std::string_view("\0\xff\x80", 3))},
                {*name == '\0' ? "empty" : name, AttributeValue::list({name, 1})}};
    put.condition_expression = "#n <> :v";
    put.expression_attribute_names = {{"#n", name}};
    put.expression_attribute_values = {{":v", name}};
    expect("PutItem", database.put_item(put));
    ExecuteStatementRequest statement;
    statement.statement = "SELECT * FROM \"table\" WHERE pk = '" + std::string(name) + "'";
    expect("ExecuteStatement", database.execute_statement(statement));
  }
  for (const std::size_t size : {1u, 63u, 64u, 65u, 4096u, 300'000u}) {
    PutItemRequest put;
    put.table_name = "table";
    put.item = {{"pk", "a"}, {"text", std::string(size, 'x')}};
    expect("PutItem of some size", database.put_item(put));
  }
  expect("ListTables", database.list_tables({}));
  expect("ListStreams", database.list_streams({}));
  TransactWriteItemsRequest transaction;
  transaction.transact_items.emplace_back(
      TransactPut{.table_name = "table", .item = {{"pk", "a"}}});
  expect("TransactWriteItems", database.transact_write_items(transaction));
}

}  // namespace
}  // namespace keywright

int main(int argc, char** argv) {
  using namespace keywright;
  if (argc < 5) {
    std::fprintf(stderr, "usage: signed_calls <url> <region> <key id> <secret> [<token>]\n");
    return 2;
  }
  ConnectOptions options;
  options.remote.region = argv[2];
  options.remote.credentials = fixed_credentials({.access_key_id = argv[3],
                                                  .secret_access_key = argv[4],
                                                  .session_token = argc > 5 ? argv[5] : ""});
  options.remote.retry.max_attempts = 1;
  const auto database = connect(argv[1], options);
  if (!database) {
    std::fprintf(stderr, "%s\n", database.error().message.c_str());
    return 2;
  }
  make_calls(**database);
  return failures == 0 ? 0 : 1;
}
