// SPDX-License-Identifier: Apache-2.0
// Tests on the fake NVIDIA driver: failure rules, and a check that nothing leaks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/cuda/cuda_session.h"
#include "tests/io/clips.h"
#include "tests/io/fake_driver/fake_driver.h"

namespace overlace::testing {

/// A clip test with a fake GPU; skipped if another driver, or none, would be found. Fails if any
/// GPU resource is still alive at the end.
class FakeGpuTest : public ClipTest {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// Sets which calls fail; see fake_driver::State::set_failures.
  void fail(const std::string& rules) { driver_->set_failures(rules); }
  [[nodiscard]] int calls(const std::string& function) { return driver_->calls()[function]; }
  [[nodiscard]] fake_driver::Live live() { return driver_->live(); }

  /// The context is lost in this test, so libav cannot release anything.
  void expect_lost() { lost_ = true; }
  /// Options that decode on the fake GPU and collect log messages in `said_`.
  [[nodiscard]] ReaderOptions on_gpu(Memory frames = Memory::host);

  std::vector<std::string> said_;

 private:
  fake_driver::State* driver_ = nullptr;
  bool lost_ = false;
};

}  // namespace overlace::testing
