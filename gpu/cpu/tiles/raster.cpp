// SPDX-License-Identifier: Apache-2.0
// The rasteriser: the scene and its bins, then rows of tiles, all on the workers.
#include "gpu/raster.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "gpu/cpu/tiles/alike_tiles.h"
#include "gpu/cpu/tiles/owner_tile.h"
#include "gpu/cpu/tiles/scrolled_image.h"
#include "gpu/cpu/tiles/tile_kernels.h"
#include "gpu/cpu/tiles/tile_row.h"
#include "gpu/cpu/tiles/upright_spans.h"
#include "gpu/host/ground.h"
#include "gpu/host/target.h"
#include "gpu/host/workers.h"
#include "gpu/kernels/sample.h"

namespace overlace {
namespace {

/// A worker's memory: the tile kernel's, and the segments of the current row and tile.
struct Worker {
  TileScratch scratch;
  TileRow row;
  std::vector<SegmentOnTile> segments;
  std::vector<CopiedColumns> copied;   ///< of the row, from left to right
  std::vector<std::uint64_t> upright;  ///< spans of the row, see upright_spans.h
  std::size_t tiles = 0, bytes = 0;
};

/// The blocks of a tile that lie in [left, right) px from its own left.
std::uint64_t blocks_between(int left, int right) {
  const int first = std::max(left, 0) / block_width;
  const int last = std::min(right, tile_width) / block_width - 1;
  return in_all_rows(column_bits(first, last)).own;
}

/// The columns of tiles to paint: those that the target holds and, where chroma sees it, the column
/// to their left, of which nothing is written.
TileRange columns_with(const Target& target) {
  TileRange columns = tiles_with(target.held.x, target.held.right(), tile_width);
  const bool sees_left = target.is_subsampled() && target.siting != ChromaSiting::center;
  if (sees_left && columns.first > 0) --columns.first;
  return columns;
}

}  // namespace

struct Rasterizer::State {
  State(const ReplayOptions& options, Workers& workers)
      : paint(tile_kernel(options.simd)),
        paint_owners(owner_kernel(options.simd)),
        workers(workers),
        memory(static_cast<std::size_t>(workers.count())) {}

  ReplayStats draw(const DisplayList& list, std::span<const Layer16> layers,
                   const WorkingSpace& space, Target target);
  void lay_ground(int row, TileRange tiles) const;
  [[nodiscard]] TileRange rows_to_paint(const Target& target) const;
  void draw_owners(const DisplayList& list, Size size, const OwnerTaker& owners);
  /// Has the workers paint all tiles of the scene. begin_row(row, worker) may name tiles that are
  /// copied; paint_tile(job, worker) paints the others, and returns how many it painted.
  template <class Begin, class Paint>
  void paint_tiles(const Target& target, const Begin& begin_row, const Paint& paint_tile);
  template <class Begin, class Paint>
  void paint_row(const Target& target, int row, TileRange columns, Worker& worker,
                 const Begin& begin_row, const Paint& paint_tile);
  template <class PaintAt>
  void paint_upright(int row, int column, Worker& worker, const PaintAt& paint_at) const;
  template <class PaintAt>
  void paint_around(const Target& target, int row, const CopiedColumns& copied, Worker& worker,
                    const PaintAt& paint_at) const;
  void find_scrolled(const DisplayList& list, const Target& target);
  void find_copied(int row, Worker& worker) const;
  void paint_new_columns(const SceneView& view, int row, Worker& worker) const;
  void keep_rows_above(Target& target);

  PaintTile paint;
  PaintOwners paint_owners;
  Workers& workers;
  std::vector<Worker> memory;  ///< by worker
  SceneParts scene;
  std::optional<Ground> ground;  ///< of this frame's picture: laid tile by tile
  std::vector<std::byte> above;
  std::vector<ScrolledImage> scrolled;  ///< of this frame and those before it
  std::size_t scrolled_here = 0;        ///< how many of them, the first ones, are in this frame
};

void Rasterizer::forget() {
  state_->scrolled.clear();
  state_->scrolled_here = 0;
}

/// Copies what `Target::above` describes.
void Rasterizer::State::keep_rows_above(Target& target) {
  above.clear();
  std::size_t begin[4] = {};
  for (int i = 0; i < 4; ++i) {
    const TargetPlane& plane = i == 3 ? target.alpha : target.component[i];
    if (plane.data == nullptr) continue;
    const int scale = i == 1 || i == 2 ? 2 : 1;
    const int kept = block_height / scale;
    const std::size_t row_bytes = static_cast<std::size_t>(plane.right) * plane.step;
    begin[i] = above.size();
    target.above[i] = {plane.data,
                       static_cast<std::ptrdiff_t>(row_bytes),
                       plane.step,
                       plane.left,
                       0,
                       plane.right,
                       kept * scene.rows()};
    above.resize(begin[i] + row_bytes * static_cast<std::size_t>(kept * scene.rows()));
    for (int y = kept; y < kept * scene.rows(); ++y) {
      const int source = (y / kept * tile_height - block_height) / scale + y % kept;
      if (source < plane.top || source >= plane.bottom) continue;
      const std::size_t sample = target.sample == SampleType::u8 ? 1 : 2;
      const auto skipped = static_cast<std::size_t>(plane.left) * plane.step;
      const std::size_t bytes = row_bytes - skipped - static_cast<std::size_t>(plane.step) + sample;
      std::memcpy(above.data() + begin[i] + row_bytes * static_cast<std::size_t>(y) + skipped,
                  sample_at(plane, plane.left, source), bytes);
    }
  }
  for (int i = 0; i < 4; ++i) {
    if (target.above[i].data != nullptr) target.above[i].data = above.data() + begin[i];
  }
}

/// Finds the images whose samples are kept from frame to frame, and notes their places.
void Rasterizer::State::find_scrolled(const DisplayList& list, const Target& target) {
  constexpr std::size_t most = 4;  // each keeps twice the samples that it covers
  scrolled_here = 0;
  if (list.scrolling.empty()) return;
  scene.for_each_image([&](const Item& item, SegmentRef ref) {
    const auto shown =
        std::ranges::find(list.scrolling, item.image.texture->texels, &ScrollingValues::values);
    if (shown == list.scrolling.end() || scrolled_here == most) return;
    const auto here = scrolled.begin() + static_cast<std::ptrdiff_t>(scrolled_here);
    auto known = std::find_if(here, scrolled.end(), [&](const ScrolledImage& image) {
      return image.source() == shown->source;
    });
    if (known == scrolled.end()) {
      if (scrolled.size() < most) scrolled.emplace_back();
      known = scrolled.end() - 1;
    }
    if (!known->place(item, ref, *shown, scene.texture_generation(), target)) return;
    std::iter_swap(scrolled.begin() + static_cast<std::ptrdiff_t>(scrolled_here++), known);
  });
}

/// Finds the pixels of a row that need not be painted.
void Rasterizer::State::find_copied(int row, Worker& worker) const {
  const std::span<const SegmentRef> refs = worker.row.refs();
  for (const ScrolledImage& image : std::span(scrolled).first(scrolled_here)) {
    if (row < image.rows().first || row > image.rows().last) continue;
    const auto ref = std::ranges::find(refs, image.segment());
    if (ref == refs.end()) continue;
    const auto index = static_cast<std::size_t>(ref - refs.begin());
    for (int tile = 0; tile < scene.columns();) {
      const TileRange pure = worker.row.tiles_with_only(index, tile);
      const BlockColumns kept = image.kept_columns(pure);
      if (!kept.is_empty()) worker.copied.push_back({&image, kept});
      tile = std::max(pure.last, tile) + 1;
    }
  }
  std::ranges::sort(worker.copied, {}, [](const CopiedColumns& c) { return c.columns.left; });
}

/// Paints the columns of a row that scrolled images have not kept.
void Rasterizer::State::paint_new_columns(const SceneView& view, int row, Worker& worker) const {
  constexpr std::uint64_t only = 1;
  for (const ScrolledImage& image : std::span(scrolled).first(scrolled_here)) {
    if (row < image.rows().first || row > image.rows().last) continue;
    const SegmentRef ref = image.segment();
    worker.segments.resize(std::max<std::size_t>(worker.segments.size(), 1));
    worker.scratch.carried = 0;
    const TileRange tiles = image.new_tiles();
    for (int tile = tiles.first; tile <= tiles.last; ++tile) {
      // To the left of the canvas, only what the chroma of its first pixels sees is needed.
      const int x = tile * tile_width, seen = image.canvas().held.x - block_width;
      const TileJob job{x,
                        row * tile_height,
                        {&ref, 1},
                        {&only, 1},
                        worker.segments.data(),
                        x + tile_width,
                        blocks_between(seen - x, tile_width)};
      paint(view, image.canvas(), job, worker.scratch);
    }
  }
}

/// Lays the ground of tiles of a row, if the picture has one, right before they are painted: they
/// are in the first-level cache then.
void Rasterizer::State::lay_ground(int row, TileRange tiles) const {
  if (ground)
    ground->lay(
        {tiles.first * tile_width, row * tile_height, tiles.size() * tile_width, tile_height});
}

/// The rows of tiles from the first to the last one with anything in it, or all rows if there is a
/// ground: small scenes, such as one object's, skip the rest.
TileRange Rasterizer::State::rows_to_paint(const Target& target) const {
  TileRange rows = tiles_with(target.held.y, target.held.bottom(), tile_height);
  if (ground) return rows;
  while (rows.first <= rows.last && scene.is_empty(rows.first)) ++rows.first;
  while (rows.first < rows.last && scene.is_empty(rows.last)) --rows.last;
  return rows;
}

template <class Begin, class Paint>
void Rasterizer::State::paint_row(const Target& target, int row, TileRange columns, Worker& worker,
                                  const Begin& begin_row, const Paint& paint_tile) {
  if (scene.is_empty(row)) return lay_ground(row, columns);
  const SceneView view = scene.view();
  TileRow& tiles = worker.row;
  tiles.build(scene, row);
  worker.copied.clear();
  worker.upright.clear();  // without a ground, the picture's rows are not alike
  begin_row(row, worker);
  worker.segments.resize(std::max(worker.segments.size(), tiles.refs().size()));
  worker.scratch.carried = 0;
  auto copied = worker.copied.begin();
  int next = tiles.tile_after(columns.first - 1);
  const auto paint_at = [&](int column, std::uint64_t blocks, int alike = 1) {
    const TileJob job{column * tile_width,    row * tile_height, tiles.refs(), tiles.words(column),
                      worker.segments.data(), next * tile_width, blocks,       alike};
    return paint_tile(job, worker);
  };
  bool rows_alike = false;  // whether the rows of pixels of the tile before are all alike
  // The last tile that may be painted together with others; a ground is laid tile by tile.
  const int last_whole = ground ? columns.first - 1 : target.held.right() / tile_width - 1;
  int last_same = columns.first - 1;
  for (int column = columns.first; column <= columns.last; ++column) {
    if (copied != worker.copied.end() && column == copied->tiles().first) {
      column = copied->tiles().last;
      next = tiles.tile_after(column);
      paint_around(target, row, *copied, worker, paint_at);
      worker.bytes += copied->image->copy(target, row, copied->columns);
      ++copied;
      rows_alike = false;
      continue;
    }
    const bool is_painted = column == next || worker.scratch.carried != 0;
    rows_alike = ground && (rows_alike || worker.scratch.carried == 0) &&
                 tiles.has_only(worker.upright, column);
    if (column == next) next = tiles.tile_after(column);
    if (is_painted && rows_alike) {
      paint_upright(row, column, worker, paint_at);
      continue;
    }
    lay_ground(row, {column, column});
    if (!is_painted) continue;
    if (column > last_same)
      last_same = last_alike(view, tiles, row * tile_height, column, std::max(column, last_whole));
    const int painted = paint_at(column, blocks_between(0, tile_width), last_same - column + 1);
    if (painted == 1) continue;
    column += painted - 1;
    next = tiles.tile_after(column);
  }
}

/// Paints a tile whose rows of pixels are all alike: one row of blocks, which is then repeated.
template <class PaintAt>
void Rasterizer::State::paint_upright(int row, int column, Worker& worker,
                                      const PaintAt& paint_at) const {
  const PixelRect tile{column * tile_width, row * tile_height, tile_width, tile_height};
  ground->lay({tile.x, tile.y, tile.width, block_height});
  paint_at(column, row_of_blocks(0).own);
  ground->repeat_first_row(tile);
  repeat_first_row(worker.scratch);
}

/// Paints what is to the left and right of copied pixels on their tiles, before they are copied:
/// the chroma of a block next to painted ones changes, too. On the right, the last of the copied
/// blocks is painted as well, because chroma there sees it.
template <class PaintAt>
void Rasterizer::State::paint_around(const Target& target, int row, const CopiedColumns& copied,
                                     Worker& worker, const PaintAt& paint_at) const {
  const auto [left, right] = copied.columns;
  const auto [first, last] = copied.tiles();
  lay_ground(row, {first, first});
  if (last != first) lay_ground(row, {last, last});
  if (left > first * tile_width) paint_at(first, blocks_between(0, left - first * tile_width));
  worker.scratch.carried = 0;
  if (right < target.size.width)
    paint_at(last, blocks_between(right - block_width - last * tile_width, tile_width));
}

template <class Begin, class Paint>
void Rasterizer::State::paint_tiles(const Target& target, const Begin& begin_row,
                                    const Paint& paint_tile) {
  const TileRange columns = columns_with(target);
  const TileRange rows = rows_to_paint(target);
  workers.for_each(static_cast<std::size_t>(rows.size()), [&](std::size_t i, int worker) {
    Worker& own = memory[static_cast<std::size_t>(worker)];
    paint_row(target, rows.first + static_cast<int>(i), columns, own, begin_row, paint_tile);
  });
}

ReplayStats Rasterizer::State::draw(const DisplayList& list, std::span<const Layer16> layers,
                                    const WorkingSpace& space, Target target) {
  const bool sees_above = chroma_sees_above(target);
  scene.build(list, layers, {space, target.size, sees_above ? block_height : 0}, workers);
  ReplayStats stats;
  stats.primitives = list.primitives.size();
  stats.segments = scene.segment_count();
  if (ground && (stats.segments == 0 || scene.blends_with_picture())) {
    ground->lay(whole(target.size));  // a blend also looks at neighbours
    ground.reset();
  }
  if (stats.segments == 0 || target.held.is_empty()) return stats;
  if (scene.blends_with_picture()) check_blending(target);
  if (sees_above && scene.blends_with_picture()) keep_rows_above(target);
  for (Worker& worker : memory) worker.tiles = worker.bytes = 0;
  const SceneView view = scene.view();
  find_scrolled(list, target);
  const auto begin_row = [&](int row, Worker& worker) {
    find_copied(row, worker);
    if (ground && !sees_above)
      find_upright_spans(view, worker.row.refs(), row * tile_height, worker.upright);
    paint_new_columns(view, row, worker);
  };
  paint_tiles(target, begin_row, [&](const TileJob& job, Worker& worker) {
    const PaintedTiles painted = paint(view, target, job, worker.scratch);
    worker.bytes += painted.bytes;
    worker.tiles += static_cast<std::size_t>(painted.count);
    return painted.count;
  });
  for (const Worker& worker : memory) {
    stats.tiles += worker.tiles;
    stats.bytes_written += worker.bytes;
  }
  return stats;
}

void Rasterizer::State::draw_owners(const DisplayList& list, Size size, const OwnerTaker& owners) {
  const WorkingSpace space = layer_space({});
  const Target target = layer_target({}, size, space);
  ground.reset();
  scene.build(list, {}, {space, size, 0}, workers);
  if (scene.segment_count() == 0) return;
  const SceneView view = scene.view();
  const auto begin_row = [](int, Worker&) {};
  paint_tiles(target, begin_row, [&](const TileJob& job, Worker& worker) {
    paint_owners(view, target, job, worker.scratch, owners);
    return 1;
  });
}

Rasterizer::Rasterizer(const ReplayOptions& options)
    : own_workers_(std::make_unique<Workers>(worker_count(options.threads))),
      state_(std::make_unique<State>(options, *own_workers_)) {}
Rasterizer::Rasterizer(const ReplayOptions& options, Workers& workers)
    : state_(std::make_unique<State>(options, workers)) {}
Rasterizer::~Rasterizer() = default;

ReplayStats Rasterizer::draw(const DisplayList& list, std::span<const Layer16> layers,
                             const ImageView& target) {
  const WorkingSpace space = make_working_space(target.format, target.color);
  state_->ground.reset();
  if (target.has_ground()) state_->ground.emplace(target);
  return state_->draw(list, layers, space, picture_target(target, space));
}

ReplayStats Rasterizer::draw(const DisplayList& list, std::span<const Layer16> layers,
                             Layer16& target, const ColorSpec& picture) {
  std::fill(target.occupied.begin(), target.occupied.end(), std::uint8_t{0});
  const WorkingSpace space = layer_space(picture);
  state_->ground.reset();
  const LayerMemory memory{target.pixels.data(), target.occupied.data(), target.kind,
                           target.blocks.data()};
  return state_->draw(list, layers, space, layer_target(memory, target.size, space));
}

void Rasterizer::draw_owners(const DisplayList& list, Size size, const OwnerTaker& owners) {
  state_->draw_owners(list, size, owners);
}

}  // namespace overlace
