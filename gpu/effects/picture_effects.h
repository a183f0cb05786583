// SPDX-License-Identifier: Apache-2.0
// All effects on the picture. Each is a filter, from a plane of floats to another, and is entered
// here under its operation:
//
//   Record, record(op)                       what a device gets for a frame, worked out on the host
//   run(runner, op, place, record, load)     marks what it wants of its input, calls load(), and
//                                            calls runner.run(pass) for each of its passes
#pragma once

#include <new>
#include <type_traits>
#include <variant>

#include "gpu/effects/plane_blur.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

template <class Op>
struct PlaneFilterFor;
template <>
struct PlaneFilterFor<BlurOp> {
  using type = PlaneBlurFilter;
};

/// What a device gets for one effect on the picture in one frame.
struct alignas(16) PictureEffectRecord {
  PictureRecord picture;
  std::byte filter[1280]{};  ///< the filter's own Record
};

/// Writes the record of an operation on a picture, whose memory is that of the device.
inline void write_record(const PictureOp& op, const Target& picture, PictureEffectRecord& record) {
  record.picture = {.picture = picture, .strength = op.strength};
  std::visit(
      [&]<class Filter>(const Filter& one) {
        using Record = typename PlaneFilterFor<Filter>::type::Record;
        static_assert(std::is_trivially_copyable_v<Record> &&
                      sizeof(Record) <= sizeof record.filter);
        new (record.filter) Record(PlaneFilterFor<Filter>::type::record(one));
      },
      op.filter);
}

/// Where an effect on the picture works.
struct PicturePlace {
  Target picture;                ///< of its kind; passes take its memory from the record
  TiledImage region;             ///< as large as the picture
  std::byte* scratch = nullptr;  ///< of the operation's scratch_bytes
  Orientation stored{};
  const std::uint32_t* lost = nullptr;  ///< see MixPass
};

/// Calls runner.run(pass) for each pass of an effect on the picture, component after component:
/// first the region's tiles, then what the filter makes of the picture there, and at last that is
/// mixed into it.
template <class Runner>
void run_picture_effect(Runner& runner, const PictureOp& op, const PicturePlace& place,
                        const PictureEffectRecord* record) {
  for (int i = 0; i < most_components; ++i) {
    const TargetPlane& plane = component_of(place.picture, i);
    if (plane.data == nullptr) continue;
    const bool halved = is_subsampled(place.picture, i);
    PlaneMemory memory(place.scratch);
    const PlaneImage input = memory.take({plane.right, plane.bottom});
    const PlaneImage output = memory.with_marks(input);
    const PlanePlace work{.input = input,
                          .output = output,
                          .across = halved ? 2 : 1,
                          .down = halved && place.picture.half_rows ? 2 : 1,
                          .scratch = memory,
                          .stored = place.stored};
    const MixPass mix{&record->picture, i, output, place.region, place.lost};
    runner.run(WantPass<MixPass>{mix});
    std::visit(
        [&]<class Filter>(const Filter& one) {
          using Of = typename PlaneFilterFor<Filter>::type;
          Of::run(runner, one, work, reinterpret_cast<const typename Of::Record*>(record->filter),
                  [&] {
                    runner.run(LoadPass{&record->picture, i, input});
                  });
        },
        op.filter);
    runner.run(mix);
  }
}

}  // namespace overlace
