// SPDX-License-Identifier: Apache-2.0
// What happened to the clips of a batch, as text.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "batch/batch_plan.h"
#include "batch/journal.h"
#include "batch/queued_clip.h"

namespace overlace {

/// Writes a row per clip, in plan order: CSV with a heading, or a JSON array.
void write_rows(const ClipList& clips, const Journal& journal, bool json, const TextSink& sink);

/// What a run would do: counts by state, bytes that it would read and write, the time that it would
/// take, judged by finished clips, and what it would skip.
class Outlook {
 public:
  /// With `jobs` clips at once.
  Outlook(std::string root, int jobs) : root_(std::move(root)), jobs_(jobs) {}

  void add(const AssessedClip& assessed);
  [[nodiscard]] std::string text() const;

 private:
  void add_bytes(const AssessedClip& assessed);
  [[nodiscard]] std::string ahead() const;

  std::string root_;
  int jobs_;
  std::map<ClipState, std::int64_t> counts_;
  std::int64_t clips_ = 0;
  std::string skipped_;
  /// Bytes of the inputs that are left and done, bytes and seconds of the finished outputs.
  double left_ = 0, done_ = 0, written_ = 0, seconds_ = 0;
};

/// Prints the progress of the batch that writes into `root`, or whose state is in `state`; of the
/// latest one if both are empty. Returns the exit code.
int show_status(const std::string& root, const std::string& state, bool json);
/// Prints a line whenever the progress changes, until every clip is settled or a signal arrives.
/// Returns the exit code.
int follow_status(const std::string& root, const std::string& state);
/// Prints why one of the batch's clips would be rendered, and how its attempts ended.
int show_reason(const std::string& root, const std::string& state, const std::string& id);
/// Prints a row per clip.
int show_report(const std::string& root, const std::string& state, bool json);

}  // namespace overlace
