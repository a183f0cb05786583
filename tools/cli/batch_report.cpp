// SPDX-License-Identifier: Apache-2.0
// Journals as tables.
#include "tools/cli/batch_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "batch/contents.h"
#include "batch/state_folder.h"
#include "batch/survey.h"
#include "graph/core/error.h"
#include "tools/cli/batch_clip.h"
#include "tools/cli/batch_progress.h"
#include "tools/cli/console.h"

namespace overlace {
namespace {

/// A batch that has run, opened for reading.
struct KnownBatch {
  StateFolder state;
  BatchPlan plan;
  Journal journal;

  KnownBatch(const std::string& root, const std::string& named)
      : state(StateFolder::find(root, named)),
        plan(read_plan(state.plan())),
        journal(state.journal(), Journal::Access::read) {}
};

Json row_of(const BatchClip& clip, const ClipRecord& record) {
  Json json;
  json.set("id", clip.id);
  json.set("state", state_name(record.state));
  json.set("exit", record.exit_code);
  json.set("attempts", record.history.attempts);
  json.set("frames", record.frames);
  json.set("bytes", record.bytes);
  json.set("seconds", std::round(record.seconds * 1000) / 1000);
  json.set("resident_bytes", record.resident_bytes);
  json.set("reason", record.reason);
  json.set("input", clip.input);
  json.set("output", clip.output);
  return json;
}

/// RFC 4180; a text that a spreadsheet would take for a formula stays as it is.
std::string field_of(const Json& value) {
  if (!value.is_string()) return value.dump();
  const std::string& text = value.as_string();
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string csv_of(const Json& rows) {
  std::string text;
  for (const Json& row : rows.as_array()) {
    const Json::Object& members = row.as_object();
    std::string names, values;
    for (std::size_t i = 0; i < members.size(); ++i) {
      names += (i > 0 ? "," : "") + members[i].first;
      values += (i > 0 ? "," : "") + field_of(members[i].second);
    }
    if (text.empty()) text = names + "\n";
    text += values + "\n";
  }
  return text;
}

std::map<ClipState, std::int64_t> clips_by_state(const std::map<ClipState, StateCount>& counts) {
  std::map<ClipState, std::int64_t> clips;
  for (const auto& [state, count] : counts) clips[state] = count.clips;
  return clips;
}

Json status_facts(const KnownBatch& batch) {
  Json states(Json::Object{});
  for (const auto& [state, count] : batch.journal.counts()) {
    Json json;
    json.set("clips", count.clips);
    json.set("frames", count.frames);
    json.set("bytes", count.bytes);
    json.set("seconds", count.seconds);
    states.set(state_name(state), std::move(json));
  }
  Json json;
  json.set("root", batch.plan.root);
  json.set("state", batch.state.path());
  json.set("clips", static_cast<std::int64_t>(batch.plan.clips.size()));
  json.set("states", std::move(states));
  return json;
}

}  // namespace

std::string report_text(const BatchPlan& plan, const std::map<std::string, ClipRecord>& records,
                        bool json) {
  Json rows(Json::Array{});
  for (const BatchClip& clip : plan.clips) {
    const auto record = records.find(clip.id);
    rows.push_back(row_of(clip, record == records.end() ? ClipRecord{} : record->second));
  }
  return json ? rows.dump(2) + "\n" : csv_of(rows);
}

std::string rehearsal_text(const BatchPlan& plan, const std::vector<QueuedClip>& clips) {
  std::map<ClipState, std::int64_t> counts;
  double bytes = 0;
  std::string text;
  for (const QueuedClip& clip : clips) {
    ++counts[clip.record.state];
    if (const auto input = identity_of(clip.clip->input);
        input && clip.record.state == ClipState::waiting)
      bytes += static_cast<double>(input->bytes);
    if (clip.record.state == ClipState::failed || clip.record.state == ClipState::poison)
      text += fmt::format("skip   {}: {}: {}\n", clip.clip->id, state_name(clip.record.state),
                          clip.record.reason);
  }
  return fmt::format("write  {}\nclips  {}: {}\nread   {:.1f} MB of video that is to be drawn on\n",
                     plan.root, clips.size(), counts_text(counts), bytes / 1e6) +
         text + "Nothing was written.\n";
}

int show_status(const std::string& root, const std::string& state, bool json) {
  const KnownBatch batch(root, state);
  if (json) {
    tell(stdout, status_facts(batch).dump(2) + "\n");
    return 0;
  }
  tell(stdout, fmt::format("{}\n{} clips: {}\n", batch.plan.root, batch.plan.clips.size(),
                           counts_text(clips_by_state(batch.journal.counts()))));
  for (const auto& [id, record] : batch.journal.records()) {
    if (record.reason.empty()) continue;
    tell(stdout, fmt::format("{}: {}: {}\n", id, state_name(record.state), record.reason));
  }
  return 0;
}

int show_reason(const std::string& root, const std::string& state, const std::string& id) {
  const KnownBatch batch(root, state);
  const auto clip = std::ranges::find(batch.plan.clips, id, &BatchClip::id);
  if (clip == batch.plan.clips.end()) {
    std::vector<std::string> ids;
    for (const BatchClip& known : batch.plan.clips) ids.push_back(known.id);
    throw Error(ErrorCode::usage, fmt::format("there is no clip '{}'", id), suggest(id, ids));
  }
  Survey survey([](const BatchClip& one) { return read_render(one).settings; });
  const ClipRecord record = batch.journal.record(id).value_or(ClipRecord{.id = id});
  tell(stdout,
       fmt::format("{}: {}, {} attempts\n", id, state_name(record.state), record.history.attempts));
  if (!record.reason.empty()) tell(stdout, fmt::format("{}\n", record.reason));
  const std::vector<std::string> reasons = survey.reasons(*clip);
  for (const std::string& reason : reasons) tell(stdout, fmt::format("{}\n", reason));
  if (reasons.empty()) tell(stdout, "done: nothing that it is made of has changed\n");
  return 0;
}

int show_report(const std::string& root, const std::string& state, bool json) {
  const KnownBatch batch(root, state);
  tell(stdout, report_text(batch.plan, batch.journal.records(), json));
  return 0;
}

}  // namespace overlace
