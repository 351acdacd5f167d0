#pragma once
// Does random operations on a database and on the model, and compares whatever can be seen of them.

#include "engine_model_requests.hpp"
#include <keywright/database.hpp>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace keywright::model_test {

/// Fails the running test where database and model differ. One driver per thread: drivers of one
/// database must have different owners, whose keys never meet.
class Driver {
 public:
  /// `alone`: nobody else uses the tables, so that what is counted over all items is known too.
  Driver(Database& database, const std::vector<TableSpec>& tables, std::uint64_t seed,
         std::size_t owner, bool alone);

  void step();
  /// Compares all there is.
  void check_all();

  [[nodiscard]] const Model& model() const { return model_; }
  /// The database has been set to what this model holds.
  void continue_from(Model model);
  /// What was done last, for the message of a failure.
  [[nodiscard]] std::string log() const;

 private:
  // engine_model_driver.cpp
  KeyValue random_key_value(AttributeType type);
  Tree random_value(const std::string& attribute);
  Change random_change(const std::string& attribute);
  Attributes random_key(const std::string& table);
  Attributes random_item(const std::string& table);
  Condition random_condition(const std::vector<std::string>& names, int depth);
  Write random_write(bool is_batch);
  std::vector<Write> random_writes(std::size_t count, bool is_batch);

  void write_one();
  void get_one();
  void batch_write();
  void batch_get();
  void transact_write();
  void transact_get();
  void change_indexes();
  void check_counts();
  bool has_empty_index_key(const Write& write) const;

  // engine_model_reads.cpp
  struct Reading {
    std::string table;
    std::string index;
    std::optional<Condition> filter;
    std::optional<std::vector<std::string>> projection;
    std::optional<Select> select;
    bool consistent = false;
  };
  Reading random_reading();
  [[nodiscard]] const IndexSpec* index_of(const Reading& reading) const;
  [[nodiscard]] std::optional<Attributes> returned(const Reading& reading,
                                                   const Entry& entry) const;
  [[nodiscard]] Key last_key(const Reading& reading, const Entry& entry) const;
  template <class Request>
  Request request_of(const Reading& reading, Substitutions& substitutions) const;
  void query();
  void compare_pages(QueryRequest request, const Reading& reading,
                     const std::vector<Entry>& entries);
  void scan();
  void compare_scan(const Reading& reading, const std::vector<Attributes>& found);
  [[nodiscard]] bool is_mine(const std::string& table, const Attributes& item) const;

  void note(std::string what);

  Database& database_;
  Model model_;
  Dice dice_;
  std::size_t owner_;
  bool alone_;
  std::vector<Tree> values_;
  std::deque<std::string> log_;
};

}  // namespace keywright::model_test
