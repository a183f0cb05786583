// SPDX-License-Identifier: Apache-2.0
// A process that renders clip after clip: on a GPU, making a context takes longer than drawing many
// a clip. It is ended as soon as it could harm the next clip.
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

/// How long a process is kept.
struct ServiceLimits {
  int clips = 200;
  std::int64_t growth_bytes = std::int64_t{64} << 20U;  ///< of its memory since its first clip
};

/// Decides whether a process may render another clip.
class ServiceRecord {
 public:
  explicit ServiceRecord(const ServiceLimits& limits = {}) : limits_(limits) {}
  /// Records a clip's exit code and the process's resident memory. False if the process is worn
  /// out: after any end that left no output, something may be broken.
  [[nodiscard]] bool may_go_on(int code, std::int64_t resident_bytes);

 private:
  ServiceLimits limits_;
  int clips_ = 0;
  std::optional<std::int64_t> at_first_;
};

/// Renders a clip, and returns its exit code.
using RenderClip = std::function<int(const BatchClip& clip)>;

/// In the child: renders the clips that the parent sends, until the process is worn out or the
/// parent has ended. After each clip it sends {"event":"idle","exit":…,"resident_bytes":…}, with
/// the clip's peak memory, or ends with the clip's exit code. The clips' standard error goes into
/// logs of their own.
[[nodiscard]] int serve_clips(const RenderClip& render, const ServiceLimits& limits = {});

/// In the parent: idle processes, by lane. Destroying this object ends them.
class WarmChildren {
 public:
  /// A process of the lane that renders `clip` with `render`: an idle one, or else a new one. Its
  /// standard error goes into `log`. Throws Error(unavailable) if there can be none.
  [[nodiscard]] std::unique_ptr<ChildProcess> start(std::size_t lane, const BatchClip& clip,
                                                    const std::string& log,
                                                    const RenderClip& render);
  /// Keeps a process that has reported that it is idle.
  void keep(std::size_t lane, std::unique_ptr<ChildProcess> process);
  /// How the clip ended, if `line` reports the end of one; else nothing.
  [[nodiscard]] static std::optional<ChildEnd> end_in(const Json& line);

 private:
  std::map<std::size_t, std::list<std::unique_ptr<ChildProcess>>> idle_;
};

}  // namespace overlace
