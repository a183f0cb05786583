// SPDX-License-Identifier: Apache-2.0
// Hours of sound, and the memory they take: soak_synth [HOURS, default 8].
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "sound/synth/mastering.h"
#include "sound/synth/performance.h"

namespace {

using namespace overlace;

constexpr int frames_per_second = 25;

/// Objects that come and go, more of them than there are voices.
void crowd(int frame, std::vector<Note>& notes) {
  for (std::uint64_t i = 0; i < 80; ++i) {
    const std::uint64_t step = static_cast<std::uint64_t>(frame) / 7 + i;
    if (step % 5 == 0) continue;
    notes.push_back({.key = i + step / 5 * 80,
                     .instrument = static_cast<Instrument>(i % 4),
                     .once = i % 8 == 2,
                     .midi = static_cast<float>(40 + (step * 7) % 48),
                     .pan = static_cast<float>(i % 9) / 8,
                     .level = 0.02F,
                     .ring_s = 0.5F});
  }
}

/// Resident memory of this process, in KiB.
long resident_kib() {
  long pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

}  // namespace

int main(int argc, char** argv) {
  const double hours = argc > 1 ? std::atof(argv[1]) : 8;
  const int frames = static_cast<int>(hours * 3600 * frames_per_second);
  const auto performance = std::make_shared<Performance>(
      Score{frames, [](int frame) { return frame / double{frames_per_second}; }, crowd},
      SynthSettings{});
  MasteredSound sound(performance, 4, {});
  std::vector<float> pairs(2 * 48000);
  std::size_t samples = 0;
  for (int second = 0; second < 60; ++second) samples += sound.read(pairs);  // warm
  const long before = resident_kib();
  while (const std::size_t count = sound.read(pairs)) samples += count;
  const long grown = resident_kib() - before;
  std::printf("%.2f h of sound, %llu notes: grown by %ld KiB\n",
              static_cast<double>(samples) / 48000 / 3600,
              static_cast<unsigned long long>(performance->counts().notes), grown);
  return grown < 1024 ? 0 : 1;
}
