// SPDX-License-Identifier: Apache-2.0
// The host's suites and handles, wrapped for C++.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "plugins/openfx/ofx.h"

namespace overlace::ofx {

/// What the host offers. All effects of a process share one host.
struct Host {
  const OfxHost* host = nullptr;
  const OfxPropertySuiteV1* properties = nullptr;
  const OfxParameterSuiteV1* parameters = nullptr;
  const OfxImageEffectSuiteV1* effects = nullptr;
  const OfxMessageSuiteV2* messages = nullptr;  ///< may be null

  /// Fetches the suites. False if a required one is missing. May be called again.
  [[nodiscard]] bool load();
};
[[nodiscard]] Host& host();

/// A property set. Properties unknown to the host are skipped, and read as defaults.
class Properties {
 public:
  explicit Properties(OfxPropertySetHandle handle) : handle_(handle) {}
  [[nodiscard]] bool is_there() const { return handle_ != nullptr; }

  void set(const char* name, const char* value, int index = 0) const;
  void set(const char* name, int value, int index = 0) const;
  void set(const char* name, double value, int index = 0) const;

  [[nodiscard]] std::string text(const char* name) const;
  [[nodiscard]] int integer(const char* name, int otherwise, int index = 0) const;
  [[nodiscard]] double number(const char* name, double otherwise, int index = 0) const;
  [[nodiscard]] void* pointer(const char* name) const;
  [[nodiscard]] OfxRectI rectangle(const char* name) const;

 private:
  OfxPropertySetHandle handle_;
};

/// An effect's instance or description, with its parameters and clips.
class Effect {
 public:
  explicit Effect(const void* handle);

  [[nodiscard]] OfxImageEffectHandle handle() const { return handle_; }
  [[nodiscard]] Properties properties() const;
  [[nodiscard]] OfxParamSetHandle parameters() const;
  /// Null if there is no such clip, or it is not connected.
  [[nodiscard]] OfxImageClipHandle clip(const char* name) const;
  [[nodiscard]] bool is_aborted() const;

  [[nodiscard]] std::string text(const char* name) const;
  [[nodiscard]] int integer(const char* name) const;
  [[nodiscard]] double number(const char* name) const;
  [[nodiscard]] std::array<double, 4> color(const char* name) const;

  /// Shows a sentence until it is cleared, if the host can.
  void show(const std::string& sentence) const;
  void clear_message() const;

 private:
  [[nodiscard]] OfxParamHandle parameter(const char* name) const;
  OfxImageEffectHandle handle_;
};

/// A clip's picture, released at the end.
class Image {
 public:
  /// A null clip has no picture.
  Image(OfxImageClipHandle clip, OfxTime time);
  ~Image();
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  [[nodiscard]] bool is_there() const { return handle_ != nullptr && data != nullptr; }
  std::string depth, components, alpha;
  std::byte* data = nullptr;  ///< the bottom left pixel of `bounds`
  int row_bytes = 0;          ///< from a row to the one above
  OfxRectI bounds{};          ///< in pixels, y up

 private:
  OfxPropertySetHandle handle_ = nullptr;
};

}  // namespace overlace::ofx
