// SPDX-License-Identifier: Apache-2.0
// Owners of what C libraries hand out.
#pragma once

#include <memory>

namespace overlace {

/// Releases a handle of a C library by `release(handle)`, and ignores errors: an owner may be
/// destroyed while an error is thrown.
template <auto release>
struct Release {
  template <class T>
  void operator()(T* handle) const noexcept {
    static_cast<void>(release(handle));
  }
};

/// Owns a handle of a C library.
template <class T, auto release>
using CHandle = std::unique_ptr<T, Release<release>>;

}  // namespace overlace
