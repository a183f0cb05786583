// SPDX-License-Identifier: Apache-2.0
// Parts of OpenEXR files, on their way into memory.
#pragma once

#include <ImfFrameBuffer.h>
#include <ImfHeader.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace overlace {

/// What a header says, and where the samples are.
struct ExrPart {
  Imf::Header header;
  Imf::FrameBuffer buffer{};

  /// Adds a channel of full resolution. Throws Error(usage) where there is one of that name.
  void add(const std::string& name, const Imf::Slice& slice);
};

/// The bytes of a file of scan lines. One part makes a file that every reader knows; several need
/// names. Throws Iex::BaseExc.
[[nodiscard]] std::vector<std::byte> file_of(std::span<ExrPart> parts);

}  // namespace overlace
