#include "cost/prices.hpp"

#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>

namespace keywright::cost {
namespace {

using ::testing::HasSubstr;

TEST(Prices, OfTheProgramAreComplete) {
  const auto& prices = default_prices();
  EXPECT_EQ(prices.region, "us-east-1");
  EXPECT_EQ(prices.effective, "2024-11-01");
  EXPECT_DOUBLE_EQ(prices.seconds_per_month(), 730 * 3600);
  EXPECT_DOUBLE_EQ(prices.on_demand.write, 0.625);
  EXPECT_DOUBLE_EQ(prices.on_demand.read, 0.125);
  EXPECT_DOUBLE_EQ(prices.storage, 0.25);
  EXPECT_DOUBLE_EQ(prices.recovery, 0.20);
}

// One unit for an hour is 3,600 units on demand: $0.00225 against $0.00065.
TEST(Prices, BreakEvenIsWhereAnHourOfAUnitCostsWhatItsRequestsDo) {
  const auto& prices = default_prices();
  const auto month = prices.month_provisioned();
  EXPECT_NEAR(prices.break_even(month.write), 0.289, 0.0005);
  EXPECT_NEAR(prices.break_even(month.write) / 0.7, 0.413, 0.0005);
  EXPECT_NEAR(prices.break_even(prices.month_reserved(prices.one_year).write), 0.133, 0.0005);
  EXPECT_NEAR(prices.break_even(prices.month_reserved(prices.three_years).write), 0.066, 0.0005);
  // The same for reads, as both prices are a fifth.
  EXPECT_NEAR(month.read / prices.month_on_demand().read, 0.289, 0.0005);
}

TEST(Prices, OfAFileOverrideThoseItNames) {
  const auto read = read_prices(
      "keywright_prices: 1\nregion: eu-central-1\neffective: \"2025-02-01\"\n"
      "on_demand: {write_million: 0.7625}\nhours_per_month: 720\n",
      "frankfurt.yaml", default_prices());
  ASSERT_TRUE(read.prices);
  EXPECT_EQ(read.prices->region, "eu-central-1");
  EXPECT_DOUBLE_EQ(read.prices->on_demand.write, 0.7625);
  EXPECT_DOUBLE_EQ(read.prices->on_demand.read, 0.125);
  EXPECT_DOUBLE_EQ(read.prices->seconds_per_month(), 2592000);
  EXPECT_DOUBLE_EQ(read.prices->three_years.years, 3);
}

// docs/cost.md shows the file that comes with the program.
TEST(Prices, AreThoseOfTheDocumentation) {
  std::ifstream file(KEYWRIGHT_COST_PAGE);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::string text(default_prices_text());
  EXPECT_THAT(page, HasSubstr(text.substr(text.find("keywright_prices: 1"))));
}

TEST(Prices, ThatCannotBeReadSayWhere) {
  const auto expect = [](const std::string& text, const std::string& message) {
    const auto read = read_prices(text, "p.yaml", default_prices());
    EXPECT_FALSE(read.prices);
    EXPECT_THAT(model::render_text(read.diagnostics, read.source), HasSubstr(message)) << text;
  };
  expect("keywright_prices: 1\non_demnd: {}\n",
         "p.yaml:2:1: error[MDL005]: a price file has no key `on_demnd`");
  expect("region: x\n", "add it, as in keywright_prices: 1");
  expect("keywright_prices: 2\n", "unknown form of a price file: 2");
  expect("keywright_prices: 1\nhours_per_month: 0\n", "`hours_per_month` must be greater than 0");
  expect("keywright_prices: 1\nstorage_gb_month: -1\n", "p.yaml:2:19");
  expect("{", "error[MDL001]");
}

}  // namespace
}  // namespace keywright::cost
