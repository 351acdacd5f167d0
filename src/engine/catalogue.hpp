#pragma once
// The catalogue: which tables there are.
//
// Every operation on items holds a Reader as long as it runs: meanwhile no table goes away and no
// schema changes. Operations that create, change or delete tables hold a Writer for the short
// moment of the change. Readers do not wait for each other, and being spread over several mutexes
// they do not even share a cache line. A Writer that waits goes before new Readers, so that it is
// not starved by them. One Reader per thread at a time, and no Writer beside it.
//
// Lock order in the engine: catalogue, then stripes (write_guard.hpp), then storage or streams.

#include "engine/table_state.hpp"
#include "storage/shared_mutex.hpp"
#include <keywright/result.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::engine {

class Catalogue {
  struct alignas(128) Slot {  // two lines, as processors fetch lines in pairs
    mutable storage::SharedMutex mutex;
  };
  static constexpr std::size_t kSlots = 16;

 public:
  using Tables = std::map<std::string, std::shared_ptr<Table>, std::less<>>;

  class Reader {
   public:
    /// The table, or ResourceNotFoundException. `name` is a plain name (table_name_of).
    [[nodiscard]] Result<Table*> require(std::string_view name) const;
    /// The same for operations on tables: also one whose items cannot be used yet or any more.
    [[nodiscard]] Result<Table*> require_table(std::string_view name) const;
    /// The index, or AWS's ValidationException for one that does not exist or is backfilling.
    [[nodiscard]] static Result<Index*> require_index(const Table& table, std::string_view name);
    [[nodiscard]] const Tables& tables() const { return catalogue_->tables_; }

   private:
    friend class Catalogue;
    explicit Reader(const Catalogue& catalogue);
    const Catalogue* catalogue_;
    std::shared_lock<storage::SharedMutex> lock_;
  };

  class Writer {
   public:
    [[nodiscard]] Tables& tables() { return catalogue_->tables_; }
    /// As Reader::require_table.
    [[nodiscard]] Result<std::shared_ptr<Table>> require_table(std::string_view name) const;

   private:
    friend class Catalogue;
    explicit Writer(Catalogue& catalogue);
    /// Forgets tables that are gone.
    void sweep();
    Catalogue* catalogue_;
    std::vector<std::shared_ptr<Table>> swept_;  ///< freed after the locks are
    std::array<std::unique_lock<storage::SharedMutex>, kSlots> locks_;
  };

  [[nodiscard]] Reader read() const { return Reader(*this); }
  [[nodiscard]] Writer write() { return Writer(*this); }

 private:
  std::array<Slot, kSlots> slots_;
  Tables tables_;
};

}  // namespace keywright::engine
