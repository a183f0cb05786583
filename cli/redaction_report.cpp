// SPDX-License-Identifier: Apache-2.0
// What makes a redaction incomplete, for programs and for people.
#include "cli/redaction_report.h"

#include <fmt/format.h>

#include <cstdint>

namespace overlace {
namespace {

/// A list with the facts about each item.
template <class T, class Facts>
Json list_of(const std::vector<T>& items, const Facts& facts) {
  Json list(Json::Array{});
  for (const T& item : items) list.push_back(facts(item));
  return list;
}

Json gap_facts(const TrackGap& gap) {
  Json json;
  json.set("id", static_cast<std::int64_t>(gap.id));
  json.set("first", gap.first);
  json.set("last", gap.last);
  return json;
}

Json loss_facts(const RowLoss& loss) {
  Json json;
  json.set("file", loss.file);
  json.set("left_out", static_cast<std::int64_t>(loss.left_out));
  if (loss.after_clip) json.set("last_frame", *loss.after_clip);
  return json;
}

/// Words for programs that search a report.
const char* word_for(OtherPictures::Kind kind) {
  switch (kind) {
    case OtherPictures::Kind::stand_in:
      return "stand-in";
    case OtherPictures::Kind::scaled:
      return "scaled";
    case OtherPictures::Kind::concealed:
      break;
  }
  return "concealed";
}

Json picture_facts(const OtherPictures& pictures) {
  Json json;
  json.set("kind", word_for(pictures.kind));
  json.set("first", pictures.first);
  json.set("last", pictures.last);
  json.set("shows_frames", Json::Array{pictures.shows_first, pictures.shows_last});
  return json;
}

Json facts_of(const Redaction& redaction) {
  Json json;
  json.set("node", redaction.node);
  json.set("objects", static_cast<std::int64_t>(redaction.objects));
  json.set("boxes", static_cast<std::int64_t>(redaction.boxes));
  json.set("boxes_without_id", static_cast<std::int64_t>(redaction.without_id));
  json.set("gaps", list_of(redaction.gaps, gap_facts));
  json.set("rows_lost", list_of(redaction.losses, loss_facts));
  if (!redaction.models.empty())
    json.set("found_by",
             list_of(redaction.models, [](const std::string& file) { return Json(file); }));
  if (redaction.moved_s > 0) json.set("boxes_moved_s", redaction.moved_s);
  if (!redaction.pictures.empty())
    json.set("other_pictures", list_of(redaction.pictures, picture_facts));
  return json;
}

std::int64_t number(const Json& facts, const char* name) {
  return facts.find(name)->as_integer();
}

}  // namespace

Json redaction_facts(const std::vector<Redaction>& redactions) {
  return list_of(redactions, facts_of);
}

std::string redaction_text(const Json& facts) {
  if (facts.as_array().empty()) return "";
  std::string text = "\nredaction\n";
  for (const Json& redaction : facts.as_array()) {
    text += fmt::format("  {:<16} objects: {}, boxes: {}, gaps: {}\n",
                        redaction.find("node")->as_string(), number(redaction, "objects"),
                        number(redaction, "boxes"), redaction.find("gaps")->as_array().size());
    if (const Json* const models = redaction.find("found_by"); models != nullptr)
      for (const Json& model : models->as_array())
        text +=
            fmt::format("    found by {}: what it did not find is not hidden\n", model.as_string());
    for (const Json& gap : redaction.find("gaps")->as_array())
      text += fmt::format("    track {}: no box in frames {}-{}\n", number(gap, "id"),
                          number(gap, "first"), number(gap, "last"));
    if (const std::int64_t loose = number(redaction, "boxes_without_id"); loose > 0)
      text += fmt::format("    boxes without an id, whose gaps cannot be found: {}\n", loose);
    for (const Json& loss : redaction.find("rows_lost")->as_array()) {
      const std::string file = loss.find("file")->as_string();
      if (number(loss, "left_out") > 0)
        text += fmt::format("    rows of {} left out: {}\n", file, number(loss, "left_out"));
      if (loss.find("last_frame") != nullptr)
        text += fmt::format("    {} goes on to frame {}, after the clip's end\n", file,
                            number(loss, "last_frame"));
    }
  }
  return text;
}

}  // namespace overlace
