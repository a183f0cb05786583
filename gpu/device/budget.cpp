// SPDX-License-Identifier: Apache-2.0
// Adds up the sizes of the layouts.
#include "gpu/device/budget.h"

#include <algorithm>

#include "gpu/device/clip_memory.h"
#include "gpu/device/launch_shape.h"
#include "gpu/device/paint_tiles.h"
#include "gpu/device/texture_memory.h"
#include "graph/plan/effect_memory.h"

namespace overlace {

std::vector<MemoryUse> device_budget(const Plan& plan, const PixelFormat& picture,
                                     std::size_t slots, std::uint32_t warps) {
  const DeviceProgram program = make_device_program(plan);
  const DeviceCapacity capacity = first_capacity(plan, program);
  const Size size = stored_size(plan.clip);
  const FrameLayout frame(program, capacity);
  const SceneLayout scene(
      size, capacity, group_scratch_floats(launched_groups<warp_size>(warps), program.group_depth));

  std::size_t tracks = 0, links = 0, luts = 0, layers = 0;
  for (const auto& lut : plan.luts) luts += lut_bytes(*lut);
  for (const auto& table : plan.tracks) tracks += TrackLayout(*table).bytes();
  for (const LinkWork& work : program.links)
    if (!work.made_on_host) links += LinkLayout(link_capacity(work)).bytes();
  for (const LayerKind kind : layer_kinds(plan))
    layers += layer_pixels_bytes(size, kind) + layer_occupied_bytes(size);
  const bool keeps_backdrop = std::ranges::any_of(program.passes, &PassWork::blends_with_target);
  // A device copy of a host's picture, or a copy of a device's from before effects change it.
  const std::size_t pictures = slots * (keeps_backdrop ? 2 : 1);
  return {{"tracks of the whole clip", tracks},
          {"links", links},
          {"scene: items, segments, bins", scene.bytes},
          {"layers", layers},
          {"effects", effect_scratch_bytes(plan, FilterAxes::one_by_one)},
          {"glyphs", capacity.atlas},
          {"textures", TextureLayout(plan.textures).bytes},
          {"colour look-up tables", luts},
          {"frame parameters", slots * frame.copied()},
          {"pictures in flight", pictures * device_picture_bytes(picture, size)}};
}

}  // namespace overlace
