// SPDX-License-Identifier: Apache-2.0
// A process that renders clip after clip: on a GPU, a context takes longer to make than many a clip
// to draw. It is given up as soon as it could harm the next one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "batch/child_process.h"
#include "batch/clip.h"

namespace overlace {

/// How long a process goes on.
struct ServiceLimits {
  int clips = 200;
  std::int64_t growth_bytes = std::int64_t{64} << 20U;  ///< of its memory since its first clip
};

/// What a process has done, and whether it may go on.
class ServiceRecord {
 public:
  explicit ServiceRecord(const ServiceLimits& limits = {}) : limits_(limits) {}
  /// A clip has ended with an exit code; the process has so many bytes in memory. False where it
  /// is worn out: any end but those of a clip that is there may have left something broken.
  [[nodiscard]] bool may_go_on(int code, std::int64_t resident_bytes);

 private:
  ServiceLimits limits_;
  int clips_ = 0;
  std::optional<std::int64_t> at_first_;
};

/// Renders a clip, and returns its exit code.
using RenderClip = std::function<int(const BatchClip& clip)>;

/// In the child: renders the clips that the parent hands over, until it is worn out or the parent
/// has gone. After a clip it tells {"event":"rests","exit":…,"resident_bytes":…}, the most that the
/// clip had, or ends with the clip's exit code. What clips print on standard error goes into logs
/// of their own.
[[nodiscard]] int serve_clips(const RenderClip& render, const ServiceLimits& limits = {});

/// In the parent: processes that rest between two clips, by lane. They end with this object.
class WarmChildren {
 public:
  /// A process of the lane that renders `clip` with `render`: one that rests, or else a new one.
  /// What it prints goes into `log`. Throws Error(unavailable) where there can be none.
  [[nodiscard]] std::unique_ptr<ChildProcess> start(std::size_t lane, const BatchClip& clip,
                                                    const std::string& log,
                                                    const RenderClip& render);
  /// Keeps a process that has told that it rests.
  void keep(std::size_t lane, std::unique_ptr<ChildProcess> process);
  /// How the clip has ended, where the line of a child says so.
  [[nodiscard]] static std::optional<ChildEnd> end_in(const Json& line);

 private:
  std::map<std::size_t, std::list<std::unique_ptr<ChildProcess>>> resting_;
};

}  // namespace overlace
