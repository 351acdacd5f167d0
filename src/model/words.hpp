#pragma once

// The closed vocabularies of the model language: one row per word. Read by the reader and by
// to_text().

#include "model/ir.hpp"

#include <array>
#include <string_view>

namespace keywright::model {

template <typename E>
struct Word {
  std::string_view text;
  E value;
};

inline constexpr std::array profile_words{Word{"production", Profile::production},
                                          Word{"development", Profile::development}};

inline constexpr std::array target_words{
    Word{"aws", Target::aws}, Word{"alternator", Target::alternator},
    Word{"embedded", Target::embedded}, Word{"extenddb", Target::extenddb}};

inline constexpr std::array operation_words{Word{"get", Operation::get},
                                            Word{"batch_get", Operation::batch_get},
                                            Word{"query", Operation::query},
                                            Word{"scan", Operation::scan},
                                            Word{"create", Operation::create},
                                            Word{"put", Operation::put},
                                            Word{"upsert", Operation::upsert},
                                            Word{"patch", Operation::patch},
                                            Word{"transition", Operation::transition},
                                            Word{"delete", Operation::delete_item},
                                            Word{"batch_put", Operation::batch_put},
                                            Word{"batch_delete", Operation::batch_delete},
                                            Word{"transact", Operation::transact}};

inline constexpr std::array range_words{
    Word{"between", RangeOperator::between}, Word{">=", RangeOperator::greater_equal},
    Word{">", RangeOperator::greater},       Word{"<=", RangeOperator::less_equal},
    Word{"<", RangeOperator::less},          Word{"prefix", RangeOperator::prefix}};

inline constexpr std::array consistency_words{Word{"eventual", Consistency::eventual},
                                              Word{"strong", Consistency::strong}};

inline constexpr std::array kind_words{Word{"hot", PatternKind::hot},
                                       Word{"admin", PatternKind::admin}};

inline constexpr std::array expired_words{Word{"exclude", ExpiredItems::exclude},
                                          Word{"include", ExpiredItems::include}};

// "asc" or "desc".
inline constexpr std::array direction_words{Word{"asc", false}, Word{"desc", true}};

inline constexpr std::array type_words{Word{"string", TypeKind::string},
                                       Word{"enum", TypeKind::enumeration},
                                       Word{"bool", TypeKind::boolean},
                                       Word{"int", TypeKind::integer},
                                       Word{"number", TypeKind::number},
                                       Word{"double", TypeKind::floating},
                                       Word{"timestamp", TypeKind::timestamp},
                                       Word{"date", TypeKind::date},
                                       Word{"epoch_seconds", TypeKind::epoch_seconds},
                                       Word{"uuid", TypeKind::uuid},
                                       Word{"ulid", TypeKind::ulid},
                                       Word{"binary", TypeKind::binary},
                                       Word{"json", TypeKind::json},
                                       Word{"list", TypeKind::list},
                                       Word{"map", TypeKind::map},
                                       Word{"set", TypeKind::set},
                                       Word{"object", TypeKind::object}};

inline constexpr std::array comparison_words{Word{"=", Comparison::equal},
                                             Word{"<>", Comparison::not_equal},
                                             Word{"<", Comparison::less},
                                             Word{"<=", Comparison::less_equal},
                                             Word{">", Comparison::greater},
                                             Word{">=", Comparison::greater_equal},
                                             Word{"in", Comparison::in},
                                             Word{"exists", Comparison::exists},
                                             Word{"not exists", Comparison::not_exists}};

inline constexpr std::array key_type_words{Word{"S", AttributeType::string},
                                           Word{"N", AttributeType::number},
                                           Word{"B", AttributeType::binary}};

inline constexpr std::array projection_words{Word{"all", ProjectionKind::all},
                                             Word{"keys_only", ProjectionKind::keys_only}};

inline constexpr std::array billing_words{Word{"on_demand", BillingMode::on_demand},
                                          Word{"provisioned", BillingMode::provisioned}};

inline constexpr std::array stream_words{
    Word{"keys_only", StreamView::keys_only}, Word{"new_image", StreamView::new_image},
    Word{"old_image", StreamView::old_image},
    Word{"new_and_old_images", StreamView::new_and_old_images}};

inline constexpr std::array expiry_words{Word{"apart", ExpiryRecords::apart},
                                         Word{"alike", ExpiryRecords::alike}};

inline constexpr std::array alarms_words{Word{"false", Alarms::none},
                                         Word{"true", Alarms::generated},
                                         Word{"elsewhere", Alarms::elsewhere}};

inline constexpr std::array insights_words{
    Word{"throttled_keys", ContributorInsights::throttled_keys},
    Word{"accessed_and_throttled_keys", ContributorInsights::accessed_and_throttled_keys}};

inline constexpr std::array encryption_words{
    Word{"aws_owned", Encryption::aws_owned}, Word{"aws_managed", Encryption::aws_managed},
    Word{"customer_managed", Encryption::customer_managed}};

inline constexpr std::array table_class_words{
    Word{"standard", TableClass::standard},
    Word{"infrequent_access", TableClass::infrequent_access}};

inline constexpr std::array cdk_construct_words{Word{"Table", CdkConstruct::table},
                                                Word{"TableV2", CdkConstruct::table_v2}};

inline constexpr std::array removal_words{Word{"retain", RemovalPolicy::retain},
                                          Word{"snapshot", RemovalPolicy::snapshot},
                                          Word{"destroy", RemovalPolicy::destroy}};

template <typename E, std::size_t N>
[[nodiscard]] constexpr std::string_view text_of(const std::array<Word<E>, N>& words, E value) {
  for (const Word<E>& word : words) {
    if (word.value == value) return word.text;
  }
  return {};
}

}  // namespace keywright::model
