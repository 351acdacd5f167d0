#include "credentials/aws_host.hpp"

#include <gtest/gtest.h>

namespace keywright::credentials {
namespace {

struct Row {
  const char* region;
  const char* plain;
  const char* dual_stack;
  const char* fips;
  const char* both;
};

// As the endpoint rules of botocore name them.
constexpr Row kRows[] = {
    {"us-east-1", "sts.us-east-1.amazonaws.com", "sts.us-east-1.api.aws",
     "sts-fips.us-east-1.amazonaws.com", "sts-fips.us-east-1.api.aws"},
    {"us-gov-west-1", "sts.us-gov-west-1.amazonaws.com", "sts.us-gov-west-1.api.aws",
     "sts.us-gov-west-1.amazonaws.com", "sts-fips.us-gov-west-1.api.aws"},
    {"cn-north-1", "sts.cn-north-1.amazonaws.com.cn", "sts.cn-north-1.api.amazonwebservices.com.cn",
     "sts-fips.cn-north-1.amazonaws.com.cn", "sts-fips.cn-north-1.api.amazonwebservices.com.cn"},
    {"us-isob-east-1", "sts.us-isob-east-1.sc2s.sgov.gov", "sts.us-isob-east-1.api.aws.scloud",
     "sts-fips.us-isob-east-1.sc2s.sgov.gov", "sts-fips.us-isob-east-1.api.aws.scloud"},
    {"eusc-de-east-1", "sts.eusc-de-east-1.amazonaws.eu",
     "sts.eusc-de-east-1.api.amazonwebservices.eu", "sts-fips.eusc-de-east-1.amazonaws.eu",
     "sts-fips.eusc-de-east-1.api.amazonwebservices.eu"},
};

TEST(AwsHost, IsNamedByPartitionAndVariant) {
  for (const Row& row : kRows) {
    EXPECT_EQ(aws_host("sts", row.region, {}), row.plain);
    EXPECT_EQ(aws_host("sts", row.region, {.dual_stack = true}), row.dual_stack);
    EXPECT_EQ(aws_host("sts", row.region, {.fips = true}), row.fips);
    EXPECT_EQ(aws_host("sts", row.region, {.fips = true, .dual_stack = true}), row.both);
  }
}

}  // namespace
}  // namespace keywright::credentials
