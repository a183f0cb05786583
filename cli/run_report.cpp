// SPDX-License-Identifier: Apache-2.0
// The outcome of a render as JSON.
#include "cli/run_report.h"

#include "cli/failure.h"
#include "cli/redaction_report.h"
#include "cli/text_file.h"
#include "graph/core/utf8.h"

namespace overlace {
namespace {

Json list_of(const std::vector<std::string>& texts) {
  Json list(Json::Array{});
  for (const std::string& text : texts) list.push_back(text);
  return list;
}

Json damage_of(const Damage& damage) {
  Json spans(Json::Array{});
  for (const FrameSpan& span : damage.spans) spans.push_back(Json::Array{span.first, span.last});
  Json json;
  json.set("any", damage.any());
  json.set("packets", damage.corrupt_packets);
  json.set("frames", damage.corrupt_frames);
  json.set("frames_missing", damage.missing_frames);
  json.set("sound_packets", damage.sound_packets);
  json.set("ended_early", damage.ended_early);
  json.set("frame_spans", std::move(spans));
  return json;
}

}  // namespace

void RunReport::add_note(const std::string& note) {
  std::istringstream lines(note);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) notes.push_back(line);
}

void RunReport::fail(const std::exception_ptr& exception) {
  Failure failure = failure_of(exception);
  exit_code = failure.exit_code;
  errors = std::move(failure.lines);
}

Json RunReport::outcome() const {
  Json json;
  json.set("exit", exit_code);
  json.set("errors", list_of(errors));
  json.set("in_place", result.in_place);
  json.set("frames", result.frames);
  json.set("drawn", result.drawn);
  json.set("copied", result.moves.copied);
  json.set("converted", result.moves.converted);
  json.set("downloaded", result.moves.downloaded);
  json.set("uploaded", result.moves.uploaded);
  json.set("size_bytes", result.bytes_written);
  json.set("elapsed_s", elapsed_s);
  json.set("fps", elapsed_s > 0 ? static_cast<double>(result.frames) / elapsed_s : 0.0);
  json.set("route", result.route);
  json.set("damage", damage_of(result.damage));
  if (!result.lost_sound.empty()) json.set("lost_sound", list_of(result.lost_sound));
  if (!redactions.empty()) json.set("redaction", redaction_facts(redactions));
  if (!not_hidden.empty()) json.set("not_hidden", list_of(not_hidden));
  return json;
}

Json RunReport::document() const {
  Json json;
  json.set("schema", report_schema);
  json.set("overlace", OVERLACE_VERSION);
  json.set("input", text_of_name(input));
  json.set("output", text_of_name(output));
  json.set("notes", list_of(notes));
  json.set("outcome", outcome());
  if (!numbers.numbers.empty()) {
    json.set("series", numbers.columns());
    json.set("events", numbers.events());
  }
  return json;
}

void save_report(const RunReport& report, const std::string& path, const OutputPolicy& policy) {
  save_text(path, policy, [&](const auto& piece) { piece(report.document().dump(2) + "\n"); });
}

}  // namespace overlace
