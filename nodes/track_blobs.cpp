// SPDX-License-Identifier: Apache-2.0
// track_blobs: regions that stand out by brightness, colour or edges.
#include "node_list.h"
#include "nodes/parts/shot_notes.h"
#include "nodes/parts/track_sources.h"
#include "tracking/blobs.h"

namespace overlace {
namespace {

struct Params {
  BlobKind kind = BlobKind::bright;
  Paint key{Color{0, 1, 0, 1}};
  Number threshold{0.8F};
  Number open{percent(0.3F)};
  Number close{percent(1)};
  Number min_area{0.0005F};
  Number max_area{0.5F};
  int max_count = 100;
  bool outlines = false;
};

std::unique_ptr<ClipObserver> observe(const Params& p, TrackContext& context) {
  need_pixels(context, "track_blobs");
  const BlobOptions options{.kind = p.kind,
                            .key = p.key.constant.value,
                            .threshold = p.threshold.constant.value,
                            .open = share_of_height(p.open, context.clip),
                            .close = share_of_height(p.close, context.clip),
                            .min_area = p.min_area.constant.value,
                            .max_area = p.max_area.constant.value,
                            .max_count = p.max_count,
                            .outlines = p.outlines};
  return reported(context, with_cuts(context, blob_finder(options)), [](const TrackTable& blobs) {
    return fmt::format("{} regions found", blobs.row_count());
  });
}

}  // namespace

NodeType track_blobs() {
  constexpr Range radius{0, 1000, Unit::px};
  return Node<Params>(
             "track_blobs", Stage::tracks,
             "Finds regions that stand out by their brightness, colour or edges, without ids.")
      .choice<BlobKind>("kind", &Params::kind,
                        {{"bright", BlobKind::bright},
                         {"dark", BlobKind::dark},
                         {"color", BlobKind::color},
                         {"edges", BlobKind::edges}},
                        "What makes a region.")
      .fixed_color("key", &Params::key, "The colour to find, with kind color.")
      .fixed_number("threshold", &Params::threshold, {0, 1, Unit::ratio},
                    "How bright, dark or close to the key (1 - distance in L*a*b* / 100) a pixel "
                    "must be; for edges, 4 times the step in brightness.")
      .fixed_number("open", &Params::open, radius,
                    "Specks and bridges narrower than twice this are removed.")
      .fixed_number("close", &Params::close, radius,
                    "Holes and gaps narrower than twice this are filled.")
      .fixed_number("min_area", &Params::min_area, {0, 1, Unit::ratio},
                    "Smallest box, as a share of the picture.")
      .fixed_number("max_area", &Params::max_area, {0, 1, Unit::ratio},
                    "Largest box, as a share of the picture.")
      .integer("max_count", &Params::max_count, {1, 10000, Unit::count},
               "Maximum regions in a frame; the largest stay.")
      .boolean("outlines", &Params::outlines, "Add outlines to the regions.")
      .observes(observe);
}

}  // namespace overlace
