// SPDX-License-Identifier: Apache-2.0
// Makes a plan for every frame, and hands on what goes on beyond its window.
#include "render/live.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "gpu/live_links.h"
#include "graph/compile/compile.h"
#include "graph/types/registry.h"
#include "render/live_check.h"
#include "render/live_rows.h"

namespace overlace {
namespace {

/// The file that "$tracks" stands for: no name of a real one.
constexpr const char* live_tracks = "live://tracks";
constexpr std::int32_t largest_frame = 1 << 30;

void check_options(const LiveOptions& options) {
  const auto check = [](const char* name, std::int64_t value, std::int64_t least,
                        std::int64_t most) {
    if (value < least || value > most)
      throw Error(ErrorCode::usage, fmt::format("{} is {}", name, value),
                  fmt::format("it is {} to {}", least, most));
  };
  check("memory", options.memory, 1, max_live_memory);
  check("delay", options.delay, 0, max_live_memory);
  check("max_rows", options.max_rows, 1, no_row - 1);
}

void check_frame(std::int32_t frame) {
  if (frame < -largest_frame || frame > largest_frame)
    throw Error(ErrorCode::usage, fmt::format("there is no frame {}", frame),
                fmt::format("numbers are {} to {}", -largest_frame, largest_frame));
}

/// Passes on each note once; notes that differ in their numbers alone are the same.
class Notes {
 public:
  void pass(const LogSink& log, const std::string& text) {
    std::string shape = text;
    std::erase_if(shape, [](char c) { return c >= '0' && c <= '9'; });
    constexpr std::size_t most = 200;
    if (log && seen_.size() < most && seen_.insert(std::move(shape)).second) log(text);
  }

 private:
  std::set<std::string> seen_;
};

/// Rows have got their ids before; a node must not give them others for every window.
void keep_ids(const Graph& graph) {
  for (const GraphNode& node : graph.nodes)
    if (const ParamRow* row = node.type->find_param("associate"))
      row->read(node.params.get(), Json(false));
}

/// The rows of a file's table in a window.
TrackTable cut(const TrackTable& table, FrameInterval window) {
  std::vector<std::uint32_t> rows;
  std::vector<std::int32_t> frames;
  for (std::int32_t frame = std::max(window.begin, table.first_frame);
       frame < std::min(window.end, table.first_frame + table.frame_count()); ++frame) {
    const RowRange range = table.rows(frame);
    for (std::uint32_t row = range.begin; row < range.end; ++row) {
      rows.push_back(row);
      frames.push_back(frame);
    }
  }
  return sort_tracks(gather_rows(table, rows), frames);
}

}  // namespace

struct LiveSession::State {
  State(SessionDocument live_document, ClipSources live_sources, Device live_device,
        LiveOptions live_options)
      : document(std::move(live_document)),
        sources(std::move(live_sources)),
        device(std::move(live_device)),
        options(std::move(live_options)),
        rows({.frames = 2 * static_cast<std::size_t>(options.memory + options.delay),
              .max_rows = options.max_rows},
             options.class_names, options.assign_ids) {
    document.variables["tracks"] = live_tracks;
    sources.play_video = {};
    sources.read_audio = {};
    sources.live = &tables;
    memory.links = make_live_links();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void set(const std::vector<Setting>& values);
  void put(std::int32_t frame, TrackColumns given);
  /// Makes the replay ready for a frame.
  Replay& go_to(std::int32_t frame);
  void begin_stream();

  SessionDocument document;
  ClipSources sources;
  Device device;
  LiveOptions options;
  LiveRows rows;
  std::optional<std::int32_t> drawn;  ///< the last frame
  std::uint64_t late = 0;             ///< rows
  std::unique_ptr<Replay> replay;

 private:
  [[nodiscard]] std::shared_ptr<const Plan> plan_of(std::int32_t frame);
  [[nodiscard]] TrackTable read(const std::string& path, FrameInterval window);
  void make_replay(std::shared_ptr<const Plan> plan);
  void note(const std::string& text) { notes.pass(sources.log, text); }

  Graph graph;
  TableKeys keys;  ///< of the graph
  LiveTables tables;
  LiveMemory memory;
  Memo memo;
  Notes notes;
  std::map<std::string, TrackTable> files;  ///< whole, once read
  bool is_planned = false;                  ///< the replay is ready for the last frame
};

void LiveSession::State::set(const std::vector<Setting>& values) {
  Json changed = document.json;
  apply_settings(changed, values, builtin_nodes());
  Graph made = build_graph(changed, document.name, builtin_nodes(), document.variables);
  check_live(made, sources);
  keep_ids(made);
  keys = table_keys(made, sources);
  graph = std::move(made);
  is_planned = false;
  if (const std::string text = window_note(graph, options.memory); !text.empty()) note(text);
}

void LiveSession::State::put(std::int32_t frame, TrackColumns given) {
  check_frame(frame);
  if (drawn && frame <= *drawn) {
    late += given.row_count();
    return;
  }
  rows.put(frame, std::move(given));
  is_planned = false;
}

Replay& LiveSession::State::go_to(std::int32_t frame) {
  check_frame(frame);
  if (drawn && frame < *drawn) begin_stream();
  if (is_planned && drawn == frame) return *replay;
  rows.forget_before(frame - options.memory + 1);
  drawn = frame;
  make_replay(plan_of(frame));
  is_planned = true;
  return *replay;
}

void LiveSession::State::begin_stream() {
  rows.clear();
  tables = {};
  memory = {.links = make_live_links()};
  drawn.reset();
  is_planned = false;
}

std::shared_ptr<const Plan> LiveSession::State::plan_of(std::int32_t frame) {
  const FrameInterval window{frame - options.memory + 1, frame + options.delay + 1};
  tables.begin(window);
  memory.frame = frame;
  ClipSources of_window = sources;
  of_window.read_tracks = [&](const std::string& path) { return read(path, window); };
  of_window.log = {};  // what track nodes report sums up a clip
  const ClipTables made = analyse(graph, of_window, keys);
  auto plan = compile(
      graph, made,
      {.log = [this](const std::string& text) { note(text); }, .memo = &memo, .live = &memory});
  require_drawing_memory(*plan, sources.limits.drawing_bytes);
  return plan;
}

TrackTable LiveSession::State::read(const std::string& path, FrameInterval window) {
  if (path == live_tracks) return rows.table(window);
  auto known = files.find(path);
  if (known == files.end()) {
    if (!sources.read_tracks)
      throw Error(ErrorCode::unavailable, fmt::format("'{}' cannot be read here", path));
    known = files.emplace(path, sources.read_tracks(path)).first;
  }
  return cut(known->second, window);
}

void LiveSession::State::make_replay(std::shared_ptr<const Plan> plan) {
  std::unique_ptr<Replay> before = std::move(replay);  // gone if anything fails
  const bool goes_on = before != nullptr && before->adopt(plan);
  replay = goes_on ? std::move(before) : device(std::move(plan));
}

LiveSession::LiveSession(SessionDocument document, ClipSources sources, Device device,
                         LiveOptions options, const std::vector<Setting>& values) {
  check_options(options);
  state_ = std::make_unique<State>(std::move(document), std::move(sources), std::move(device),
                                   std::move(options));
  state_->set(values);
}
LiveSession::~LiveSession() = default;
LiveSession::LiveSession(LiveSession&&) noexcept = default;
LiveSession& LiveSession::operator=(LiveSession&&) noexcept = default;

const ClipInfo& LiveSession::clip() const {
  return state_->sources.clip;
}

const LiveOptions& LiveSession::options() const {
  return state_->options;
}

void LiveSession::put(std::int32_t frame, TrackColumns rows) {
  state_->put(frame, std::move(rows));
}

const std::vector<std::string>& LiveSession::class_names() const {
  return state_->rows.class_names();
}

ReplayStats LiveSession::draw(const FrameTime& time, const ImageView& picture) {
  return state_->go_to(time.frame).draw(time, picture);
}

PixelRect LiveSession::bounds(const FrameTime& time) {
  return state_->go_to(time.frame).bounds(time);
}

void LiveSession::set(const std::vector<Setting>& values) {
  state_->set(values);
}

void LiveSession::restart() {
  state_->begin_stream();
}

std::uint64_t LiveSession::lost() const {
  return state_->late + state_->rows.lost();
}

Memory LiveSession::memory() const {
  return state_->replay == nullptr ? Memory::host : state_->replay->memory();
}

}  // namespace overlace
