// The complete models of the documentation are models.

#include "model_test_support.hpp"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace keywright::model {
namespace {

std::vector<std::string> yaml_blocks(const std::string& page) {
  constexpr std::string_view fence = "```yaml\n";
  std::vector<std::string> blocks;
  std::size_t at = 0;
  while ((at = page.find(fence, at)) != std::string::npos) {
    at += fence.size();
    blocks.push_back(page.substr(at, page.find("```", at) - at));
  }
  return blocks;
}

TEST(Documentation, ItsCompleteModelsReadClean) {
  std::ifstream file(KEYWRIGHT_LANGUAGE_PAGE, std::ios::binary);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  int complete = 0;
  for (const std::string& block : yaml_blocks(page)) {
    if (!block.starts_with("keywright: 1")) continue;
    ++complete;
    const ReadResult result = read(block);
    EXPECT_EQ(render_text(result.diagnostics, result.source), "") << block;
  }
  EXPECT_EQ(complete, 3);
}

}  // namespace
}  // namespace keywright::model
