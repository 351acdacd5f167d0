#include "library.hpp"

#include <keywright/collection.hpp>
#include <keywright/item_writer.hpp>
#include <keywright/key_template.hpp>
#include <keywright/table_schema.hpp>
#include <keywright/update.hpp>
#include <keywright/write_transaction.hpp>

#include <utility>

namespace library {
namespace {

using keywright::PartitionTemplate;
using keywright::Precondition;
using keywright::SortTemplate;

// 4. The keys. A book and its loans share a partition, so that one Query reads them; the index has
// the books that are lent.

constexpr keywright::TableSchema kTable{.name = "library", .partition_key = "pk", .sort_key = "sk"};

constexpr PartitionTemplate kBookPk{"Book", "pk", "BOOK#{isbn}"};
constexpr SortTemplate kBookSk{"Book", "sk", "#BOOK"};
constexpr SortTemplate kLoanSk{"Loan", "sk", "LOAN#{lent_at}"};
constexpr PartitionTemplate kReaderPk{"Book", "reader_pk", "READER#{reader}"};
constexpr SortTemplate kReaderSk{"Book", "reader_sk", "{due}"};

// 5. An entity with all its keys.

keywright::Result<keywright::Item> to_item(const Book& book) {
  keywright::ItemWriter item;
  item.key(kBookPk(book.isbn));
  item.key(kBookSk());
  if (book.state == BookState::lent && book.reader && book.due) {
    item.key(kReaderPk(*book.reader));
    item.key(kReaderSk(*book.due));
  }
  item.entity(book);
  return item.finish();
}

keywright::Result<keywright::Item> to_item(const Loan& loan) {
  keywright::ItemWriter item;
  item.key(kBookPk(loan.isbn));
  item.key(kLoanSk(loan.lent_at));
  item.entity(loan);
  return item.finish();
}

// 6. The access patterns: constants, whose names appear in errors and reports.

constexpr keywright::GetPattern kGetBook{.name = "get_book"};

constexpr keywright::QueryPattern kGetBookWithLoans{
    .name = "get_book_with_loans",
    .key_condition = "#pk = :pk",
    .scan_index_forward = false,
    .max_items = 1000,
};

constexpr keywright::QueryPattern kListBooksOfReader{
    .name = "list_books_of_reader",
    .index_name = "by_reader",
    .key_condition = "#reader_pk = :reader_pk",
    .page_size = 20,
};

constexpr keywright::WritePattern kAddBook{.name = "add_book"};
constexpr keywright::WritePattern kLend{.name = "lend"};
constexpr keywright::WritePattern kNewLoan{.name = "lend", .precondition = Precondition::absent};
constexpr keywright::WritePattern kTakeBack{.name = "take_back"};

}  // namespace

LibraryRepository::LibraryRepository(keywright::Database& database,
                                     keywright::RepositoryOptions options)
    : repository_(database, kTable, std::move(options)) {}

// 7. Each function is a call of the runtime.

keywright::Result<void> LibraryRepository::add_book(const Book& book) const {
  return repository_.create(kAddBook, to_item(book));
}

keywright::Result<std::optional<Book>> LibraryRepository::get_book(const std::string& isbn) const {
  return repository_.get<Book>(kGetBook, make_key(kBookPk(isbn), kBookSk()));
}

keywright::Result<std::optional<BookWithLoans>> LibraryRepository::get_book_with_loans(
    const std::string& isbn) const {
  keywright::BoundQuery query(kGetBookWithLoans);
  query.bind(":pk", kBookPk(isbn));
  return repository_.collect<BookWithLoans>(query, keywright::one(&BookWithLoans::book, kBookSk),
                                            keywright::many(&BookWithLoans::loans, kLoanSk));
}

keywright::Result<keywright::Page<Book>> LibraryRepository::list_books_of_reader(
    const std::string& reader, const keywright::PageOptions& page) const {
  keywright::BoundQuery query(kListBooksOfReader);
  query.bind(":reader_pk", kReaderPk(reader));
  return repository_.list<Book>(query, page);
}

keywright::Result<void> LibraryRepository::lend(const Loan& loan, keywright::Date due) const {
  keywright::Update update(kLend, make_key(kBookPk(loan.isbn), kBookSk()));
  update.from_states("state", {BookState::available});
  update.set("state", BookState::lent);
  update.set("reader", loan.reader, {.min = 1, .max = 60});
  update.set("due", due);
  update.set_key(kReaderPk(loan.reader));  // an item enters an index by all of its keys
  update.set_key(kReaderSk(due));

  keywright::WriteTransaction transaction(kLend);
  transaction.transition(std::move(update));
  transaction.put(kNewLoan, to_item(loan));
  return repository_.transact(transaction);
}

keywright::Result<Book> LibraryRepository::take_back(const std::string& isbn) const {
  keywright::Update update(kTakeBack, make_key(kBookPk(isbn), kBookSk()));
  update.from_states("state", {BookState::lent});
  update.set("state", BookState::available);
  update.remove("reader");
  update.remove("due");
  update.remove_key("reader_pk");  // and leaves it by all of them
  update.remove_key("reader_sk");
  return repository_.update<Book>(update);
}

keywright::Result<void> create_table(keywright::Database& database) {
  using enum keywright::KeyType;
  keywright::CreateTableRequest table;
  table.table_name = std::string(kTable.name);
  table.key_schema = {{"pk", hash}, {"sk", range}};
  for (const char* name : {"pk", "sk", "reader_pk", "reader_sk"}) {
    table.attribute_definitions.push_back({name, keywright::AttributeType::string});
  }
  keywright::GlobalSecondaryIndex by_reader;
  by_reader.index_name = "by_reader";
  by_reader.key_schema = {{"reader_pk", hash}, {"reader_sk", range}};
  by_reader.projection.projection_type = keywright::ProjectionType::all;
  table.global_secondary_indexes = {by_reader};
  table.billing_mode = keywright::BillingMode::pay_per_request;
  return keywright::create_table(database, table);
}

}  // namespace library
