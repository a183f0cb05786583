// SPDX-License-Identifier: Apache-2.0
// What the painting kernel notes about itself while it runs.
#pragma once

#include "gpu/device/clock.h"
#include "gpu/device/paint_tiles.h"

namespace overlace {

inline constexpr int paint_sections = 7;

/// The notes of a warp. Zero before the launch.
struct PaintNote {
  std::uint64_t begin_ns = 0, end_ns = 0;  ///< on the device's clock; 0: the warp was not launched
  std::uint32_t multiprocessor = 0;
  std::uint32_t regions = 0;                  ///< that it painted
  std::uint32_t cycles[paint_sections] = {};  ///< in each section, waiting included
};

/// Notes when and where a warp runs and how much it paints; optionally also the cycles per section,
/// which costs a few instructions whenever a section is entered.
template <bool has_sections>
class PaintProbe {
 public:
  template <class ThreadGroup>
  OVL_FN PaintProbe(ThreadGroup& threads, PaintNote* note)
      : note_(note), entered_(device_cycles()) {
    threads.each([&](int lane) {
      if (lane != 0) return;
      note_->begin_ns = device_now_ns();
      note_->multiprocessor = device_multiprocessor();
    });
  }
  template <class ThreadGroup>
  OVL_FN void begin_region(ThreadGroup& threads) {
    ++regions_;
    enter(threads, PaintSection::items);
  }
  template <class ThreadGroup>
  OVL_FN void enter(ThreadGroup& threads, PaintSection next) {
    if constexpr (has_sections) {
      const std::uint32_t now = device_cycles(), spent = now - entered_;
      // An atomic addition, since nothing waits for its result.
      threads.each([&](int lane) {
        if (lane == 0) atomic_add(&note_->cycles[static_cast<int>(section_)], spent);
      });
      section_ = next;
      entered_ = now;
    }
  }
  template <class ThreadGroup>
  OVL_FN void end(ThreadGroup& threads) {
    enter(threads, section_);
    threads.each([&](int lane) {
      if (lane != 0) return;
      note_->regions = regions_;
      note_->end_ns = device_now_ns();
    });
  }

 private:
  PaintNote* note_;
  std::uint32_t entered_;
  std::uint32_t regions_ = 0;
  PaintSection section_ = PaintSection::deal;
};

/// The painting kernel that is probed: for 8-bit 4:2:0 video with chroma sited left, no groups.
using ProbedTiles = PaintTiles<PaintTraits<PaintTo::video8, Halo::left, false>>;

/// The same kernel with a probe.
template <bool has_sections>
struct ProbedPaint {
  static constexpr int group_size = ProbedTiles::group_size;
  static constexpr bool is_persistent = true;
  ProbedTiles tiles;
  PaintNote* notes;  ///< one per group

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    PaintProbe<has_sections> probe(threads, notes + threads.index());
    tiles.paint(threads, probe);
    probe.end(threads);
  }
};
using ProbedKernels = KernelList<ProbedPaint<false>, ProbedPaint<true>>;

}  // namespace overlace
