// SPDX-License-Identifier: Apache-2.0
// Nodes as they are copied from one document into another.
#pragma once

#include <string>
#include <vector>

#include "graph/core/json.h"
#include "graph/types/registry.h"

namespace overlace {

/// Some nodes of a document, as a document of their own: "nodes" with what they have, their entries
/// in "composite" and "sound", and the "knobs" and "theme" colours that they use. Throws
/// Error(usage) for a name that no node has.
[[nodiscard]] Json copy_nodes(const Json& document, const std::vector<std::string>& nodes);

/// A fragment whose nodes and series have names that `document` does not have, and no wires to
/// nodes that are neither in the fragment nor in `document`. Throws Error(usage) if it is no
/// fragment.
[[nodiscard]] Json fitted_fragment(const Json& fragment, const Json& document,
                                   const Registry& registry);

/// `name`, or that name with the first number from 2 with which `taken` has no such name.
[[nodiscard]] std::string free_name(const std::string& name, const std::vector<std::string>& taken);

/// The keys of an object, without comments; none for anything else or null.
[[nodiscard]] std::vector<std::string> names_in(const Json* object);

}  // namespace overlace
