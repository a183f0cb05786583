// SPDX-License-Identifier: Apache-2.0
// Rewrites a network for readers that are older than its operators.
#pragma once

#include <string>
#include <string_view>

namespace overlace {

/// A copy of an ONNX file in which the constant sizes of each Split are an attribute, as before
/// version 13 of ONNX's operators: OpenCV 4.6 reads them from nowhere else, and takes equal parts.
/// "" if no Split of the graph has such sizes, or the bytes are damaged.
[[nodiscard]] std::string with_split_attributes(std::string_view model);

}  // namespace overlace
