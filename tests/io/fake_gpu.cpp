// SPDX-License-Identifier: Apache-2.0
// Finds the fake driver in this process.
#include "tests/io/fake_gpu.h"

#include <dlfcn.h>

namespace overlace::testing {

void FakeGpuTest::SetUp() {
  ClipTest::SetUp();
  if (IsSkipped()) return;
  void* library = ::dlopen("libcuda.so.1", RTLD_LAZY);
  void* symbol = library == nullptr ? nullptr : ::dlsym(library, "fake_driver_state");
  ASSERT_NE(symbol, nullptr) << "the fake driver is not on LD_LIBRARY_PATH, where ctest puts it";
  driver_ = reinterpret_cast<fake_driver::StateFunction*>(symbol)();
  driver_->reset();
}

void FakeGpuTest::TearDown() {
  if (driver_ == nullptr || lost_) return;
  const fake_driver::Live left = driver_->live();
  EXPECT_EQ(left.sum(), 0) << left.allocations << " allocations, " << left.surfaces << " surfaces, "
                           << left.decoders << " decoders, " << left.sessions << " sessions, "
                           << left.contexts << " contexts, " << left.streams << " streams, "
                           << left.events << " events";
}

ReaderOptions FakeGpuTest::on_gpu(Memory frames) {
  ReaderOptions options;
  options.log = [this](const std::string& text) { said_.push_back(text); };
  options.hardware.session = std::make_shared<const CudaSession>(0);
  options.hardware.frames = frames;
  return options;
}

}  // namespace overlace::testing
