// SPDX-License-Identifier: Apache-2.0
// One line per node that is played.
#include "cli/sound_report.h"

#include <fmt/format.h>

#include <utility>

namespace overlace {
namespace {

const char* name_of(Instrument instrument) {
  switch (instrument) {
    case Instrument::sine:
      return "sine";
    case Instrument::fm:
      return "fm";
    case Instrument::pluck:
      return "pluck";
    case Instrument::modal:
      break;
  }
  return "modal";
}

Json part_facts(const SoundPart& part, const Plan& frames) {
  const SoundOp op = part.lower(time_of(frames.clip, frames.clip.first_frame));
  const bool has_tracks = !op.of_links && part.tracks != no_tracks;
  Json json;
  json.set("name", part.name);
  json.set("plays", op.of_links ? "links" : "objects");
  json.set("from", op.of_links  ? frames.slots[part.slot].name
                   : has_tracks ? frames.track_names[part.tracks]
                                : std::string("nothing"));
  json.set("instrument", op.instrument ? name_of(*op.instrument) : "class");
  return json;
}

}  // namespace

Json sound_facts(const SoundPlan& plan, const SoundSettings& settings) {
  if (plan.parts.empty()) return {};
  Json parts(Json::Array{});
  for (const SoundPart& part : plan.parts) parts.push_back(part_facts(part, *plan.frames));
  Json json;
  json.set("parts", std::move(parts));
  json.set("voices", settings.voices);
  json.set("sample_rate", settings.rate);
  json.set("bytes", static_cast<std::int64_t>(sound_memory(settings).bytes));
  return json;
}

std::string sound_text(const Json& facts) {
  if (facts.is_null()) return "";
  const auto text_of = [](const Json& json, const char* key) -> const std::string& {
    return json.find(key)->as_string();
  };
  std::string text =
      fmt::format("\nsound, {} voices at {} Hz\n", facts.find("voices")->as_integer(),
                  facts.find("sample_rate")->as_integer());
  for (const Json& part : facts.find("parts")->as_array())
    text += fmt::format("  {:<16} plays {} of {}: {}\n", text_of(part, "name"),
                        text_of(part, "plays"), text_of(part, "from"), text_of(part, "instrument"));
  return text;
}

}  // namespace overlace
