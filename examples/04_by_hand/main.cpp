// A day at the library, on a repository that no generator wrote. With a URL as its argument the
// same runs there.

#include "library.hpp"
#include <keywright/connect.hpp>
#include <keywright/item_reader.hpp>

#include <chrono>
#include <cstdio>
#include <string_view>

namespace {

using namespace std::chrono_literals;

constexpr const char* kIsbn = "9780140449136";
constexpr keywright::Timestamp kMorning =
    std::chrono::sys_days(std::chrono::year(2026) / 1 / 2) + 9h;
constexpr keywright::Date kDue{std::chrono::year(2026) / 1 / 30};

void run(std::string_view url) {
  const auto database = keywright::connect(url).value();
  library::create_table(*database).value();
  const library::LibraryRepository books(*database, {.observer = [](const auto& report) {
    std::printf("  [%s: %zu requests]\n", report.pattern.data(), report.requests);
  }});

  books.add_book({.isbn = kIsbn, .title = "Crime and Punishment"}).value();
  const auto again = books.add_book({.isbn = kIsbn, .title = "The same once more"});
  std::printf("the same book again: %s\n", to_string(again.error().code).data());

  books.lend({.isbn = kIsbn, .lent_at = kMorning, .reader = "ada"}, kDue).value();
  const auto second = books.lend({.isbn = kIsbn, .lent_at = kMorning + 1h, .reader = "bob"}, kDue);
  const auto as_it_stands = keywright::from_item<library::Book>(*second.error().item).value();
  std::printf("bob comes too late: %s has it\n", as_it_stands.reader->c_str());

  const auto page = books.list_books_of_reader("ada").value();
  for (const auto& book : page) {
    std::printf("ada has %s, due %s\n", book.title.c_str(), keywright::to_text(*book.due).c_str());
  }

  books.take_back(kIsbn).value();
  books.lend({.isbn = kIsbn, .lent_at = kMorning + 2h, .reader = "bob"}, kDue).value();
  const auto whole = books.get_book_with_loans(kIsbn).value();
  std::printf("%s was lent %zu times, last to %s\n", whole->book.title.c_str(), whole->loans.size(),
              whole->loans.front().reader.c_str());

  const auto wrong = books.add_book({.isbn = "no-isbn", .title = "A leaflet"});
  std::printf("what cannot be stored: %s\n", wrong.error().message.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc > 1 ? argv[1] : "memory:");
  } catch (const keywright::ResultError& error) {
    std::fprintf(stderr, "by_hand: %s\n", error.what());
    return 1;
  }
}
