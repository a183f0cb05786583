// SPDX-License-Identifier: Apache-2.0
// Commands describe themselves; topics are pages of the documentation.
#include "cli/program_description.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "cli/help_topics.h"

namespace overlace {
namespace {

/// The first line of a page, without its mark.
std::string_view title_of(std::string_view page) {
  const std::size_t begin = std::min(page.find_first_not_of("# "), page.size());
  return page.substr(begin, page.find('\n') - begin);
}

Json describe_topic(const std::string& name) {
  const std::string_view text = topic_text(name);
  Json topic;
  topic.set("name", name);
  topic.set("title", title_of(text));
  topic.set("text", text);
  return topic;
}

}  // namespace

Json describe_program(const Command& program) {
  Json description = program.describe();
  description.set("version", OVERLACE_VERSION);
  Json topics(Json::Array{});
  for (const std::string& name : topic_names()) topics.push_back(describe_topic(name));
  description.set("topics", std::move(topics));
  return description;
}

}  // namespace overlace
