// SPDX-License-Identifier: Apache-2.0
// Turns journals into tables.
#include "cli/batch_report.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "batch/batch_lock.h"
#include "batch/contents.h"
#include "batch/machine.h"
#include "batch/state_folder.h"
#include "batch/survey.h"
#include "cli/batch_clip.h"
#include "cli/batch_progress.h"
#include "cli/batch_run.h"
#include "cli/console.h"
#include "cli/csv.h"
#include "cli/interrupt.h"
#include "cli/product.h"
#include "graph/core/error.h"
#include "graph/core/quantity.h"
#include "graph/core/utf8.h"

namespace overlace {
namespace {

/// An existing batch, opened for reading.
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
  json.set("id", text_of_name(clip.id));
  json.set("state", state_name(record.state));
  json.set("exit", record.exit_code);
  json.set("attempts", record.history.attempts);
  json.set("frames", record.frames);
  json.set("bytes", record.bytes);
  json.set("seconds", std::round(record.seconds * 1000) / 1000);
  json.set("resident_bytes", record.resident_bytes);
  json.set("reason", record.reason);
  json.set("input", text_of_name(clip.input));
  json.set("output", text_of_name(clip.output));
  return json;
}

/// An object, indented as in an array.
std::string indented(Json row) {
  constexpr std::string_view begin = "[\n", end = "\n]";
  std::string text = Json(Json::Array{std::move(row)}).dump(2);
  text.erase(text.size() - end.size());
  return text.substr(begin.size());
}

std::map<ClipState, std::int64_t> clips_by_state(const std::map<ClipState, StateCount>& counts) {
  std::map<ClipState, std::int64_t> clips;
  for (const auto& [state, count] : counts) clips[state] = count.clips;
  return clips;
}

/// Seconds per clip: median and 95th percentile.
struct Percentiles {
  double p50 = 0, p95 = 0;
};
Percentiles seconds_of(const Journal& journal) {
  std::vector<double> seconds;
  journal.each([&seconds](const ClipRecord& record) {
    if (is_done(record.state) && record.seconds > 0) seconds.push_back(record.seconds);
  });
  if (seconds.empty()) return {};
  std::ranges::sort(seconds);
  const auto at = [&seconds](double share) {  // nearest rank
    const double rank = std::ceil(share * static_cast<double>(seconds.size()));
    return seconds[static_cast<std::size_t>(rank) - 1];
  };
  return {at(0.5), at(0.95)};
}

/// When the journal was last written, in local time.
std::string last_sign(const StateFolder& state) {
  timespec latest{};
  for (const char* const end : {"", "-wal"}) {
    struct stat file {};
    if (::stat((state.journal() + end).c_str(), &file) == 0 && file.st_mtim.tv_sec > latest.tv_sec)
      latest = file.st_mtim;
  }
  return moment_text(latest.tv_sec);
}

void tell_not_running(const StateFolder& state) {
  tell(stdout,
       fmt::format("not running since {}: the next run takes up what is left", last_sign(state)));
}

Json status_facts(const KnownBatch& batch) {
  const bool is_running = BatchLock::is_held(batch.plan.root);
  Json states(Json::Object{});
  for (const auto& [state, count] : batch.journal.counts()) {
    Json json;
    json.set("clips", count.clips);
    json.set("frames", count.frames);
    json.set("bytes", count.bytes);
    json.set("seconds", count.seconds);
    states.set(shown_state(state, is_running), std::move(json));
  }
  Json json;
  json.set("root", text_of_name(batch.plan.root));
  json.set("state", text_of_name(batch.state.path()));
  json.set("running", is_running);
  json.set("clips", static_cast<std::int64_t>(batch.plan.clips.size()));
  json.set("states", std::move(states));
  const Percentiles seconds = seconds_of(batch.journal);
  json.set("seconds_p50", seconds.p50);
  json.set("seconds_p95", seconds.p95);
  return json;
}

}  // namespace

void write_rows(const ClipList& clips, const Journal& journal, bool json, const TextSink& sink) {
  if (clips.empty()) return sink(json ? "[]\n" : "");
  sink(json ? "[\n" : csv_heading(row_of({}, {})));
  for (auto clip = clips.begin(); clip != clips.end(); ++clip) {
    const Json row = row_of(*clip, journal.record(clip->id).value_or(ClipRecord{}));
    if (!json) {
      sink(csv_line(row));
      continue;
    }
    if (clip.row() > 0) sink(",\n");
    sink(indented(row));
  }
  if (json) sink("\n]\n");
}

void Outlook::add(const AssessedClip& assessed) {
  const ClipState state = assessed.record.state;
  ++clips_;
  ++counts_[state];
  add_bytes(assessed);
  if (state == ClipState::failed || state == ClipState::poison)
    skipped_ += fmt::format("skip   {}: {}: {}\n", assessed.clip.id, state_name(state),
                            assessed.record.reason);
}

void Outlook::add_bytes(const AssessedClip& assessed) {
  const auto& [queued, clip, record, has_changed] = assessed;
  const std::optional<FileIdentity> input = identity_of(clip.input);
  if (!input || clip.is_joined()) return;
  const double bytes = static_cast<double>(input->bytes) * clip.share;
  if (record.state == ClipState::waiting) {
    left_ += bytes;
  } else if (is_done(record.state) && record.seconds > 0) {
    done_ += bytes;
    written_ += static_cast<double>(record.bytes);
    seconds_ += record.seconds;
  }
}

std::string Outlook::ahead() const {
  std::string text = fmt::format("read   {} of video that is to be drawn on\n", size_text(left_));
  if (left_ <= 0) return text;
  if (done_ <= 0) return text + "space  and time are known once a clip of this batch is done\n";
  const double share = left_ / done_;
  return text + fmt::format("space  {}, of {} that are free\ntime   {} with {} at once\n",
                            size_text(written_ * share),
                            size_text(static_cast<double>(free_space(root_))),
                            clock_text(seconds_ * share / jobs_), jobs_);
}

std::string Outlook::text() const {
  return fmt::format("write  {}\nclips  {}: {}\n", root_, clips_, counts_text(counts_)) + ahead() +
         skipped_ + "Nothing was written.\n";
}

int show_status(const std::string& root, const std::string& state, bool json) {
  const KnownBatch batch(root, state);
  if (json) {
    print_product(status_facts(batch).dump(2) + "\n");
    return 0;
  }
  tell(stdout, batch.plan.root);
  const bool is_running = BatchLock::is_held(batch.plan.root);
  const std::map<ClipState, std::int64_t> clips = clips_by_state(batch.journal.counts());
  const auto clip_count = static_cast<std::int64_t>(batch.plan.clips.size());
  tell(stdout,
       fmt::format("{}: {}", count_text(clip_count, "clip"), counts_text(clips, is_running)));
  if (clips.contains(ClipState::running) && !is_running) tell_not_running(batch.state);
  if (const Percentiles seconds = seconds_of(batch.journal); seconds.p95 > 0)
    tell(stdout, fmt::format("a clip took {:.1f} s at the median, and {:.1f} s at p95", seconds.p50,
                             seconds.p95));
  batch.journal.each([is_running](const ClipRecord& record) {
    if (!record.reason.empty())
      tell(stdout, fmt::format("{}: {}: {}", text_of_name(record.id),
                               shown_state(record.state, is_running), record.reason));
  });
  return 0;
}

int follow_status(const std::string& root, const std::string& state) {
  const Interrupt interrupt;
  const Interrupt::Listening listening;
  const KnownBatch batch(root, state);
  const Journal& journal = batch.journal;
  for (std::string shown; !Interrupt::asked();
       std::this_thread::sleep_for(std::chrono::milliseconds(500))) {
    const bool is_running = BatchLock::is_held(batch.plan.root);
    const std::map<ClipState, std::int64_t> clips = clips_by_state(journal.counts());
    if (const std::string text = counts_text(clips, is_running); text != shown) {
      tell(stdout, text);
      shown = text;
    }
    const auto is_open = [](const auto& state_and_count) {
      return !is_settled(state_and_count.first);
    };
    if (std::ranges::none_of(clips, is_open)) return 0;
    if (is_running) continue;
    tell_not_running(batch.state);
    return some_clips_failed;
  }
  return Interrupt::exit_code();
}

int show_reason(const std::string& root, const std::string& state, const std::string& id) {
  const KnownBatch batch(root, state);
  const auto clip = std::ranges::find_if(
      batch.plan.clips, [&id](const BatchClip& known) { return is_called(known.id, id); });
  if (clip == batch.plan.clips.end()) {
    std::vector<std::string> ids;
    for (const BatchClip& known : batch.plan.clips) ids.push_back(text_of_name(known.id));
    throw Error(ErrorCode::usage, fmt::format("there is no clip '{}'", id), suggest(id, ids));
  }
  Survey survey([](const BatchClip& one) { return read_render(one).settings; });
  const ClipRecord record = batch.journal.record(clip->id).value_or(ClipRecord{.id = clip->id});
  tell(stdout, fmt::format("{}: {}, {}", text_of_name(clip->id), state_name(record.state),
                           count_text(record.history.attempts, "attempt")));
  if (!record.reason.empty()) tell(stdout, record.reason);
  const std::vector<std::string> reasons = survey.reasons(*clip);
  for (const std::string& reason : reasons) tell(stdout, reason);
  if (reasons.empty()) tell(stdout, "done: nothing that it is made of has changed");
  return 0;
}

int show_report(const std::string& root, const std::string& state, bool json) {
  const KnownBatch batch(root, state);
  write_rows(batch.plan.clips, batch.journal, json,
             [](std::string_view piece) { print_product(piece); });
  return 0;
}

}  // namespace overlace
