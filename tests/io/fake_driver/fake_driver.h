// SPDX-License-Identifier: Apache-2.0
// The interface between tests and the fake NVIDIA driver. Its three libraries have the names of the
// real ones; nothing here decodes, encodes or computes anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace overlace::fake_driver {

/// Counts of things created and not yet released.
struct Live {
  int allocations = 0, surfaces = 0, decoders = 0, sessions = 0, contexts = 0, streams = 0,
      events = 0;
  [[nodiscard]] int sum() const {
    return allocations + surfaces + decoders + sessions + contexts + streams + events;
  }
};

/// The state of the process's fake driver, held by libcuda.so.1 and found with `dlsym(…,
/// "fake_driver_state")`. The environment variable FAKE_DRIVER_FAIL is the initial rule set;
/// FAKE_DRIVER_REPORT names a file that gets "live N" and "CALL COUNT" lines at exit.
class State {
 public:
  virtual ~State() = default;
  /// Which calls fail: "NAME:N:CODE" fails the N-th call (from 1) of a function, "NAME:N+:CODE"
  /// that call and all later ones; rules are separated by commas. "work" is a queued copy when it
  /// runs. Resets the call counts.
  virtual void set_failures(const std::string& rules) = 0;
  /// How often each function has been called since set_failures or reset.
  virtual std::map<std::string, int> calls() = 0;
  virtual Live live() = 0;

  /// Forgets all rules, call counts and live things.
  virtual void reset() = 0;

  /// For the other libraries: counts a call; returns 0 or the code that the call must return.
  virtual int enter(const char* call) = 0;
  virtual void count(int Live::*what, int change) = 0;
  virtual void* allocate(std::size_t bytes) = 0;
  virtual bool free(void* memory) = 0;
  /// True if the whole range is live device memory.
  virtual bool owns(const void* memory, std::size_t bytes) = 0;
  /// Runs everything queued on all streams; returns 0 or the code of what failed.
  virtual int run_all() = 0;
};
using StateFunction = State*();

/// The picture that the fake decoder makes: sample (x, y) of plane 0, 1 (U) or 2 (V) of the n-th
/// decoded picture, with 8 or 10 bits.
inline int pattern(int picture, int plane, int x, int y, int bits) {
  const int sample = plane == 0   ? 16 + (picture * 3 + x + 2 * y) % 220
                     : plane == 1 ? 16 + (picture * 5 + x) % 200
                                  : 16 + (picture * 7 + y) % 200;
  return bits == 8 ? sample : sample * 4 + (x + y) % 4;
}

}  // namespace overlace::fake_driver
