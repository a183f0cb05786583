// SPDX-License-Identifier: Apache-2.0
// Painting lines and boxes from ready lists of commands: what it would take if the tests that make
// the lists were done before.
#pragma once

#include "bench/gpu/paint_variants.h"
#include "gpu/device/kernel_list.h"
#include "gpu/device/paint_tiles.h"

namespace overlace {

enum class CommandKind : std::uint8_t {
  beside,   ///< first: a segment; on `second` cells
  nearest,  ///< followed by `first` commands `seen`; on `second` cells
  seen,     ///< first: a segment; cells that see it, its start, its end are second, third, slot
  whole,    ///< on `second` cells
  edges     ///< of a box: straight on `second` cells, any on `third`
};

/// A part of an item on some cells of a region.
struct alignas(16) PaintCommand {
  std::uint32_t slot : 24;  ///< of the item
  std::uint32_t kind : 8;
  std::uint32_t first, second, third;
};

struct CommandTask {
  std::int32_t x, y;           ///< top-left pixel of the region
  std::uint32_t cells;         ///< that are painted, with the halo's
  std::uint32_t first, count;  ///< of commands
};

/// Zero before the lists are made.
struct CommandCounters {
  std::uint32_t tasks, commands;
  std::uint32_t failed;  ///< not 0: there was no room, or an item of another kind
};

/// Lists of commands, in the order of a pass's tasks.
struct CommandTables {
  static constexpr std::uint32_t most_tasks = 1U << 16U, most_commands = 1U << 22U;
  CommandCounters* counters;
  CommandTask* tasks;
  PaintCommand* commands;
};

/// Makes the list of one task, with the tests of paint_stroke and paint_box; counts it if `list` is
/// null.
template <class Region>
class CommandLister {
 public:
  OVL_FN CommandLister(Region& region, PaintCommand* list) : region_(region), list_(list) {}

  OVL_FN void add(const Item& item, std::uint32_t slot) {
    if (item.kind == ItemKind::stroke) return add_stroke(item, slot);
    if (item.kind == ItemKind::box) return add_box(item, slot);
    failed_ = true;
  }
  [[nodiscard]] OVL_FN std::uint32_t count() const { return count_; }
  [[nodiscard]] OVL_FN bool failed() const { return failed_; }

 private:
  OVL_FN void append(CommandKind kind, std::uint32_t slot, std::uint32_t first,
                     std::uint32_t second, std::uint32_t third) {
    region_.threads.each([&](int lane) {
      if (lane == 0 && list_ != nullptr)
        list_[count_] = {slot, static_cast<std::uint32_t>(kind), first, second, third};
    });
    ++count_;
  }

  OVL_FN void add_stroke(const Item& item, std::uint32_t slot) {
    const std::uint32_t near = find_segments(region_, item);
    if (near == 0) return;
    if (near > warp_size) {
      failed_ = true;
      return;
    }
    const auto sight = look_at_segments(region_, item, near);
    std::uint32_t cells = region_.cells_where([&](int lane) { return sight[lane].segments != 0; });
    const bool has_sides = !(item.dash.period > 0) && !(item.glow_radius > 0);
    for (std::uint32_t i = 0; i < near && has_sides; ++i) {
      const std::uint32_t beside = region_.cells_where([&](int lane) {
        const CellSight& seen = sight[lane];
        return seen.segments == 1U << i && ((seen.starts | seen.ends) >> i & 1U) == 0;
      });
      if (beside == 0) continue;
      append(CommandKind::beside, slot, region_.memory.segments[i], beside, 0);
      cells &= ~beside;
    }
    if (cells != 0) add_nearest(sight, near, slot, cells);
  }

  template <class Sight>
  OVL_FN void add_nearest(const Sight& sight, std::uint32_t near, std::uint32_t slot,
                          std::uint32_t cells) {
    const auto cells_that = [&](std::uint32_t i, std::uint32_t CellSight::*see) {
      return cells &
             region_.cells_where([&](int lane) { return (sight[lane].*see >> i & 1U) != 0; });
    };
    std::uint32_t seen = 0;
    for (std::uint32_t i = 0; i < near; ++i)
      if (cells_that(i, &CellSight::segments) != 0) ++seen;
    append(CommandKind::nearest, slot, seen, cells, 0);
    for (std::uint32_t i = 0; i < near; ++i) {
      const std::uint32_t by = cells_that(i, &CellSight::segments);
      if (by != 0)
        append(CommandKind::seen, cells_that(i, &CellSight::ends), region_.memory.segments[i], by,
               cells_that(i, &CellSight::starts));
    }
  }

  OVL_FN void add_box(const Item& item, std::uint32_t slot) {
    const BoxReach reach = box_reach(item);
    const std::uint32_t touched = region_.cells_where(
        [&](int lane) { return !is_outside(region_.areas[lane], reach.bounds); });
    const std::uint32_t deep = touched & region_.cells_where([&](int lane) {
      return is_deep(item.rect, reach, region_.areas[lane]);
    });
    const std::uint32_t edges = touched & ~deep;
    const std::uint32_t straight = edges & region_.cells_where([&](int lane) {
      return is_straight(item, reach, region_.areas[lane]);
    });
    if (deep != 0) append(CommandKind::whole, slot, 0, deep, 0);
    if (edges != 0) append(CommandKind::edges, slot, 0, straight, edges & ~straight);
  }

  Region& region_;
  PaintCommand* list_;
  std::uint32_t count_ = 0;
  bool failed_ = false;
};

/// A region for a task of commands, or of the lister.
template <class ThreadGroup>
OVL_FN Region<VariantTraits, ThreadGroup> command_region(ThreadGroup& threads,
                                                         const SceneTables& scene,
                                                         const PassRecord& pass, int x, int y,
                                                         std::uint32_t cells) {
  return {threads,
          scene,
          pass,
          threads.template shared<RegionMemory<VariantTraits::cells>>(),
          pass.target.size,
          x,
          y,
          cells & VariantTraits::all_cells,
          threads.template make<Rect>()};
}

/// Makes the lists of a pass, once all items are in their bins. However long that takes.
struct ListCommands {
  static constexpr int group_size = warp_size;
  static constexpr bool is_persistent = true;
  SceneTables scene;
  const PassRecord* pass;
  CommandTables tables;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    const PaintTasks tasks(scene, VariantTraits::allows_strips, threads.count());
    for (std::uint32_t number = threads.index();; number += threads.count()) {
      const PaintTask task = tasks.task(number);
      if (!task.exists) return;
      if (number >= CommandTables::most_tasks) return fail(threads);
      list(threads, task, number);
    }
  }

 private:
  template <class ThreadGroup>
  OVL_FN void list(ThreadGroup& threads, const PaintTask& task, std::uint32_t number) const {
    const Size size = pass->target.size;
    auto region = command_region(threads, scene, *pass, task.x, task.y, task.cells);
    threads.each([&](int lane) {
      if (lane < VariantTraits::cells)
        region.areas[lane] = area_of_cell(task.x, task.y, size, lane);
    });
    CommandLister counter(region, nullptr);
    if (task.is_in_class(scene)) add_items(counter, threads, task.bin);
    const std::uint32_t count = counter.count(), first = reserve(threads, count);
    const bool has_room =
        count <= CommandTables::most_commands && first <= CommandTables::most_commands - count;
    if (count != 0 && has_room) {
      CommandLister lister(region, tables.commands + first);
      add_items(lister, threads, task.bin);
    }
    threads.each([&](int lane) {
      if (lane != 0) return;
      tables.tasks[number] = {task.x, task.y, region.cells, first, count};
      atomic_max(&tables.counters->tasks, number + 1);
    });
    if (counter.failed() || !has_room) fail(threads);
  }

  template <class ThreadGroup>
  OVL_FN void fail(const ThreadGroup& threads) const {
    threads.each([&](int lane) {
      if (lane == 0) atomic_or(&tables.counters->failed, 1);
    });
  }
  template <class Lister, class ThreadGroup>
  OVL_FN void add_items(Lister& lister, const ThreadGroup& threads, std::uint32_t bin) const {
    BinItems<ThreadGroup> items(threads, scene, bin);
    items.each([&](std::uint32_t slot) { lister.add(scene.items[slot], slot); });
  }
  template <class ThreadGroup>
  OVL_FN std::uint32_t reserve(const ThreadGroup& threads, std::uint32_t count) const {
    auto first = threads.template make<std::uint32_t>();
    threads.each([&](int lane) {
      if (lane == 0) first[lane] = atomic_add(&tables.counters->commands, count);
    });
    return threads.broadcast(first, 0);
  }
};

/// Paints a pass from its lists; nothing if they could not be made. The picture holds all tasks.
struct PaintCommands {
  static constexpr int group_size = warp_size;
  static constexpr bool is_persistent = true;
  static constexpr int blocks_at_once = NotedTiles::blocks_at_once;
  SceneTables scene;
  const PassRecord* pass;
  CommandTables tables;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    tell_counts(threads, scene);
    if (scene.counters->overflow != 0 || tables.counters->failed != 0) return;
    for (std::uint32_t number = threads.index(); number < tables.counters->tasks;) {
      auto dealt = threads.template make<std::uint32_t>();
      paint(threads, number, [&] { dealt = deal_task(threads, scene); });
      number = threads.count() + threads.broadcast(dealt, 0);
    }
  }

 private:
  template <class ThreadGroup, class Deal>
  OVL_FN void paint(ThreadGroup& threads, std::uint32_t number, const Deal& deal) const {
    const CommandTask task = tables.tasks[number];
    const PaintCommand* const list = tables.commands + task.first;
    auto region = command_region(threads, scene, *pass, task.x, task.y, task.cells);
    clear_paint(region);
    for (std::uint32_t first = 0; first < task.count; first += warp_size) {
      auto commands = threads.template make<PaintCommand>();
      threads.each([&](int lane) {
        const std::uint32_t i = first + static_cast<std::uint32_t>(lane);
        if (i >= task.count) return;
        commands[lane] = list[i];
        bring_near(commands[lane]);
      });
      const std::uint32_t rest = task.count - first;
      const int end = static_cast<int>(rest < warp_size ? rest : warp_size);
      OVL_ROLLED
      for (int i = 0; i < end; ++i)
        run(region, threads.broadcast(commands, i),
            list + first + static_cast<std::uint32_t>(i) + 1);
    }
    deal();
    if (region.touched != 0) resolve(region);
  }

  OVL_FN void bring_near(const PaintCommand& command) const {
    const auto kind = static_cast<CommandKind>(command.kind);
    if (kind != CommandKind::seen) {
      const auto* item = reinterpret_cast<const std::byte*>(scene.items + command.slot);
      constexpr int line = 64;
      fetch_byte(item);
      fetch_byte(item + line);
    }
    if (kind == CommandKind::beside || kind == CommandKind::seen)
      fetch_byte(reinterpret_cast<const std::byte*>(scene.segments + command.first));
  }

  template <class Region>
  OVL_FN void run(Region& region, const PaintCommand& command, const PaintCommand* after) const {
    const auto kind = static_cast<CommandKind>(command.kind);
    if (kind == CommandKind::seen) return;
    const Item& item = scene.items[command.slot];
    if (kind == CommandKind::whole) return paint_whole(region, command.second, item.fill);
    if (kind == CommandKind::edges) return paint_edges(region, item, command);
    switch (item.detail) {
      case StrokeDetail::none:
        return paint_stroke_part<StrokeDetail::none>(region, item, command, after);
      case StrokeDetail::along:
        return paint_stroke_part<StrokeDetail::along>(region, item, command, after);
      case StrokeDetail::cut:
        return paint_stroke_part<StrokeDetail::cut>(region, item, command, after);
      case StrokeDetail::stops:
        return paint_stroke_part<StrokeDetail::stops>(region, item, command, after);
    }
  }

  template <class Region>
  OVL_FN void paint_edges(Region& region, const Item& item, const PaintCommand& command) const {
    const BoxBand band = box_band(item);
    if (command.second != 0)
      paint_box_edge(region, command.second, item,
                     [&](float x, float y) { return straight_box_coverage(item, band, x, y); });
    if (command.third != 0)
      paint_box_edge(region, command.third, item,
                     [&](float x, float y) { return box_coverage(item, band, x, y); });
  }

  template <StrokeDetail detail, class Region>
  OVL_FN void paint_stroke_part(Region& region, const Item& item, const PaintCommand& command,
                                const PaintCommand* after) const {
    constexpr StrokeDetail beside = detail == StrokeDetail::cut ? StrokeDetail::along : detail;
    if (static_cast<CommandKind>(command.kind) == CommandKind::beside)
      return paint_beside<beside>(region, item, scene.segments[command.first], command.second);
    OVL_ROLLED
    for (std::uint32_t cells = command.second; cells != 0; cells &= cells - 1) {
      const int cell = lowest_bit(cells);
      paint_nearest<detail>(region, item, cell, [&](const auto& add) {
        OVL_ROLLED
        for (std::uint32_t i = 0; i < command.first; ++i) {
          const PaintCommand seen = after[i];
          if ((seen.second >> cell & 1U) == 0) continue;
          Segment segment = scene.segments[seen.first];
          if ((seen.third >> cell & 1U) == 0) segment.start_end = smooth_end;
          if ((seen.slot >> cell & 1U) == 0) segment.end_end = smooth_end;
          add(segment);
        }
      });
    }
  }
};

using CommandKernels = KernelList<ListCommands, PaintCommands>;

}  // namespace overlace
