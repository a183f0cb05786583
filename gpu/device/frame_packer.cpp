// SPDX-License-Identifier: Apache-2.0
// Packing: host steps run where they stand in paint order, device steps become records.
#include "gpu/device/frame_packer.h"

#include <algorithm>

#include "color/working_space.h"
#include "gpu/host/target.h"
#include "gpu/host/workers.h"

namespace overlace {
namespace {

/// Copies as many records as there is room for.
template <class T>
void copy_up_to(std::span<const T> from, const Mirrored<T>& to, std::size_t at) {
  if (at >= to.capacity) return;
  std::copy_n(from.begin(), std::min(from.size(), to.capacity - at), to.host + at);
}

bool may_cover_picture(const Item& item) {
  return item.kind == ItemKind::fill || item.kind == ItemKind::pattern ||
         item.kind == ItemKind::layer;
}

}  // namespace

FramePacker::FramePacker(std::shared_ptr<const Plan> plan, const DeviceProgram& program,
                         int threads)
    : plan_(std::move(plan)),
      program_(program),
      arena_(worker_count(threads)),
      stages_(plan_, arena_),
      bounds_(plan_) {
  list_.atlas = &stages_.atlas();
}

DeviceCapacity FramePacker::pack(const FrameTime& time, const DeviceTables& tables,
                                 const DevicePictures& pictures, FrameRecords& records) {
  time_ = time;
  wanted_ = {};
  draw_count_ = 0;
  empty_ = true;
  if (program_.picture_effects > 0 && lacks_pixels(pictures.target))
    bounds_.check_window(time, stages_, pictures.target);
  stages_.begin(time);
  pack_links(tables, records);
  pack_effects(pictures, records);
  for (std::size_t i = 0; i < program_.passes.size(); ++i) pack_pass(i, tables, pictures, records);
  wanted_.atlas = stages_.atlas().coverage.size();
  return wanted_;
}

void FramePacker::pack_links(const DeviceTables& tables, FrameRecords& records) {
  for (std::size_t i = 0; i < program_.links.size(); ++i) {
    const LinkWork& work = program_.links[i];
    LinkRecord& record = records.links.host[i];
    record = {};
    if (work.made_on_host || work.tracks == no_tracks) continue;
    const auto& step = std::get<LinkStep>(plan_->steps[work.step].work);
    const FrameTime time = time_of_step(work.step);
    record.op = std::get<LinkKnnOp>(step.lower(time));
    record.tracks = device_rows(work.tracks, time, tables);
    record.row_of_rank = tables.tracks[work.tracks].row_of_rank;
  }
}

void FramePacker::pack_effects(const DevicePictures& pictures, FrameRecords& records) {
  for (const EffectWork& work : program_.effects) {
    const auto& step = plan_->steps[work.step].work;
    if (const auto* effect = std::get_if<EffectStep>(&step)) {
      write_record(effect->lower(time_of_step(work.step)), layer_space(pictures.target.color),
                   records.effects.host[work.record]);
      continue;
    }
    const ImageView& picture = pictures.target;
    write_record(std::get<PictureStep>(step).lower(time_), filtered_target(picture),
                 layer_space(picture.color), records.picture_effects.host[work.record]);
  }
}

/// Puts links that the host made for device draws where the device reads them in place.
void FramePacker::send_links(const LinkWork& work, LinkRecord& record, FrameRecords& records) {
  const auto& step = std::get<LinkStep>(plan_->steps[work.step].work);
  const std::span<const Link> links = stages_.links(step.output);
  record.host_count = static_cast<std::uint32_t>(links.size());
  record.host_links = records.host_links.device + wanted_.host_links;
  copy_up_to(links, records.host_links, wanted_.host_links);
  wanted_.host_links += links.size();
}

void FramePacker::pack_pass(std::size_t index, const DeviceTables& tables,
                            const DevicePictures& pictures, FrameRecords& records) {
  const PassWork& work = program_.passes[index];
  PassRecord& pass = records.passes.host[index];
  pass = {};
  const ColorSpec& color = pictures.target.color;
  pass.space = work.layer ? layer_space(color) : make_working_space(pictures.target.format, color);
  pass.stored = plan_->clip.stored;
  pass.target = work.layer
                    ? layer_target(tables.layers[*work.layer], stored_size(plan_->clip), pass.space)
                    : picture_target(pictures.target, pass.space);
  if (work.blends_with_target) check_blending(pass.target);
  const bool has_backdrop = !work.layer && pictures.backdrop.planes[0].data != nullptr;
  pass.backdrop = has_backdrop ? picture_target(pictures.backdrop, pass.space) : pass.target;
  pass.layers = tables.layers_on_device;
  pass.textures = tables.textures_on_device;
  pass.texture_count = static_cast<std::uint32_t>(tables.texture_views.size());
  pass.atlas = tables.atlas;
  pass.draw_begin = static_cast<std::uint32_t>(draw_count_);

  scene_.begin(
      pass.space, pass.turn(),
      {&stages_.atlas(), tables.layer_views, tables.texture_views, tables.textures_on_device});
  next_item_ = 0;
  for (const PassEntry& entry : work.entries) {
    if (entry.on_host) run_on_host(entry.step, records);
    if (entry.draw)
      add_draw(device_draw(program_.draws[*entry.draw], entry.step, tables, records), records);
  }
  pass.draw_end = static_cast<std::uint32_t>(draw_count_);
  pass.item_count = next_item_;
  wanted_.items = std::max<std::size_t>(wanted_.items, next_item_);
  empty_ = empty_ && next_item_ == 0;
  send_scene(pass, records);
}

/// Runs a host step and adds one draw of its items, which are consecutive and in paint order.
void FramePacker::run_on_host(std::size_t step, FrameRecords& records) {
  list_.clear();
  const std::size_t before = scene_.items().size();
  stages_.run(step, list_);
  scene_.add(list_.primitives, list_);
  for (std::size_t i = 0; i < program_.links.size(); ++i)
    if (program_.links[i].step == step && program_.links[i].made_on_host)
      send_links(program_.links[i], records.links.host[i], records);
  const auto count = static_cast<std::uint32_t>(scene_.items().size() - before);
  if (count == 0) return;
  DrawRecord draw;
  draw.slots = count;
  draw.wide = std::ranges::any_of(scene_.items().subspan(before), may_cover_picture);
  draw.host_items = records.items.device + wanted_.host_items + before;
  add_draw(draw, records);
}

void FramePacker::add_draw(const DrawRecord& draw, FrameRecords& records) {
  DrawRecord& record = records.draws.host[draw_count_++];
  record = draw;
  record.first_item = next_item_;
  next_item_ += draw.slots * draw.items_per_slot;
}

DrawRecord FramePacker::device_draw(const DrawWork& work, std::size_t step,
                                    const DeviceTables& tables, const FrameRecords& records) const {
  const auto& draw = std::get<DrawStep>(plan_->steps[step].work);
  DrawRecord record;
  record.items_per_slot = work.items_per_slot;
  record.group = scene_.open_group();
  const FrameTime time = time_of_step(step);
  record.tracks = device_rows(work.tracks, time, tables);
  record.slots = record.tracks.rows.size();
  std::visit(
      [&]<class Op>(const Op& op) {
        if constexpr (DrawDescriptor<Op>::on_device) record.op = op;
        if constexpr (DrawDescriptor<Op>::source == DrawSource::history)
          add_past(work, {time.frame - op.frames, time.frame}, op.parts, tables, record);
        if constexpr (takes_curves(DrawDescriptor<Op>::source))
          add_curves(work, tables, records, record);
        if constexpr (DrawDescriptor<Op>::source == DrawSource::curve_parts)
          record.slots *= static_cast<std::uint32_t>(op.parts);
      },
      draw.lower(time));
  return record;
}

/// Fills in what a draw of curves needs: its links, and how to make curves of them.
void FramePacker::add_curves(const DrawWork& work, const DeviceTables& tables,
                             const FrameRecords& records, DrawRecord& record) const {
  const auto& curve = std::get<CurveStep>(plan_->steps[work.curve_step].work);
  record.curve = std::get<CurveBezierOp>(curve.lower(time_of_step(work.curve_step)));
  const LinkWork& link = program_.links[work.link];
  const LinkRecord& made = records.links.host[work.link];
  record.links = link.made_on_host ? made.host_links : tables.links[work.link].links;
  record.link_count = link.made_on_host ? &records.links.device[work.link].host_count
                                        : tables.links[work.link].count;
  record.slots =
      link.made_on_host ? made.host_count : record.slots * static_cast<std::uint32_t>(link.k);
}

void FramePacker::add_past(const DrawWork& work, FrameInterval past, std::int32_t parts,
                           const DeviceTables& tables, DrawRecord& record) const {
  if (work.tracks == no_tracks) return;
  const TrackTable& table = *plan_->tracks[work.tracks];
  const std::int32_t end = std::min(past.end, table.first_frame + table.frame_count());
  const std::int32_t begin = std::max(past.begin, table.first_frame);
  const RowRange rows = table.rows(FrameInterval{begin, end});
  record.slots = rows.size() * static_cast<std::uint32_t>(parts);
  if (record.slots == 0) return;
  record.past = {rows, tables.tracks[work.tracks].frame_begin + (begin - table.first_frame),
                 end - begin, past.end - begin};
}

void FramePacker::send_scene(PassRecord& pass, FrameRecords& records) {
  pass.groups = records.groups.device + wanted_.groups;
  pass.host_segments = records.segments.device + wanted_.host_segments;
  pass.host_segment_count = static_cast<std::uint32_t>(scene_.segments().size());
  scene_.place_words(records.words.device + wanted_.words);
  copy_up_to(scene_.groups(), records.groups, wanted_.groups);
  copy_up_to(scene_.items(), records.items, wanted_.host_items);
  copy_up_to(scene_.segments(), records.segments, wanted_.host_segments);
  copy_up_to(scene_.frame_words(), records.words, wanted_.words);
  wanted_.groups += scene_.groups().size();
  wanted_.host_items += scene_.items().size();
  wanted_.host_segments += scene_.segments().size();
  wanted_.words += scene_.frame_words().size();
  wanted_.segments = std::max(wanted_.segments, scene_.segments().size());
}

TrackView FramePacker::device_rows(std::size_t tracks, const FrameTime& time,
                                   const DeviceTables& tables) const {
  if (tracks == no_tracks) return {};
  TrackView view = tables.tracks[tracks].columns;
  view.rows = plan_->tracks[tracks]->rows(time.frame);
  return view;
}

}  // namespace overlace
