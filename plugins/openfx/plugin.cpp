// SPDX-License-Identifier: Apache-2.0
// The bundle's entry points: passes actions to the functions that handle them.
#include <array>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include "plugins/openfx/describe.h"
#include "plugins/openfx/render.h"

namespace overlace::ofx {
namespace {

/// The most effects: each has its own entry point, by which a host tells them apart.
constexpr std::size_t most_looks = 256;

OfxStatus create_instance(const Effect& effect) {
  return effect.handle() != nullptr ? ok : bad_handle;
}

/// A changed value makes another program, which may fix what was wrong.
OfxStatus instance_changed(const Effect& effect, const Properties& in) {
  effect.clear_message();
  if (in.text("OfxPropName") == "reload") ovl_purge();
  return ok;
}

OfxStatus run(const Look& look, std::string_view action, const Effect& effect, const Properties& in,
              const Properties& out) {
  if (action == "OfxActionDescribe") return describe(look, effect), ok;
  if (action == "OfxImageEffectActionDescribeInContext") {
    describe_in_context(look, effect, in.text("OfxImageEffectPropContext"));
    return ok;
  }
  if (action == "OfxActionCreateInstance") return create_instance(effect);
  if (action == "OfxActionDestroyInstance") return ok;
  if (action == "OfxActionInstanceChanged") return instance_changed(effect, in);
  if (action == "OfxActionPurgeCaches") return ovl_purge(), ok;
  if (action == "OfxImageEffectActionGetClipPreferences") return clip_preferences(effect, out);
  if (action == "OfxImageEffectActionGetRegionOfDefinition")
    return region_of_definition(effect, out);
  if (action == "OfxImageEffectActionGetTimeDomain") return time_domain(look, effect, out);
  if (action == "OfxImageEffectActionIsIdentity") return is_identity(look, effect, in, out);
  if (action == "OfxImageEffectActionRender") return render(look, effect, in);
  return reply_default;
}

/// Errors are shown only by a render: hosts send other actions while values are still being typed.
OfxStatus answer(const Look& look, const char* action, const void* handle, OfxPropertySetHandle in,
                 OfxPropertySetHandle out) {
  const std::string_view name = action == nullptr ? "" : action;
  if (name == "OfxActionLoad") return host().load() ? ok : missing_host_feature;
  if (name == "OfxActionUnload") return ok;
  if (handle == nullptr) return reply_default;
  const Effect effect(handle);
  const bool renders = name == "OfxImageEffectActionRender";
  try {
    return run(look, name, effect, Properties(in), Properties(out));
  } catch (const std::bad_alloc&) {
    return memory;
  } catch (const std::exception& error) {
    if (renders) effect.show(error.what());
    return renders ? failed : reply_default;
  }
}

template <std::size_t Index>
OfxStatus main_entry(const char* action, const void* handle, OfxPropertySetHandle in,
                     OfxPropertySetHandle out) {
  try {
    return answer(looks()[Index], action, handle, in, out);
  } catch (...) {
    return failed;
  }
}

void set_host(OfxHost* given) {
  host().host = given;
}

using Entry = decltype(OfxPlugin::mainEntry);
template <std::size_t... Indices>
constexpr std::array<Entry, sizeof...(Indices)> entries_of(std::index_sequence<Indices...>) {
  return {&main_entry<Indices>...};
}

std::vector<OfxPlugin> all_plugins() {
  constexpr auto entries = entries_of(std::make_index_sequence<most_looks>());
  std::vector<OfxPlugin> plugins;
  for (const Look& look : looks()) {
    if (plugins.size() == most_looks) break;
    plugins.push_back({.pluginApi = "OfxImageEffectPluginAPI",
                       .apiVersion = 1,
                       .pluginIdentifier = look.identifier.c_str(),
                       .pluginVersionMajor = 1,
                       .pluginVersionMinor = 0,
                       .setHost = set_host,
                       .mainEntry = entries[plugins.size()]});
  }
  return plugins;
}

/// Empty if there is no memory for them.
std::vector<OfxPlugin>& plugins() {
  static std::vector<OfxPlugin> all = all_plugins();
  return all;
}

}  // namespace
}  // namespace overlace::ofx

extern "C" {

int OfxGetNumberOfPlugins() {
  try {
    return static_cast<int>(overlace::ofx::plugins().size());
  } catch (...) {
    return 0;
  }
}

OfxPlugin* OfxGetPlugin(int index) {
  if (index < 0 || index >= OfxGetNumberOfPlugins()) return nullptr;
  return &overlace::ofx::plugins()[static_cast<std::size_t>(index)];
}

}  // extern "C"
