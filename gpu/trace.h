// SPDX-License-Identifier: Apache-2.0
// Where a run spends its time: spans of threads and devices on one time axis, for Perfetto.
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

/// What a span measures. The strings must outlive the trace: literals, or names in a plan.
struct SpanLabel {
  static constexpr std::int32_t none = -1;

  std::string_view name;
  std::string_view category = {};  ///< such as a stage; may be empty
  std::int32_t frame = none;       ///< frame number
  std::int32_t slot = none;        ///< ring slot
};

/// Collects spans from any number of threads into memory allocated at the start. Spans beyond its
/// capacity are counted and dropped.
class Trace {
 public:
  static constexpr std::size_t default_capacity = std::size_t{1} << 19U;  ///< about 38 MB

  explicit Trace(std::size_t capacity = default_capacity);

  /// Nanoseconds since this trace began.
  [[nodiscard]] std::int64_t now_ns() const {
    return std::chrono::nanoseconds(Clock::now() - start_).count();
  }

  /// Names the calling thread's row in the timeline. Allocates.
  void name_thread(std::string name);
  /// Adds a span of the calling thread. Times are `now_ns`; begin_ns <= end_ns.
  void add(const SpanLabel& label, std::int64_t begin_ns, std::int64_t end_ns) noexcept;
  /// Adds a span of a device; each slot has a row of its own. Times are on this trace's axis: the
  /// device's clock plus `ClockOffset::ns`.
  void add_device(const SpanLabel& label, std::int64_t begin_ns, std::int64_t end_ns) noexcept;

  /// Number of spans that did not fit.
  [[nodiscard]] std::size_t dropped() const;
  /// Writes everything in Trace Event Format, a JSON array of complete events: in microseconds,
  /// each row sorted by time. `write` receives the text in pieces. Precondition: no thread adds
  /// spans any more.
  void write_json(const std::function<void(std::string_view)>& write) const;

 private:
  using Clock = std::chrono::steady_clock;
  /// A row of the timeline: a thread of this process, or a slot of a device.
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
  std::atomic<std::size_t> wanted_{0};  ///< spans so far, dropped ones included
  std::mutex names_mutex_;
  std::vector<NamedThread> names_;
};

/// The calling thread's time from construction to destruction; without a trace it costs a branch.
/// The same span is an NVTX range if the build has NVTX.
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

/// The offset of a device's clock, from samples of it taken between two readings of the host's. The
/// sample with the least time between the readings counts: its error is at most half that time.
class ClockOffset {
 public:
  /// Times in nanoseconds, the host's from Trace::now_ns.
  void sample(std::int64_t host_before, std::int64_t device, std::int64_t host_after);
  /// What to add to the device's clock; 0 without a sample.
  [[nodiscard]] std::int64_t ns() const { return offset_; }
  /// Largest possible error of the offset.
  [[nodiscard]] std::int64_t error_ns() const { return error_; }

 private:
  std::int64_t offset_ = 0;
  std::int64_t error_ = INT64_MAX;
};

}  // namespace overlace
