// SPDX-License-Identifier: Apache-2.0
// A small, strict host of OpenFX image effects, written from the specification: undefined
// properties are unknown, pictures are padded, rows may run downwards, and bounds may be anything.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "plugins/openfx/ofx.h"

namespace overlace::test {

using Value = std::variant<int, double, std::string, void*>;

/// Properties by name.
struct PropertySet {
  std::map<std::string, std::vector<Value>> values;
  [[nodiscard]] OfxPropertySetHandle handle() {
    return reinterpret_cast<OfxPropertySetHandle>(this);
  }
};

/// A picture that owns its rows.
struct HostPicture {
  OfxRectI bounds{};
  std::string depth = "OfxBitDepthFloat", components = "OfxImageComponentRGBA",
              alpha = "OfxImageAlphaPremultiplied";
  int row_bytes = 0;  ///< negative: the top row comes first in memory
  std::vector<std::byte> bytes;

  /// Fills all bytes with `value`; rows are `padding` bytes longer than their pixels.
  HostPicture(OfxRectI bounds, const std::string& depth, int padding, bool downwards,
              std::byte value);
  [[nodiscard]] int pixel_bytes() const;
  [[nodiscard]] std::byte* at(int x, int y);
  /// Rows from top to bottom without padding.
  [[nodiscard]] std::vector<std::byte> rows();
};

struct HostParameter {
  std::string type;
  PropertySet properties;
  std::vector<Value> value;  ///< the value set; empty: the default
};

/// An instance of an effect. A null source is not connected.
struct HostEffect {
  PropertySet properties;
  std::map<std::string, HostParameter> parameters;
  std::map<std::string, PropertySet> clips;
  std::shared_ptr<HostPicture> source, output;
  OfxRectD source_region{};
  std::string message;  ///< the persistent one
  bool has_texts = true, aborted = false;
  std::mutex mutex;

  void set(const std::string& name, Value value) { parameters.at(name).value = {std::move(value)}; }
};

/// The bundle in its host.
class OfxTestHost {
 public:
  /// Throws if the bundle cannot be loaded.
  explicit OfxTestHost(const std::string& bundle);

  [[nodiscard]] std::vector<std::string> identifiers() const;
  /// Sends an action. `effect` may be null.
  OfxStatus send(const std::string& identifier, const char* action, HostEffect* effect,
                 PropertySet& in, PropertySet& out) const;
  /// Loads, describes and creates an instance of an effect in a context.
  [[nodiscard]] std::unique_ptr<HostEffect> create(const std::string& identifier,
                                                   const std::string& context,
                                                   bool has_texts = true) const;
  /// Renders a window of an instance's output at a time.
  OfxStatus render(const std::string& identifier, HostEffect& effect, double time, OfxRectI window,
                   double scale = 1) const;

  /// Suites that are not offered.
  std::vector<std::string> missing;

 private:
  const OfxPlugin& plugin(const std::string& identifier) const;
  int (*count_)() = nullptr;
  OfxPlugin* (*get_)(int) = nullptr;
  PropertySet host_properties_;
  OfxHost host_{};
};

}  // namespace overlace::test
