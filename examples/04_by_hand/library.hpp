#pragma once
// A repository written by hand: the books of a library, and who has them. docs/by-hand.md goes
// through it.

#include <keywright/entity.hpp>
#include <keywright/page.hpp>
#include <keywright/repository.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace library {

// 1. The entities: plain structs.

enum class BookState : std::uint8_t { available, lent };
inline constexpr std::string_view kBookStateNames[] = {"available", "lent"};
constexpr std::span<const std::string_view> names_of(BookState) {
  return kBookStateNames;
}

struct Book {
  std::string isbn;
  std::string title;
  BookState state = BookState::available;
  std::optional<std::string> reader = std::nullopt;
  std::optional<keywright::Date> due = std::nullopt;
};

struct Loan {
  std::string isbn;
  keywright::Timestamp lent_at;
  std::string reader;
};

struct BookWithLoans {
  Book book;
  std::vector<Loan> loans;
};

// 2. How they are stored.

constexpr auto describe(const Book*) {
  using keywright::field;
  return keywright::Entity{"Book",
                           field("isbn", &Book::isbn, {.min = 10, .max = 13, .charset = "[0-9X]"}),
                           field("title", &Book::title, {.max = 200}),
                           field("state", &Book::state),
                           field("reader", &Book::reader, {.min = 1, .max = 60}),
                           field("due", &Book::due)};
}

constexpr auto describe(const Loan*) {
  using keywright::field;
  return keywright::Entity{"Loan", field("isbn", &Loan::isbn), field("lent_at", &Loan::lent_at),
                           field("reader", &Loan::reader, {.min = 1, .max = 60})};
}

// 3. The functions that the service needs, and no others.

class LibraryRepository {
 public:
  explicit LibraryRepository(keywright::Database& database,
                             keywright::RepositoryOptions options = {});

  /// `condition_failed` if the book is there.
  keywright::Result<void> add_book(const Book& book) const;
  [[nodiscard]] keywright::Result<std::optional<Book>> get_book(const std::string& isbn) const;
  /// With its loans, the last first.
  [[nodiscard]] keywright::Result<std::optional<BookWithLoans>> get_book_with_loans(
      const std::string& isbn) const;
  /// What a reader has, what is due first first.
  [[nodiscard]] keywright::Result<keywright::Page<Book>> list_books_of_reader(
      const std::string& reader, const keywright::PageOptions& page = {}) const;

  /// available -> lent, and a loan. From any other state: `condition_failed`, with the book as it
  /// stands.
  keywright::Result<void> lend(const Loan& loan, keywright::Date due) const;
  /// lent -> available.
  keywright::Result<Book> take_back(const std::string& isbn) const;

 private:
  keywright::Repository repository_;
};

/// CreateTable with its index; waits until both can be used.
keywright::Result<void> create_table(keywright::Database& database);

}  // namespace library
