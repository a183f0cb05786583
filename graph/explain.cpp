// SPDX-License-Identifier: Apache-2.0
// The plan as text.
#include <fmt/format.h>

#include <algorithm>

#include "graph/compile.h"

namespace overlace {
namespace {

std::string table_line(const Plan& plan, std::size_t i) {
  const TrackTable& table = plan.tracks[i];
  return fmt::format("  {:<16} {} boxes in {} frames, from frame {}\n", plan.track_names[i],
                     table.row_count(), table.frame_count(), table.first_frame);
}

std::size_t record_bytes(Stage stage) {
  return stage == Stage::links ? sizeof(Link) : sizeof(Curve);
}

std::string slot_line(const Slot& slot) {
  return fmt::format("  {:<16} {:<8} {:>8} records {:>10} bytes  buffer {}  steps {}-{}\n",
                     slot.name, stage_name(slot.stage), slot.capacity,
                     slot.capacity * record_bytes(slot.stage), slot.buffer, slot.first_step + 1,
                     slot.last_step + 1);
}

/// "from slot or table", for one step.
struct StepText {
  const Plan& plan;
  [[nodiscard]] std::string slot(std::size_t i) const { return plan.slots[i].name; }
  [[nodiscard]] std::string table(std::size_t i) const {
    return i == no_tracks ? "nothing" : plan.track_names[i];
  }
  std::string operator()(const LinkStep& s) const { return "from " + table(s.tracks); }
  std::string operator()(const CurveStep& s) const { return "from " + slot(s.input); }
  std::string operator()(const DrawStep& s) const {
    return "from " + (s.input == no_slot ? table(s.tracks) : slot(s.input));
  }
  std::string operator()(const GroupBeginStep&) const { return "opens a group"; }
  std::string operator()(const GroupEndStep&) const { return "closes it"; }
  std::string operator()(const LayerStep& s) const {
    return fmt::format("paints layer {}", s.layer);
  }
  std::string operator()(const RasterStep& s) const {
    return s.layer ? fmt::format("tile pass into layer {} (FP16 premultiplied RGBA)", *s.layer)
                   : "one tile pass onto the frame's own planes, touched blocks only";
  }
};

std::size_t total_bytes(const Plan& plan) {
  std::vector<std::size_t> buffer(plan.buffers, 0);
  for (const Slot& slot : plan.slots)
    buffer[slot.buffer] = std::max(buffer[slot.buffer], slot.capacity * record_bytes(slot.stage));
  std::size_t bytes = plan.primitive_capacity * sizeof(Primitive);
  for (const std::size_t b : buffer) bytes += b;
  const std::size_t pixels = static_cast<std::size_t>(plan.clip.size.width) *
                             static_cast<std::size_t>(plan.clip.size.height);
  return bytes + plan.layers * pixels * 8;
}

}  // namespace

std::string explain(const Plan& plan) {
  std::string text =
      fmt::format("{}: {}x{}, {:g} frames per second\n", plan.title.empty() ? "plan" : plan.title,
                  plan.clip.size.width, plan.clip.size.height, plan.clip.frame_rate.value());
  text += "\npasses (edits)\n";
  for (const PassReport& pass : plan.passes)
    text += fmt::format("  {:<16} {}\n", pass.name, pass.edits);
  text += "\ntracks\n";
  for (std::size_t i = 0; i < plan.tracks.size(); ++i) text += table_line(plan, i);
  text += "\nslots\n";
  for (const Slot& slot : plan.slots) text += slot_line(slot);
  text += fmt::format("  {:<16} {:<8} {:>8} records {:>10} bytes\n", "display list", "",
                      plan.primitive_capacity, plan.primitive_capacity * sizeof(Primitive));
  text += "\nsteps, replayed for every frame\n";
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    text += fmt::format("  {:>2} {:<13} {:<20} {}\n", i + 1, step.stage, step.name,
                        std::visit(StepText{plan}, step.work));
  }
  text += fmt::format("\nmemory for these buffers: {} bytes\n", total_bytes(plan));
  return text;
}

}  // namespace overlace
