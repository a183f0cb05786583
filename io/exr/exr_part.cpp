// SPDX-License-Identifier: Apache-2.0
// Single-part and multi-part files have separate writers.
#include "io/exr/exr_part.h"

#include <ImfChannelList.h>
#include <ImfMultiPartOutputFile.h>
#include <ImfOutputFile.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <fmt/format.h>

#include <utility>

#include "graph/core/error.h"
#include "io/exr/exr_memory.h"
#include "io/exr/exr_pixels.h"

namespace overlace {
namespace {

int rows_of(const ExrPart& part) {
  return height_of_window(part.header.dataWindow());
}

void write_one(ExrPart& part, ExrOutput& stream) {
  Imf::OutputFile file(stream, part.header);
  file.setFrameBuffer(part.buffer);
  file.writePixels(rows_of(part));
}

void write_all(std::span<ExrPart> parts, ExrOutput& stream) {
  std::vector<Imf::Header> headers;
  for (ExrPart& part : parts) {
    part.header.setType(Imf::SCANLINEIMAGE);
    headers.push_back(part.header);
  }
  Imf::MultiPartOutputFile file(stream, headers.data(), static_cast<int>(headers.size()));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Imf::OutputPart part(file, static_cast<int>(i));
    part.setFrameBuffer(parts[i].buffer);
    part.writePixels(rows_of(parts[i]));
  }
}

}  // namespace

void ExrPart::add(const std::string& name, const Imf::Slice& slice) {
  if (header.channels().findChannel(name) != nullptr)
    throw Error(ErrorCode::usage, fmt::format("the plate has a channel {} already", name),
                "write it with --overlay-only, or give the node another name");
  header.channels().insert(name, Imf::Channel(slice.type));
  buffer.insert(name, slice);
}

std::vector<std::byte> file_of(std::span<ExrPart> parts) {
  ExrOutput stream;
  if (parts.size() == 1)
    write_one(parts.front(), stream);
  else
    write_all(parts, stream);
  return std::move(stream.bytes);
}

}  // namespace overlace
