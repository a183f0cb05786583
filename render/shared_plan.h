// SPDX-License-Identifier: Apache-2.0
// A plan with a pool of replays, for hosts that make an instance for every frame.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gpu/replay.h"
#include "render/session.h"

namespace overlace {

/// A device whose replays serve any request for a device of the same name.
struct NamedDevice {
  std::string name;
  Device make;
  void* stream = nullptr;  ///< that a replay works on while it is leased, see Replay::set_stream
};

/// A plan and its idle replays. Thread-safe.
class SharedPlan : public std::enable_shared_from_this<SharedPlan> {
 public:
  /// A replay for the caller's exclusive use. Its end returns the replay to the pool and takes it
  /// off the caller's stream.
  class Lease {
   public:
    Lease(Lease&&) noexcept = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease();
    [[nodiscard]] Replay& replay() const { return *idle_.replay; }
    [[nodiscard]] const Plan& plan() const { return shared_->plan(); }

   private:
    friend class SharedPlan;
    struct Idle {
      std::string device;
      std::unique_ptr<Replay> replay;
    };
    Lease(std::shared_ptr<SharedPlan> shared, Idle idle);
    std::shared_ptr<SharedPlan> shared_;
    Idle idle_;
  };

  /// Keeps at most `idle_replays` idle replays, the most recent ones. Must be made by
  /// std::make_shared.
  SharedPlan(std::shared_ptr<const Plan> plan, std::size_t idle_replays);

  [[nodiscard]] const Plan& plan() const { return *plan_; }
  /// An idle replay of this device, or a new one. Throws what the device throws.
  [[nodiscard]] Lease lease(const NamedDevice& device);

 private:
  [[nodiscard]] std::unique_ptr<Replay> take(const std::string& device);
  void give_back(Lease::Idle idle);

  std::shared_ptr<const Plan> plan_;
  std::size_t most_idle_;
  std::mutex mutex_;
  std::vector<Lease::Idle> idle_;  ///< most recent last
};

}  // namespace overlace
