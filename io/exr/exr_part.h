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

/// A header, and where its samples are.
struct ExrPart {
  Imf::Header header;
  Imf::FrameBuffer buffer{};

  /// Adds a channel of full resolution. Throws Error(usage) where the name is taken.
  void add(const std::string& name, const Imf::Slice& slice);
};

/// The bytes of a scan-line file. A single part makes a file that every reader understands; several
/// parts need names. Throws Iex::BaseExc.
[[nodiscard]] std::vector<std::byte> file_of(std::span<ExrPart> parts);

}  // namespace overlace
