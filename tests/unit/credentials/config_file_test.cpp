#include "credentials/config_file.hpp"

#include <string>

#include <gtest/gtest.h>

namespace keywright::credentials {
namespace {

ConfigFile config(std::string_view text) {
  auto file = parse_config_file(text, "~/.aws/config", ConfigFileKind::config);
  EXPECT_TRUE(file) << file.error().message;
  return file ? *std::move(file) : ConfigFile{};
}

std::string error_of(std::string_view text) {
  const auto file = parse_config_file(text, "~/.aws/config", ConfigFileKind::config);
  return file ? "no error" : file.error().message;
}

TEST(ConfigFile, ReadsSectionsOfEachKind) {
  const ConfigFile file = config(
      "[default]\nregion = eu-west-1\n"
      "[profile dev]\nREGION=us-east-1\n"
      "[profile \"two words\"]\nregion = a\n"
      "[profile\tone]\nregion = b\n"
      "[sso-session corp]\nsso_region = c\n"
      "[services local]\ndynamodb =\n  endpoint_url = http://localhost:8000\n"
      "[plugins]\nregion = nobody\n"
      "[dev2]\nregion = nobody\n");
  EXPECT_EQ(file.profiles.size(), 4u);
  EXPECT_EQ(file.profiles.at("default").at("region").value, "eu-west-1");
  EXPECT_EQ(file.profiles.at("dev").at("region").value, "us-east-1");
  EXPECT_EQ(file.profiles.at("two words").at("region").value, "a");
  EXPECT_EQ(file.profiles.at("one").at("region").value, "b");
  EXPECT_EQ(file.sso_sessions.at("corp").at("sso_region").value, "c");
  EXPECT_EQ(file.services.at("local").at("dynamodb").nested.at("endpoint_url"),
            "http://localhost:8000");
}

TEST(ConfigFile, NamesProfilesPlainlyInACredentialsFile) {
  const auto file = parse_config_file("[dev]\naws_access_key_id = A\n[profile x]\nb = c\n", "f",
                                      ConfigFileKind::credentials);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->profiles.size(), 1u);
  EXPECT_EQ(file->profiles.at("dev").at("aws_access_key_id").value, "A");
}

TEST(ConfigFile, TakesCommentsOnlyAfterABlank) {
  const ConfigFile file = config(
      "# first\n; second\n[default] # third\n"
      "a = one # comment\nb = two;not a comment\nc = three\t; comment\nd = # empty\n"
      "e = x#y\n");
  const Section& section = file.profiles.at("default");
  EXPECT_EQ(section.at("a").value, "one");
  EXPECT_EQ(section.at("b").value, "two;not a comment");
  EXPECT_EQ(section.at("c").value, "three");
  EXPECT_EQ(section.at("d").value, "");
  EXPECT_EQ(section.at("e").value, "x#y");
}

TEST(ConfigFile, ReadsWhatOtherSystemsWrite) {
  const ConfigFile file = config("\xEF\xBB\xBF[default]\r\nregion = eu-west-1\r\n\r\noutput=json");
  EXPECT_EQ(file.profiles.at("default").at("region").value, "eu-west-1");
  EXPECT_EQ(file.profiles.at("default").at("output").value, "json");
}

TEST(ConfigFile, KeepsEqualSignsOfAValue) {
  const ConfigFile file = config("[default]\ncredential_process = run --a=b \"c d\"\n");
  EXPECT_EQ(file.profiles.at("default").at("credential_process").value, "run --a=b \"c d\"");
}

TEST(ConfigFile, ReadsNestedPropertiesAndGoesOnAfterThem) {
  const ConfigFile file = config(
      "[default]\ns3 =\n  max_queue_size = 10 # few\n\n  # a comment\n  x = y\nregion = r\n");
  const Section& section = file.profiles.at("default");
  EXPECT_EQ(section.at("s3").nested, (Settings{{"max_queue_size", "10"}, {"x", "y"}}));
  EXPECT_EQ(section.at("region").value, "r");
  EXPECT_EQ(section.at("region").place, "~/.aws/config:7");
}

TEST(ConfigFile, ContinuesAValueOverIndentedLines) {
  const ConfigFile file = config("[default]\na = one\n  two\nb = c\n");
  EXPECT_EQ(file.profiles.at("default").at("a").value, "one\ntwo");
  EXPECT_EQ(file.profiles.at("default").at("b").value, "c");
}

TEST(ConfigFile, MakesOneSectionOfTwo) {
  const ConfigFile file = config("[profile a]\nx = 1\ny = 1\n[default]\n[profile a]\nx = 2\n");
  EXPECT_EQ(file.profiles.at("a").at("x").value, "2");
  EXPECT_EQ(file.profiles.at("a").at("y").value, "1");
}

TEST(ConfigFile, PutsTheProfileDefaultBeforeDefault) {
  const ConfigFile file = config("[profile default]\nx = 1\n[default]\nx = 2\ny = 2\n");
  EXPECT_EQ(file.profiles.at("default").at("x").value, "1");
  EXPECT_EQ(file.profiles.at("default").count("y"), 0u);
}

TEST(ConfigFile, SaysWhereItIsMalformed) {
  EXPECT_EQ(error_of("\n[default\n"), "~/.aws/config:2: a section has no closing ]");
  EXPECT_EQ(error_of("[default] x\n"), "~/.aws/config:1: only a comment may follow a [section]");
  EXPECT_EQ(error_of("region = x\n"),
            "~/.aws/config:1: this property stands before the first [section]");
  EXPECT_EQ(error_of("[default]\n\nregion\n"), "~/.aws/config:3: a property has no =");
  EXPECT_EQ(error_of("[default]\n= x\n"), "~/.aws/config:2: a property has no name before its =");
  EXPECT_EQ(error_of("[default]\ns3 =\n  secret\n"),
            "~/.aws/config:3: an indented property has no =");
}

TEST(ConfigFile, MergesPropertyByProperty) {
  ConfigFile file = config("[profile a]\nx = 1\ny = 1\n[profile b]\nz = 1\n");
  auto over =
      parse_config_file("[a]\nx = 2\n[c]\n", "~/.aws/credentials", ConfigFileKind::credentials);
  ASSERT_TRUE(over);
  merge(file, *std::move(over));
  EXPECT_EQ(file.profiles.at("a").at("x").value, "2");
  EXPECT_EQ(file.profiles.at("a").at("x").place, "~/.aws/credentials:2");
  EXPECT_EQ(file.profiles.at("a").at("y").value, "1");
  EXPECT_EQ(file.profiles.at("b").at("z").value, "1");
  EXPECT_EQ(file.profiles.count("c"), 1u);
}

}  // namespace
}  // namespace keywright::credentials
