// SPDX-License-Identifier: Apache-2.0
// Where the time of a run goes: spans of threads and devices, on one time axis, for Perfetto.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace overlace {

/// What a span is about. The texts must outlive the trace: literals, or names of a plan.
struct SpanLabel {
  static constexpr std::int32_t none = -1;

  std::string_view name;
  std::string_view category = {};  ///< a stage, say; may be empty
  std::int32_t frame = none;       ///< frame number
  std::int32_t slot = none;        ///< ring slot
};

/// Collects spans from any number of threads into memory taken at the start. Spans beyond its
/// capacity are counted and left out.
class Trace {
 public:
  static constexpr std::size_t default_capacity = std::size_t{1} << 19U;  ///< about 38 MB

  explicit Trace(std::size_t capacity = default_capacity);

  /// Nanoseconds since this trace began.
  [[nodiscard]] std::int64_t now_ns() const {
    return std::chrono::nanoseconds(Clock::now() - start_).count();
  }

  /// Names the calling thread's row of the picture. Allocates.
  void name_thread(std::string name);
  /// Adds a span of the calling thread. Times are `now_ns`; begin_ns <= end_ns.
  void add(const SpanLabel& label, std::int64_t begin_ns, std::int64_t end_ns) noexcept;
  /// Adds a span of a device; each slot has a row of its own. Times are on this trace's axis: the
  /// device's clock plus `ClockOffset::ns`.
  void add_device(const SpanLabel& label, std::int64_t begin_ns, std::int64_t end_ns) noexcept;

  /// Spans left out for want of room.
  [[nodiscard]] std::size_t dropped() const;
  /// Writes everything as Trace Event Format, a JSON array of complete events: microseconds, rows
  /// in order of time. `write` gets segments of the text. Precondition: no thread adds any more.
  void write_json(const std::function<void(std::string_view)>& write) const;

 private:
  using Clock = std::chrono::steady_clock;
  /// A row of the picture: a thread of this process, or a slot of a device.
  struct Row {
    bool device = false;
    std::uint64_t id = 0;
    bool operator==(const Row&) const = default;
  };
  struct Span {
    SpanLabel label;
    Row row;
    std::int64_t begin_ns = 0, end_ns = 0;
  };
  struct NamedThread {
    std::uint64_t id;
    std::string name;
  };

  void keep(const Span& span) noexcept;
  [[nodiscard]] std::vector<Span> sorted() const;
  [[nodiscard]] std::string row_name(const Row& row, std::size_t number) const;

  Clock::time_point start_ = Clock::now();
  std::size_t capacity_;
  std::unique_ptr<Span[]> spans_;
  std::atomic<std::size_t> wanted_{0};  ///< spans so far, those left out included
  std::mutex names_mutex_;
  std::vector<NamedThread> names_;
};

/// The calling thread's time from construction to destruction, when there is a trace; else nothing
/// but a branch. The same span is an NVTX range where the build has NVTX.
class TraceSpan {
 public:
  TraceSpan(Trace* trace, const SpanLabel& label) : trace_(trace) {
    if (trace_ != nullptr) begin(label);
  }
  ~TraceSpan() {
    if (trace_ != nullptr) end();
  }
  TraceSpan(const TraceSpan&) = delete;
  TraceSpan& operator=(const TraceSpan&) = delete;

  /// For a frame whose number is known only at the end.
  void set_frame(std::int32_t frame) { label_.frame = frame; }

 private:
  void begin(const SpanLabel& label) noexcept;
  void end() noexcept;

  Trace* trace_;
  SpanLabel label_;
  std::int64_t begin_ns_ = 0;
};

/// The offset of a device's clock, from samples of it taken between two looks at the host's. The
/// sample with the least time between the looks counts: its error is at most half that time.
class ClockOffset {
 public:
  /// All in nanoseconds, the host's as of Trace::now_ns.
  void sample(std::int64_t host_before, std::int64_t device, std::int64_t host_after);
  /// What to add to the device's clock; 0 without a sample.
  [[nodiscard]] std::int64_t ns() const { return offset_; }
  /// How far off that may be.
  [[nodiscard]] std::int64_t error_ns() const { return error_; }

 private:
  std::int64_t offset_ = 0;
  std::int64_t error_ = INT64_MAX;
};

}  // namespace overlace
