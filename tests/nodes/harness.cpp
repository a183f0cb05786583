// SPDX-License-Identifier: Apache-2.0
// The graph runner of the node tests.
#include "tests/nodes/harness.h"

#include <algorithm>

#include "graph/document/document.h"

namespace overlace::test {

Picture::Picture(Size s)
    : size(s), rgb(static_cast<std::size_t>(s.width) * static_cast<std::size_t>(s.height) * 3, 0) {}

ImageView Picture::view() {
  return rgb_view(size, rgb);
}

int Picture::at(int x, int y, int channel) const {
  return rgb[(static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) +
              static_cast<std::size_t>(x)) *
                 3 +
             static_cast<std::size_t>(channel)];
}

TrackTable tracks_of(const std::vector<std::vector<TrackRow>>& frames) {
  std::vector<TrackRow> rows;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    for (std::size_t i = 0; i < frames[f].size(); ++i) {
      TrackRow row = frames[f][i];
      row.frame = static_cast<std::int32_t>(f);
      if (row.id == no_id) row.id = static_cast<TrackId>(i);
      rows.push_back(row);
    }
  }
  return make_track_table(rows, {"person", "car"});
}

std::shared_ptr<const Texture> texture_of(const std::string& path) {
  if (path == "missing") throw Error(ErrorCode::input, "cannot open", "", SourceLocation{path});
  const std::string name = path.substr(path.rfind('/') + 1);
  constexpr Size size{8, 4};
  std::vector<std::uint16_t> samples;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const bool red = (x < 4) == (name.size() <= 4);
      const std::uint16_t on = 65535, half = 32768;
      samples.insert(samples.end(), {red ? on : std::uint16_t{0}, red ? std::uint16_t{0} : on,
                                     std::uint16_t{0}, y < 3 ? on : half});
    }
  return std::make_shared<const Texture>(make_texture(size, samples));
}

std::shared_ptr<const Lut> lut_of(const std::string& path) {
  if (path == "missing")
    throw Error(ErrorCode::usage, "has no colours", "", SourceLocation{path, "", 3});
  Lut lut{.is_cube = true, .points = 2};
  for (unsigned i = 0; i < 8; ++i)
    for (unsigned c = 0; c < 3; ++c) lut.values.push_back((i >> c & 1U) != 0 ? 0.0F : 1.0F);
  return std::make_shared<const Lut>(lut);
}

GraphRun::GraphRun(const std::string& nodes, const std::string& composite, TrackTable tracks,
                   std::shared_ptr<const ClipAudio> sound)
    : GraphRun(nodes, composite, tracks, sound, nullptr) {}

GraphRun::GraphRun(const std::string& nodes, const std::string& composite, TrackTable tracks,
                   std::vector<double> times)
    : GraphRun(nodes, composite, tracks, test_sound(),
               std::make_shared<const FrameClock>([times = std::move(times)] {
                 return FrameClock::Reading{.times = times, .varies = true};
               })) {}

GraphRun::GraphRun(const std::string& nodes, const std::string& composite, const TrackTable& tracks,
                   const std::shared_ptr<const ClipAudio>& sound,
                   std::shared_ptr<const FrameClock> clock)
    : picture_({200, 100}) {
  const std::string text =
      R"({"overlace": 1, "nodes": {"tracks": {"type": "track_file", "params": {"path": "given"}},)" +
      nodes + R"(}, "composite": )" + composite + "}";
  const Graph graph = build_graph(parse_json(text, "test"), "test", builtin_nodes());
  const ClipInfo clip{
      .size = picture_.size, .frame_rate = {10, 1}, .frame_count = 100, .clock = std::move(clock)};
  const ClipTables tables = analyse(graph, {.clip = clip,
                                            .read_tracks = [&](const auto&) { return tracks; },
                                            .read_audio = [&](const auto&) { return sound; },
                                            .read_texture = texture_of,
                                            .read_lut = lut_of});
  plan_ = compile(graph, tables, {.keep_slots = true});
  replay_ = make_cpu_replay(plan_, {.threads = 1});
}

void GraphRun::draw(std::int32_t frame) {
  std::ranges::fill(picture_.rgb, std::uint8_t{0});
  replay_->draw({frame, frame / 10.0}, picture_.view());
}

std::vector<Link> GraphRun::links() const {
  for (std::size_t i = 0; i < plan_->slots.size(); ++i)
    if (plan_->slots[i].stage == Stage::links)
      return {replay_->links(i).begin(), replay_->links(i).end()};
  return {};
}

std::vector<Curve> GraphRun::curves() const {
  for (std::size_t i = 0; i < plan_->slots.size(); ++i)
    if (plan_->slots[i].stage == Stage::curves)
      return {replay_->curves(i).begin(), replay_->curves(i).end()};
  return {};
}

const std::vector<Primitive>& GraphRun::primitives() const {
  return replay_->display_list().primitives;
}

Box plate(const GraphRun& run) {
  const ShapeGeometry& shape = run.primitives().at(0).shape;
  const Vec2 corner = shape.center - shape.half_size;
  return {corner.x, corner.y, shape.half_size.x * 2, shape.half_size.y * 2};
}

}  // namespace overlace::test
