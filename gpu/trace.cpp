// SPDX-License-Identifier: Apache-2.0
// Keeps spans in preallocated memory and writes the file that Perfetto and chrome://tracing read.
#include "gpu/trace.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

#if defined(OVERLACE_HAVE_NVTX)
#include <nvtx3/nvToolsExt.h>
#endif

namespace overlace {
namespace {

constexpr int host_process = 1, device_process = 2;

std::uint64_t this_thread_id() {
  static_assert(sizeof(pthread_t) <= sizeof(std::uint64_t));
  return static_cast<std::uint64_t>(pthread_self());
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  out += '"';
}

/// Microseconds with three decimals: exact, where a double would lose nanoseconds on a long run.
void append_microseconds(std::string& out, std::int64_t ns) {
  const std::uint64_t size =
      ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
  fmt::format_to(std::back_inserter(out), "{}{}.{:03}", ns < 0 ? "-" : "", size / 1000,
                 size % 1000);
}

void append_name_event(std::string& out, std::string_view what, int process, std::size_t row,
                       std::string_view name) {
  fmt::format_to(std::back_inserter(out),
                 R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":)", what, process,
                 row);
  append_json_string(out, name);
  out += "}}";
}

void append_span(std::string& out, const SpanLabel& label, int process, std::size_t row,
                 std::int64_t begin_ns, std::int64_t end_ns) {
  out += ",\n{\"ph\":\"X\",\"name\":";
  append_json_string(out, label.name);
  if (!label.category.empty()) {
    out += ",\"cat\":";
    append_json_string(out, label.category);
  }
  fmt::format_to(std::back_inserter(out), R"(,"pid":{},"tid":{},"ts":)", process, row);
  append_microseconds(out, begin_ns);
  out += ",\"dur\":";
  append_microseconds(out, end_ns - begin_ns);
  out += ",\"args\":{";
  auto append_argument = [&, first = true](std::string_view name, std::int32_t value) mutable {
    if (value == SpanLabel::none) return;
    fmt::format_to(std::back_inserter(out), R"({}"{}":{})", first ? "" : ",", name, value);
    first = false;
  };
  append_argument("frame", label.frame);
  append_argument("slot", label.slot);
  out += "}}";
}

// NVTX wants a terminated string, and a range's name is short: no allocation.
void push_range([[maybe_unused]] std::string_view name) noexcept {
#if defined(OVERLACE_HAVE_NVTX)
  std::array<char, 64> text{};
  name.copy(text.data(), text.size() - 1);
  nvtxRangePushA(text.data());
#endif
}

void pop_range() noexcept {
#if defined(OVERLACE_HAVE_NVTX)
  nvtxRangePop();
#endif
}

}  // namespace

Trace::Trace(std::size_t capacity)
    : capacity_(capacity), spans_(std::make_unique<Span[]>(capacity)) {}

void Trace::name_thread(std::string name) {
  const std::lock_guard lock(names_mutex_);
  names_.push_back({this_thread_id(), std::move(name)});
}

void Trace::keep(const Span& span) noexcept {
  const std::size_t index = wanted_.fetch_add(1, std::memory_order_relaxed);
  if (index < capacity_) spans_[index] = span;
}

void Trace::add(const SpanLabel& label, std::int64_t begin_ns, std::int64_t end_ns) noexcept {
  keep({label, {false, this_thread_id()}, begin_ns, end_ns});
}

void Trace::add_device(const SpanLabel& label, std::int64_t begin_ns,
                       std::int64_t end_ns) noexcept {
  const auto slot = static_cast<std::uint64_t>(std::max(label.slot, 0));
  keep({label, {true, slot}, begin_ns, end_ns});
}

std::size_t Trace::dropped() const {
  const std::size_t wanted = wanted_.load();
  return wanted > capacity_ ? wanted - capacity_ : 0;
}

std::vector<Trace::Span> Trace::sorted() const {
  const std::size_t count = std::min(wanted_.load(), capacity_);
  std::vector<Span> spans(spans_.get(), spans_.get() + count);
  // Of two spans that begin together, the longer one encloses the other.
  const auto key = [](const Span& s) {
    return std::tuple(s.row.device, s.row.id, s.begin_ns, -s.end_ns);
  };
  std::stable_sort(spans.begin(), spans.end(),
                   [&](const Span& a, const Span& b) { return key(a) < key(b); });
  return spans;
}

std::string Trace::row_name(const Row& row, std::size_t number) const {
  if (row.device) return fmt::format("slot {}", row.id);
  // The last name counts: an id may be reused after its thread has ended.
  for (auto named = names_.rbegin(); named != names_.rend(); ++named)
    if (named->id == row.id) return named->name;
  return fmt::format("thread {}", number);
}

void Trace::write_json(const std::function<void(std::string_view)>& write) const {
  std::string out = "[\n";
  append_name_event(out, "process_name", host_process, 0, "overlace");
  out += ",\n";
  append_name_event(out, "process_name", device_process, 0, "GPU");
  Row row{true, UINT64_MAX};
  std::size_t number = 0;
  for (const Span& span : sorted()) {
    const int process = span.row.device ? device_process : host_process;
    if (span.row != row) {
      row = span.row;
      ++number;
      out += ",\n";
      append_name_event(out, "thread_name", process, number, row_name(row, number));
    }
    append_span(out, span.label, process, number, span.begin_ns, span.end_ns);
    write(out);
    out.clear();
  }
  write(out + "\n]\n");
}

void TraceSpan::begin(const SpanLabel& label) noexcept {
  label_ = label;
  push_range(label.name);
  begin_ns_ = trace_->now_ns();
}

void TraceSpan::end() noexcept {
  trace_->add(label_, begin_ns_, trace_->now_ns());
  pop_range();
}

void ClockOffset::sample(std::int64_t host_before, std::int64_t device, std::int64_t host_after) {
  const std::int64_t error = (host_after - host_before + 1) / 2;
  if (error >= error_) return;
  error_ = error;
  offset_ = host_before + (host_after - host_before) / 2 - device;
}

}  // namespace overlace
