#include "guard/histogram.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace {

using keywright::guard::Histogram;
using std::chrono::nanoseconds;

TEST(Histogram, HasNothingToSayOfNothing) {
  EXPECT_EQ(Histogram().quantile(0.5), nanoseconds(0));
}

TEST(Histogram, QuantilesAreThoseOfTheSortedListWithinAnEighth) {
  std::mt19937_64 random(7);
  std::lognormal_distribution<double> duration(8, 2);
  Histogram histogram;
  std::vector<std::int64_t> all;
  for (int i = 0; i < 20000; ++i) {
    all.push_back(static_cast<std::int64_t>(duration(random)));
    histogram.add(nanoseconds(all.back()));
  }
  std::sort(all.begin(), all.end());
  for (const double part : {0.1, 0.5, 0.9, 0.99, 1.0}) {
    const auto exact = static_cast<double>(all[static_cast<std::size_t>(part * 20000) - 1]);
    EXPECT_NEAR(static_cast<double>(histogram.quantile(part).count()), exact, exact * 0.125 + 1)
        << part;
  }
}

TEST(Histogram, TakesTheExtremes) {
  Histogram histogram;
  histogram.add(nanoseconds(-5));
  EXPECT_EQ(histogram.quantile(1), nanoseconds(0));
  histogram.clear();
  histogram.add(std::chrono::hours(10));
  EXPECT_GT(histogram.quantile(1), std::chrono::minutes(15));
}

}  // namespace
