// SPDX-License-Identifier: Apache-2.0
// OpenEXR files in memory.
#pragma once

#include <IexBaseExc.h>
#include <ImfIO.h>
#include <ImfThreading.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <thread>
#include <vector>

namespace overlace {

/// A file to read; borrows its bytes.
class ExrInput final : public Imf::IStream {
 public:
  explicit ExrInput(std::span<const std::byte> bytes) : Imf::IStream("memory"), bytes_(bytes) {}
  bool read(char to[], int count) override {
    const auto size = static_cast<std::size_t>(count);
    if (at_ > bytes_.size() || size > bytes_.size() - at_)
      throw Iex::InputExc("the file ends too early");
    std::memcpy(to, bytes_.data() + at_, size);
    at_ += size;
    return at_ < bytes_.size();
  }
  std::uint64_t tellg() override { return at_; }
  void seekg(std::uint64_t position) override { at_ = position; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

/// A file being written.
class ExrOutput final : public Imf::OStream {
 public:
  ExrOutput() : Imf::OStream("memory") {}
  void write(const char from[], int count) override {
    const auto size = static_cast<std::size_t>(count);
    if (bytes.size() < at_ + size) bytes.resize(at_ + size);
    std::memcpy(bytes.data() + at_, from, size);
    at_ += size;
  }
  std::uint64_t tellp() override { return at_; }
  void seekp(std::uint64_t position) override { at_ = position; }

  std::vector<std::byte> bytes;

 private:
  std::size_t at_ = 0;
};

/// Lets OpenEXR compress lines on all cores: mattes take a hundred megabytes a frame. All writers
/// in the process share its threads; the bytes do not depend on their number.
inline void use_all_cores() {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  if (Imf::globalThreadCount() < cores) Imf::setGlobalThreadCount(cores);
}

}  // namespace overlace
