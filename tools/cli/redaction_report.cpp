// SPDX-License-Identifier: Apache-2.0
// The gaps of tracks that are hidden, for programs and for people.
#include "tools/cli/redaction_report.h"

#include <fmt/format.h>

#include <cstdint>

namespace overlace {
namespace {

Json gap_facts(const std::vector<TrackGap>& gaps) {
  Json list(Json::Array{});
  for (const TrackGap& gap : gaps) {
    Json json;
    json.set("id", static_cast<std::int64_t>(gap.id));
    json.set("first", gap.first);
    json.set("last", gap.last);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

Json redaction_facts(const std::vector<Redaction>& redactions) {
  Json list(Json::Array{});
  for (const Redaction& redaction : redactions) {
    Json json;
    json.set("node", redaction.node);
    json.set("objects", static_cast<std::int64_t>(redaction.objects));
    json.set("boxes_without_id", static_cast<std::int64_t>(redaction.without_id));
    json.set("gaps", gap_facts(redaction.gaps));
    list.push_back(std::move(json));
  }
  return list;
}

std::string redaction_text(const Json& facts) {
  if (facts.as_array().empty()) return "";
  std::string text = "\nredaction\n";
  for (const Json& redaction : facts.as_array()) {
    const Json::Array& gaps = redaction.find("gaps")->as_array();
    text += fmt::format("  {:<16} hides {} objects; {} gaps\n", redaction.find("node")->as_string(),
                        redaction.find("objects")->as_integer(), gaps.size());
    for (const Json& gap : gaps)
      text += fmt::format("    track {}: no box in frames {}-{}\n", gap.find("id")->as_integer(),
                          gap.find("first")->as_integer(), gap.find("last")->as_integer());
    if (const std::int64_t loose = redaction.find("boxes_without_id")->as_integer(); loose > 0)
      text += fmt::format("    {} boxes have no id, and their gaps cannot be found\n", loose);
  }
  return text;
}

}  // namespace overlace
