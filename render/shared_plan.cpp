// SPDX-License-Identifier: Apache-2.0
// Leases replays and takes them back.
#include "render/shared_plan.h"

#include <algorithm>
#include <utility>

#include "graph/core/error.h"

namespace overlace {

SharedPlan::Lease::Lease(std::shared_ptr<SharedPlan> shared, Idle idle)
    : shared_(std::move(shared)), idle_(std::move(idle)) {}

SharedPlan::Lease::~Lease() {
  if (idle_.replay == nullptr) return;
  try {
    idle_.replay->set_stream(nullptr);
  } catch (const Error&) {
    return;  // its device has failed
  }
  shared_->give_back(std::move(idle_));
}

SharedPlan::SharedPlan(std::shared_ptr<const Plan> plan, std::size_t idle_replays)
    : plan_(std::move(plan)), most_idle_(idle_replays) {
  idle_.reserve(most_idle_ + 1);
}

SharedPlan::Lease SharedPlan::lease(const NamedDevice& device) {
  std::unique_ptr<Replay> replay = take(device.name);
  if (replay == nullptr) replay = device.make(plan_);
  replay->set_stream(device.stream);
  return {shared_from_this(), {device.name, std::move(replay)}};
}

std::unique_ptr<Replay> SharedPlan::take(const std::string& device) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(idle_.rbegin(), idle_.rend(),
                                  [&](const Lease::Idle& idle) { return idle.device == device; });
  if (found == idle_.rend()) return nullptr;
  std::unique_ptr<Replay> replay = std::move(found->replay);
  idle_.erase(std::next(found).base());
  return replay;
}

/// The surplus replay is freed after the mutex is released.
void SharedPlan::give_back(Lease::Idle idle) {
  Lease::Idle oldest;
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(idle));
  if (idle_.size() <= most_idle_) return;
  oldest = std::move(idle_.front());
  idle_.erase(idle_.begin());
}

}  // namespace overlace
