#pragma once
// The access patterns of single entities of a random model, as lines of its file.

#include "dice.hpp"
#include "model_draft.hpp"

#include <map>
#include <string>

namespace keywright::random_proof {

class PatternMaker {
 public:
  explicit PatternMaker(Dice& dice) : dice_(dice) {}

  /// All of one entity.
  void add(const EntityDraft& entity);
  /// One more.
  void pattern(const std::string& name, const std::string& text);

  [[nodiscard]] const std::string& text() const { return text_; }
  /// Patterns that can be steps of a transaction, by table.
  std::map<std::string, Names> steps;
  std::map<std::string, Names> eaches;  // steps that are made for each of a list
  std::map<std::string, Names> batches;
  std::map<std::string, Names> reads;

 private:
  std::string some_fields(const EntityDraft& entity);
  std::string maybe_condition(const EntityDraft& entity, std::size_t chance);
  void add_patch(const EntityDraft& entity, const std::string& name, const std::string& by);
  std::string changes_of(const EntityDraft& entity, const Names& always = {});
  void add_upsert(const EntityDraft& entity, const std::string& name);
  void add_lists(const EntityDraft& entity, const Place& place, int& number);
  std::string range_of(const FieldDraft& field);

  Dice& dice_;
  std::string text_;
};

}  // namespace keywright::random_proof
