// SPDX-License-Identifier: Apache-2.0
// libav objects when memory runs out.
#include <gtest/gtest.h>

#include <limits>

#include "io/av/av.h"

namespace overlace {
namespace {

/// Makes every libav allocation fail during its lifetime.
struct NoMemory {
  NoMemory() { av_max_alloc(1); }
  ~NoMemory() { av_max_alloc(std::numeric_limits<int>::max()); }
  NoMemory(const NoMemory&) = delete;
  NoMemory& operator=(const NoMemory&) = delete;
};

TEST(Av, AReferenceWithoutMemoryIsAnError) {
  const BufferPtr buffer(av_buffer_alloc(16));
  ASSERT_NE(buffer, nullptr);
  const BufferPtr second(reference_to(*buffer));
  EXPECT_EQ(second->data, buffer->data);
  const NoMemory none;
  try {
    const BufferPtr third(reference_to(*buffer));
    ADD_FAILURE() << "a reference without memory";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
  }
}

}  // namespace
}  // namespace overlace
