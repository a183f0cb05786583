// SPDX-License-Identifier: Apache-2.0
// All effects on the picture. Each is a filter, of one component at a time, and is entered here:
//
//   Op, Record                           what a node asks for; what a device gets for a frame
//   Passes                               that no filter before it has
//   record(op)                           worked out on the host, once a frame
//   make(runner, op, place, record)      calls runner.run(pass) for each of its passes. Returns
//   what
//                                        they made: see MixPass
//
// A pass over planes is a plain record with `block`, is_active(), and output(): a plane, or tiles
// of the picture, of which the wanted ones are made. A SamplePass needs no more than its formula.
// Those that filters are made of have source() and source_x(column), and say with output_x(column)
// and output_y(row) which samples look at a tile of the source: there is a pass that marks what
// they want of it.
#pragma once

#include <new>
#include <type_traits>
#include <variant>

#include "gpu/effects/passes.h"
#include "gpu/effects/pixelate.h"
#include "gpu/effects/plane_blur.h"

namespace overlace {

using AllPictureFilters = EffectList<PlaneBlurFilter, PixelateFilter>;
template <class Op>
using PictureFilterFor = FindEffect<Op, AllPictureFilters>;

/// All passes over planes that there are.
using PlanePasses = decltype(passes_of(AllPictureFilters{}));

/// What a device gets for one effect on the picture in one frame.
struct alignas(16) PictureEffectRecord {
  PictureRecord picture;
  std::byte filter[1280]{};  ///< the filter's own Record
};

/// Writes the record of an operation on a picture, whose memory is that of the device.
inline void write_record(const PictureOp& op, const Target& picture, PictureEffectRecord& record) {
  record.picture = {.picture = picture, .strength = op.strength};
  std::visit(
      [&]<class Op>(const Op& one) {
        using Filter = typename PictureFilterFor<Op>::type;
        using Record = typename Filter::Record;
        static_assert(std::is_trivially_copyable_v<Record> &&
                      sizeof(Record) <= sizeof record.filter);
        new (record.filter) Record(Filter::record(one));
      },
      op.filter);
}

/// Where an effect on the picture works.
struct PicturePlace {
  Target picture;                ///< of its kind; passes take its memory from the record
  TiledImage region;             ///< as large as the picture
  std::byte* scratch = nullptr;  ///< of the operation's scratch_bytes
  Orientation stored{};
  const std::uint32_t* lost = nullptr;  ///< see PictureComponent
};

/// Calls runner.run(pass) for each pass of an effect on the picture, component after component:
/// what the filter makes of it, and then that is mixed into it.
template <class Runner>
void run_picture_effect(Runner& runner, const PictureOp& op, const PicturePlace& place,
                        const PictureEffectRecord* record) {
  for (int i = 0; i < most_components; ++i) {
    if (component_of(place.picture, i).data == nullptr) continue;
    const bool halved = is_subsampled(place.picture, i);
    const PictureComponent component{.record = &record->picture,
                                     .component = i,
                                     .size = component_size(place.picture, i),
                                     .region = place.region,
                                     .lost = place.lost};
    const PlanePlace work{.from = component,
                          .picture = place.picture,
                          .across = halved ? 2 : 1,
                          .down = halved && place.picture.half_rows ? 2 : 1,
                          .scratch = PlaneMemory(place.scratch),
                          .stored = place.stored};
    std::visit(
        [&]<class Op>(const Op& one) {
          using Filter = typename PictureFilterFor<Op>::type;
          const auto made = Filter::make(
              runner, one, work, reinterpret_cast<const typename Filter::Record*>(record->filter));
          runner.run(MixPass<std::remove_const_t<decltype(made)>>{component, made});
        },
        op.filter);
  }
}

}  // namespace overlace
