// SPDX-License-Identifier: Apache-2.0
// nuke_corner_pin: Nuke's CornerPin2D nodes, in scripts and on the clipboard; Mocha writes them,
// too.
#include <fmt/format.h>

#include <array>

#include "graph/core/error.h"
#include "io/tracks/formats/nuke/nuke_script.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/tracked_points.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::string_view kind = "CornerPin2D";
/// In the order of PinCorners: to1 is the bottom left corner.
constexpr std::array<std::string_view, 4> corner_knobs = {"to4", "to3", "to2", "to1"};

TrackGuess sniff(const TrackSample& sample) {
  return sniff_nuke(sample, kind);
}

/// x and y of each corner.
using PinCurves = std::array<NukeCurve, 8>;

std::optional<PinCurves> curves_of(const NukeNode& node, const NukeScript& script) {
  PinCurves curves;
  for (std::size_t i = 0; i < corner_knobs.size(); ++i) {
    const auto knob = script.knob(node, corner_knobs[i]);
    const auto axes = knob ? script.words(*knob) : std::vector<NukeWord>{};
    if (axes.size() != 2) return std::nullopt;
    curves[2 * i] = script.curve(axes[0]);
    curves[2 * i + 1] = script.curve(axes[1]);
  }
  return curves;
}

/// A label is free text, unlike a name.
std::string name_of(const NukeNode& node, const NukeScript& script) {
  for (const std::string_view knob : {"label", "name"})
    if (const auto word = script.knob(node, knob); word && !word->text.empty())
      return word->plain();
  return std::string(kind);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const NukeScript script(input, report.file);
  TrackBuilder builder(nuke_conventions(script), options, report);
  const UpwardRows rows(script.picture(), options, script.file());
  TrackIds ids;
  std::uint64_t filled = 0;
  for (const NukeNode& node : script.nodes(kind)) {
    const std::uint64_t line = node.body.line;
    const auto curves = curves_of(node, script);
    if (!curves) {
      builder.reject("the corner pin lacks one of to1 to to4", line);
      continue;
    }
    if (std::ranges::all_of(*curves, [](const NukeCurve& curve) { return curve.keys.empty(); })) {
      builder.drop("the corner pin has no keys, and so no frames", line);
      continue;
    }
    const std::string name = name_of(node, script);
    filled += for_each_keyed_frame(*curves, line, builder, [&](std::int64_t frame) {
      PinCorners corners;
      for (std::size_t i = 0; i < corners.size(); ++i)
        corners[i] = {(*curves)[2 * i].at(static_cast<double>(frame)),
                      rows.down((*curves)[2 * i + 1].at(static_cast<double>(frame)))};
      Detection pin = corner_pin(corners);
      pin.box.frame = frame;
      ids.identify(pin, name);
      return add_detection(builder, std::move(pin), line);
    });
  }
  remark_filled(filled, report);
  return builder.finish();
}

/// One unbroken run of a track.
std::string pin_text(const TrackTable& table, TrackRun run, std::size_t number,
                     const std::string& name, double height, std::int64_t shift) {
  std::array<std::vector<NukeCurve::Key>, 8> keys;
  for (const RowInFrame& at : run) {
    const auto frame = static_cast<double>(at.frame + shift);
    const PinCorners corners = pin_of(table, at.row);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      keys[2 * i].push_back({frame, corners[i].x});
      keys[2 * i + 1].push_back({frame, height - corners[i].y});
    }
  }
  std::string text = fmt::format("{} {{\n inputs 0\n", kind);
  for (std::size_t i = corner_knobs.size(); i-- > 0;)
    text += fmt::format(" {} {{{} {}}}\n", corner_knobs[i], nuke_curve(keys[2 * i]),
                        nuke_curve(keys[2 * i + 1]));
  return text + fmt::format(" label {}\n name Overlace_pin{}\n}}\n", nuke_text(name), number);
}

void write(const TrackTable& table, const ClipInfo& clip, std::ostream& out) {
  const Size size = needed_size(clip, "y counts from the bottom");
  const NumberedTracks tracks = number_tracks(table);
  const IdTexts ids(table);
  const std::int64_t first = clip.first_frame > 0 ? clip.first_frame : 1;
  const std::int64_t shift = first - clip.first_frame;
  out << nuke_root(clip, first, table.first_frame + table.frame_count() - 1 + shift);
  std::size_t number = 0;
  for (const auto& rows : tracks.rows)
    for (const TrackRun run : unbroken_runs(rows))
      out << pin_text(table, run, ++number, track_name(ids, tracks, run.front().row), size.height,
                      shift);
}

std::vector<std::string> losses(const TrackTable& table) {
  return losses_of_points(table, true, [](const TrackTable&, std::uint32_t) { return true; });
}

}  // namespace

TrackFormat nuke_corner_pin() {
  return {.name = "nuke_corner_pin",
          .title = "Nuke CornerPin2D",
          .doc =
              "A .nk script, or nodes from the clipboard: every CornerPin2D node is an outline of "
              "its corners to1 to to4, and a rotated box; nodes with the same label are one track. "
              "y counts from the bottom, so the picture's height is needed: Root's format, "
              "--source-size or the video. Frames count from Root's first_frame, else from 1. "
              "Between keys corners are interpolated linearly; expressions must be baked. One node "
              "is written per gapless part of a track.",
          .extensions = {".nk"},
          .rules = {"first_frame, else from 1", "from 0, upwards", "four corners",
                    "labels, else names"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses,
          .shot_frames = true};
}

}  // namespace overlace
