// SPDX-License-Identifier: Apache-2.0
// Defines properties, clips and parameters.
#include "plugins/openfx/describe.h"

#include <algorithm>
#include <cmath>

namespace overlace::ofx {
namespace {

/// Defines a parameter. If the host lacks the type, there is none, and its value is the default.
Properties define(const Effect& effect, const char* type, const char* name,
                  const std::string& label, const std::string& hint) {
  OfxPropertySetHandle handle = nullptr;
  if (host().parameters->paramDefine(effect.parameters(), type, name, &handle) != ok)
    return Properties(nullptr);
  const Properties properties(handle);
  properties.set("OfxPropLabel", label.c_str());
  properties.set("OfxParamPropHint", hint.c_str());
  properties.set("OfxParamPropAnimates", 0);
  return properties;
}

void define_text(const Effect& effect, const char* name, const char* label, const char* hint,
                 const char* mode) {
  const Properties text = define(effect, "OfxParamTypeString", name, label, hint);
  if (!text.is_there()) return;
  text.set("OfxParamPropStringMode", mode);
  text.set("OfxParamPropDefault", "");
}

/// Hosts clamp numbers unless both ranges are set. The slider reaches four times the default.
template <class T>
void set_range(const Properties& parameter, const Knob& knob) {
  constexpr double far = 1e9;
  const double low = std::max(knob.min, -far), high = std::min(knob.max, far);
  const double shown = std::max(4 * std::abs(knob.value), 1.0);
  parameter.set("OfxParamPropMin", static_cast<T>(low));
  parameter.set("OfxParamPropMax", static_cast<T>(high));
  parameter.set("OfxParamPropDisplayMin",
                static_cast<T>(std::max(low, knob.value < 0 ? -shown : 0)));
  parameter.set("OfxParamPropDisplayMax", static_cast<T>(std::min(high, shown)));
}

void define_knob(const Effect& effect, const Knob& knob) {
  const char* name = knob.name.c_str();
  const auto as = [&](const char* type) { return define(effect, type, name, knob.name, knob.doc); };
  switch (knob.kind) {
    case Kind::number:
    case Kind::percent:
      if (const Properties p = as("OfxParamTypeDouble"); p.is_there()) {
        p.set("OfxParamPropDoubleType", "OfxParamDoubleTypePlain");
        p.set("OfxParamPropDefault", knob.value);
        set_range<double>(p, knob);
      }
      return;
    case Kind::integer:
      if (const Properties p = as("OfxParamTypeInteger"); p.is_there()) {
        p.set("OfxParamPropDefault", static_cast<int>(knob.value));
        set_range<int>(p, knob);
      }
      return;
    case Kind::boolean:
      if (const Properties p = as("OfxParamTypeBoolean"); p.is_there())
        p.set("OfxParamPropDefault", static_cast<int>(knob.value));
      return;
    case Kind::color:
      if (const Properties p = as("OfxParamTypeRGBA"); p.is_there())
        for (int i = 0; i < 4; ++i) p.set("OfxParamPropDefault", knob.color[i], i);
      return;
    case Kind::text:
      if (const Properties p = as("OfxParamTypeString"); p.is_there())
        p.set("OfxParamPropDefault", knob.text.c_str());
      return;
  }
}

void define_clip(const Effect& effect, const char* name, bool optional) {
  OfxPropertySetHandle handle = nullptr;
  if (host().effects->clipDefine(effect.handle(), name, &handle) != ok) return;
  const Properties clip(handle);
  clip.set("OfxImageEffectPropSupportedComponents", "OfxImageComponentRGBA", 0);
  clip.set("OfxImageEffectPropSupportedComponents", "OfxImageComponentRGB", 1);
  clip.set("OfxImageEffectPropSupportsTiles", 1);
  clip.set("OfxImageEffectPropTemporalClipAccess", 0);
  clip.set("OfxImageClipPropFieldExtraction", "OfxFieldBoth");
  if (optional) clip.set("OfxImageClipPropOptional", 1);
}

void define_common(const Effect& effect) {
  define_text(effect, "tracks", "Tracks", "File that a tracker left", "OfxParamStringIsFilePath");
  const Properties offset = define(effect, "OfxParamTypeInteger", "frameOffset", "Frame offset",
                                   "Added to the host's time: the tracks' first frame is 0");
  if (offset.is_there()) {
    constexpr int most = 1 << 24;
    offset.set("OfxParamPropDefault", 0);
    offset.set("OfxParamPropMin", -most);
    offset.set("OfxParamPropMax", most);
    offset.set("OfxParamPropDisplayMin", -1000);
    offset.set("OfxParamPropDisplayMax", 1000);
  }
  const Properties alone = define(effect, "OfxParamTypeBoolean", "overlayOnly", "Overlay only",
                                  "The overlay alone, premultiplied");
  if (alone.is_there()) alone.set("OfxParamPropDefault", 0);
  const Properties colour =
      define(effect, "OfxParamTypeChoice", "colour", "Colour",
             "What the samples mean: auto takes floats of Nuke as linear light");
  if (colour.is_there()) {
    colour.set("OfxParamPropChoiceOption", "auto", 0);
    colour.set("OfxParamPropChoiceOption", "display", 1);
    colour.set("OfxParamPropChoiceOption", "linear", 2);
    colour.set("OfxParamPropDefault", 0);
  }
  static_cast<void>(
      define(effect, "OfxParamTypePushButton", "reload", "Reload", "Reads graph and tracks again"));
}

}  // namespace

void describe(const Look& look, const Effect& effect) {
  const Properties p = effect.properties();
  p.set("OfxPropLabel", look.label.c_str());
  p.set("OfxPropShortLabel", look.label.c_str());
  p.set("OfxPropLongLabel", look.label.c_str());
  p.set("OfxPropPluginDescription", look.doc.c_str());
  p.set("OfxImageEffectPluginPropGrouping", "overlace");
  int context = 0;
  for (const char* name : {"OfxImageEffectContextFilter", "OfxImageEffectContextGeneral",
                           "OfxImageEffectContextGenerator"})
    p.set("OfxImageEffectPropSupportedContexts", name, context++);
  int depth = 0;
  for (const char* name :
       {"OfxBitDepthByte", "OfxBitDepthShort", "OfxBitDepthHalf", "OfxBitDepthFloat"})
    p.set("OfxImageEffectPropSupportedPixelDepths", name, depth++);
  p.set("OfxImageEffectPropSupportsTiles", 1);
  p.set("OfxImageEffectPropSupportsMultiResolution", 1);
  p.set("OfxImageEffectPropTemporalClipAccess", 0);
  p.set("OfxImageEffectPropMultipleClipDepths", 0);
#ifdef OVERLACE_HAVE_CUDA
  p.set("OfxImageEffectPropCudaRenderSupported", "true");
  p.set("OfxImageEffectPropCudaStreamSupported", "true");
#endif
  p.set("OfxImageEffectPluginRenderThreadSafety", "OfxImageEffectRenderFullySafe");
  p.set("OfxImageEffectPluginPropHostFrameThreading", 0);
}

void describe_in_context(const Look& look, const Effect& effect, const std::string& context) {
  define_clip(effect, "Output", false);
  if (context != "OfxImageEffectContextGenerator")
    define_clip(effect, "Source", context == "OfxImageEffectContextGeneral");
  if (look.preset.empty()) {
    define_text(effect, "graph", "Graph", "File of a graph, or the name of a preset",
                "OfxParamStringIsFilePath");
    define_text(effect, "document", "Document", "A graph's text; comes before the file",
                "OfxParamStringIsMultiLine");
    define_text(effect, "overrides", "Overrides", "NODE.PARAM=VALUE, one a line",
                "OfxParamStringIsMultiLine");
  }
  define_common(effect);
  for (const Knob& knob : look.knobs) define_knob(effect, knob);
}

}  // namespace overlace::ofx
