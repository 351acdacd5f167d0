// Tags: their rules, and TagResource, UntagResource and ListTagsOfResource.

#include "engine/tags.hpp"

#include "core/errors.hpp"
#include "core/utf8.hpp"
#include "engine/engine_impl.hpp"
#include "engine/resource_arn.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace keywright {
namespace engine {
namespace {

constexpr std::size_t kMaxTags = 50;
constexpr std::size_t kMaxKeyCharacters = 128;
constexpr std::size_t kMaxValueCharacters = 256;

/// Letters and digits of any language, blanks, and some signs.
bool is_tag_text(std::string_view text) {
  constexpr std::string_view kSigns = " +-=._:/@";
  return std::all_of(text.begin(), text.end(), [kSigns](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           static_cast<unsigned char>(c) >= 0x80 || kSigns.find(c) != std::string_view::npos;
  });
}

Error too_many_tags() {
  return errors::validation("Number of Tags exceed the current limit for the provided ResourceArn");
}

}  // namespace

Result<void> check_tags(const std::vector<Tag>& tags) {
  if (tags.size() > kMaxTags) return too_many_tags();
  std::set<std::string_view> keys;
  for (const auto& [key, value] : tags) {
    if (key.empty() || count_characters(key) > kMaxKeyCharacters || !is_tag_text(key)) {
      return errors::validation("The Tag Key provided is invalid, Key: " + key);
    }
    if (key.starts_with("aws:")) {
      return errors::validation("Tag Key cannot be prefixed with aws:, Key: " + key);
    }
    if (count_characters(value) > kMaxValueCharacters || !is_tag_text(value)) {
      return errors::validation("The Tag Value provided is invalid, Value: " + value);
    }
    if (!keys.insert(key).second) {
      return errors::validation("Duplicate Tag Keys provided as input: Duplicate Tag Key found " +
                                key);
    }
  }
  return {};
}

Result<std::vector<Tag>> merge_tags(std::vector<Tag> current, const std::vector<Tag>& added) {
  for (const Tag& tag : added) {
    const auto known = std::find_if(current.begin(), current.end(),
                                    [&tag](const Tag& other) { return other.key == tag.key; });
    if (known != current.end()) {
      known->value = tag.value;
    } else {
      current.push_back(tag);
    }
  }
  if (current.size() > kMaxTags) return too_many_tags();
  return current;
}

}  // namespace engine

using namespace engine;

Result<void> Engine::Impl::tag_resource(const TagResourceRequest& request) {
  if (request.tags.empty()) {
    return errors::validation("Atleast one Tag needs to be provided as Input.");
  }
  if (auto checked = check_tags(request.tags); !checked) return checked;
  auto writer = catalogue_.write();
  const auto table = require_resource(writer, request.resource_arn);
  if (!table) return table.error();
  if (auto there = check_table_is_there(**table); !there) return there;
  auto tags = merge_tags((*table)->tags, request.tags);
  if (!tags) return std::move(tags).error();
  (*table)->tags = *std::move(tags);
  return {};
}

Result<void> Engine::Impl::untag_resource(const UntagResourceRequest& request) {
  if (request.tag_keys.empty()) {
    return errors::validation("Atleast one Tag Key needs to be provided as Input.");
  }
  auto writer = catalogue_.write();
  const auto table = require_resource(writer, request.resource_arn);
  if (!table) return table.error();
  if (auto there = check_table_is_there(**table); !there) return there;
  const auto& keys = request.tag_keys;
  std::erase_if((*table)->tags, [&keys](const Tag& tag) {
    return std::find(keys.begin(), keys.end(), tag.key) != keys.end();
  });
  return {};
}

Result<ListTagsOfResourceResponse> Engine::Impl::list_tags_of_resource(
    const ListTagsOfResourceRequest& request) {
  // Fifty tags are one page: no answer has a token that could come back.
  if (request.next_token) return errors::validation("Invalid NextToken");
  const auto reader = catalogue_.read();
  const auto table = require_resource(reader, request.resource_arn);
  if (!table) return table.error();
  ListTagsOfResourceResponse response;
  response.tags = (*table)->tags;
  return response;
}

}  // namespace keywright
