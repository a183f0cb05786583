// SPDX-License-Identifier: Apache-2.0
// Suites as tables of functions over maps.
#include "tests/openfx/strict_host.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace overlace::test {
namespace {

using namespace ofx;

/// The host whose suites are queried; one at a time per process.
const OfxTestHost* current = nullptr;

PropertySet* set_of(OfxPropertySetHandle handle) {
  return reinterpret_cast<PropertySet*>(handle);
}
HostEffect* effect_of(OfxImageEffectHandle handle) {
  return reinterpret_cast<HostEffect*>(handle);
}

template <class T>
OfxStatus put(OfxPropertySetHandle handle, const char* name, int index, T value) {
  if (handle == nullptr) return bad_handle;
  auto& values = set_of(handle)->values[name];
  const auto at = static_cast<std::size_t>(index);
  if (values.size() <= at) values.resize(at + 1);
  values[at] = std::move(value);
  return ok;
}

template <class T>
OfxStatus get(OfxPropertySetHandle handle, const char* name, int index, T*& value) {
  if (handle == nullptr) return bad_handle;
  const auto found = set_of(handle)->values.find(name);
  if (found == set_of(handle)->values.end()) return unknown;
  if (index < 0 || static_cast<std::size_t>(index) >= found->second.size()) return bad_index;
  value = std::get_if<T>(&found->second[static_cast<std::size_t>(index)]);
  return value == nullptr ? unknown : ok;
}

template <class T>
OfxStatus get_value(OfxPropertySetHandle handle, const char* name, int index, T* value) {
  T* there = nullptr;
  const OfxStatus status = get(handle, name, index, there);
  if (status == ok) *value = *there;
  return status;
}

OfxStatus get_text(OfxPropertySetHandle handle, const char* name, int index, char** value) {
  std::string* there = nullptr;
  const OfxStatus status = get(handle, name, index, there);
  if (status == ok) *value = there->data();
  return status;
}

template <class T>
OfxStatus get_all(OfxPropertySetHandle handle, const char* name, int count, T* values) {
  for (int i = 0; i < count; ++i)
    if (const OfxStatus status = get_value(handle, name, i, values + i); status != ok)
      return status;
  return ok;
}

const OfxPropertySuiteV1 property_suite{
    .propSetPointer = [](auto h, auto n, int i, void* v) { return put(h, n, i, v); },
    .propSetString = [](auto h, auto n, int i, auto v) { return put(h, n, i, std::string(v)); },
    .propSetDouble = [](auto h, auto n, int i, double v) { return put(h, n, i, v); },
    .propSetInt = [](auto h, auto n, int i, int v) { return put(h, n, i, v); },
    .propSetPointerN = nullptr,
    .propSetStringN = nullptr,
    .propSetDoubleN = nullptr,
    .propSetIntN = nullptr,
    .propGetPointer = [](auto h, auto n, int i, void** v) { return get_value(h, n, i, v); },
    .propGetString = get_text,
    .propGetDouble = [](auto h, auto n, int i, double* v) { return get_value(h, n, i, v); },
    .propGetInt = [](auto h, auto n, int i, int* v) { return get_value(h, n, i, v); },
    .propGetPointerN = nullptr,
    .propGetStringN = nullptr,
    .propGetDoubleN = [](auto h, auto n, int c, double* v) { return get_all(h, n, c, v); },
    .propGetIntN = [](auto h, auto n, int c, int* v) { return get_all(h, n, c, v); },
    .propReset = nullptr,
    .propGetDimension = nullptr,
};

OfxStatus define_parameter(OfxParamSetHandle set, const char* type, const char* name,
                           OfxPropertySetHandle* properties) {
  auto* effect = reinterpret_cast<HostEffect*>(set);
  const std::string kind = type;
  if (!effect->has_texts && kind == "OfxParamTypeString") return unsupported;
  HostParameter& parameter = effect->parameters[name];
  parameter.type = kind;
  *properties = parameter.properties.handle();
  return ok;
}

OfxStatus find_parameter(OfxParamSetHandle set, const char* name, OfxParamHandle* handle,
                         OfxPropertySetHandle*) {
  auto* effect = reinterpret_cast<HostEffect*>(set);
  const auto found = effect->parameters.find(name);
  if (found == effect->parameters.end()) return unknown;
  *handle = reinterpret_cast<OfxParamHandle>(&found->second);
  return ok;
}

OfxStatus parameter_value(OfxParamHandle handle, ...) {
  auto* parameter = reinterpret_cast<HostParameter*>(handle);
  std::vector<Value>& value = parameter->value.empty()
                                  ? parameter->properties.values["OfxParamPropDefault"]
                                  : parameter->value;
  std::va_list out;
  va_start(out, handle);
  for (Value& component : value) {
    void* to = va_arg(out, void*);
    if (const int* i = std::get_if<int>(&component)) *static_cast<int*>(to) = *i;
    if (const double* d = std::get_if<double>(&component)) *static_cast<double*>(to) = *d;
    if (auto* s = std::get_if<std::string>(&component)) *static_cast<char**>(to) = s->data();
  }
  va_end(out);
  return ok;
}

OfxParameterSuiteV1 make_parameter_suite() {
  OfxParameterSuiteV1 suite{};
  suite.paramDefine = define_parameter;
  suite.paramGetHandle = find_parameter;
  suite.paramGetValue = parameter_value;
  return suite;
}

/// A clip of an effect.
struct ClipHandle {
  HostEffect* effect;
  std::string name;
};

/// Handles live as long as the process, as in real hosts.
OfxImageClipHandle clip_handle(HostEffect* effect, const std::string& name) {
  static std::mutex mutex;
  static std::map<std::pair<HostEffect*, std::string>, std::unique_ptr<ClipHandle>> handles;
  const std::lock_guard lock(mutex);
  auto& handle = handles[{effect, name}];
  if (handle == nullptr) handle.reset(new ClipHandle{effect, name});
  return reinterpret_cast<OfxImageClipHandle>(handle.get());
}

OfxStatus get_clip(OfxImageEffectHandle handle, const char* name, OfxImageClipHandle* clip,
                   OfxPropertySetHandle* properties) {
  HostEffect* effect = effect_of(handle);
  const auto found = effect->clips.find(name);
  if (found == effect->clips.end()) return bad_handle;
  if (properties != nullptr) *properties = found->second.handle();
  *clip = clip_handle(effect, name);
  return ok;
}

OfxStatus get_image(OfxImageClipHandle handle, OfxTime, const OfxRectD*,
                    OfxPropertySetHandle* image) {
  auto* clip = reinterpret_cast<ClipHandle*>(handle);
  const auto& picture = clip->name == "Output" ? clip->effect->output : clip->effect->source;
  if (picture == nullptr) return failed;
  auto set = std::make_unique<PropertySet>();
  const OfxRectI& b = picture->bounds;
  set->values = {
      {"OfxImageEffectPropPixelDepth", {picture->depth}},
      {"OfxImageEffectPropComponents", {picture->components}},
      {"OfxImageEffectPropPreMultiplication", {picture->alpha}},
      {"OfxImagePropData", {static_cast<void*>(picture->at(b.x1, b.y1))}},
      {"OfxImagePropRowBytes", {picture->row_bytes}},
      {"OfxImagePropBounds", {b.x1, b.y1, b.x2, b.y2}},
  };
  *image = set.release()->handle();
  return ok;
}

OfxStatus release_image(OfxPropertySetHandle image) {
  const std::unique_ptr<PropertySet> owned(set_of(image));
  return ok;
}

OfxStatus get_region(OfxImageClipHandle handle, OfxTime, OfxRectD* region) {
  *region = reinterpret_cast<ClipHandle*>(handle)->effect->source_region;
  return ok;
}

OfxImageEffectSuiteV1 make_effect_suite() {
  OfxImageEffectSuiteV1 suite{};
  suite.getPropertySet = [](auto effect, OfxPropertySetHandle* set) -> OfxStatus {
    *set = effect_of(effect)->properties.handle();
    return ok;
  };
  suite.getParamSet = [](auto effect, OfxParamSetHandle* set) -> OfxStatus {
    *set = reinterpret_cast<OfxParamSetHandle>(effect);
    return ok;
  };
  suite.clipDefine = [](auto effect, const char* name, OfxPropertySetHandle* set) -> OfxStatus {
    *set = effect_of(effect)->clips[name].handle();
    return ok;
  };
  suite.clipGetHandle = get_clip;
  suite.clipGetImage = get_image;
  suite.clipReleaseImage = release_image;
  suite.clipGetRegionOfDefinition = get_region;
  suite.abort = [](auto effect) { return effect_of(effect)->aborted ? 1 : 0; };
  return suite;
}

OfxStatus set_message(void* handle, const char*, const char*, const char* format, ...) {
  auto* effect = static_cast<HostEffect*>(handle);
  char text[4096];
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(text, sizeof text, format, values);
  va_end(values);
  const std::lock_guard lock(effect->mutex);
  effect->message = text;
  return ok;
}

const void* fetch(OfxPropertySetHandle, const char* name, int) {
  static const OfxParameterSuiteV1 parameter_suite = make_parameter_suite();
  static const OfxImageEffectSuiteV1 effect_suite = make_effect_suite();
  static const OfxMessageSuiteV2 message_suite{
      .message = nullptr,
      .setPersistentMessage = set_message,
      .clearPersistentMessage = [](void* handle) -> OfxStatus {
        static_cast<HostEffect*>(handle)->message.clear();
        return ok;
      }};
  const std::string suite = name;
  if (std::ranges::find(current->missing, suite) != current->missing.end()) return nullptr;
  if (suite == "OfxPropertySuite") return &property_suite;
  if (suite == "OfxParameterSuite") return &parameter_suite;
  if (suite == "OfxImageEffectSuite") return &effect_suite;
  if (suite == "OfxMessageSuite") return &message_suite;
  return nullptr;
}

}  // namespace

HostPicture::HostPicture(OfxRectI where, const std::string& samples, int padding, bool downwards,
                         std::byte value)
    : bounds(where), depth(samples) {
  row_bytes = (bounds.x2 - bounds.x1) * pixel_bytes() + padding;
  bytes.resize(static_cast<std::size_t>(row_bytes * (bounds.y2 - bounds.y1)), value);
  if (downwards) row_bytes = -row_bytes;
}

int HostPicture::pixel_bytes() const {
  const int sample = depth == "OfxBitDepthByte" ? 1 : depth == "OfxBitDepthFloat" ? 4 : 2;
  return 4 * sample;
}

std::byte* HostPicture::at(int x, int y) {
  const std::ptrdiff_t first =
      row_bytes > 0 ? 0 : std::ptrdiff_t{-row_bytes} * (bounds.y2 - bounds.y1 - 1);
  return bytes.data() + first + std::ptrdiff_t{y - bounds.y1} * row_bytes +
         std::ptrdiff_t{x - bounds.x1} * pixel_bytes();
}

std::vector<std::byte> HostPicture::rows() {
  std::vector<std::byte> out;
  for (int y = bounds.y2 - 1; y >= bounds.y1; --y)
    out.insert(out.end(), at(bounds.x1, y),
               at(bounds.x1, y) + (bounds.x2 - bounds.x1) * pixel_bytes());
  return out;
}

OfxTestHost::OfxTestHost(const std::string& bundle) {
  void* library = dlopen(bundle.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  count_ = reinterpret_cast<int (*)()>(dlsym(library, "OfxGetNumberOfPlugins"));
  get_ = reinterpret_cast<OfxPlugin* (*)(int)>(dlsym(library, "OfxGetPlugin"));
  host_properties_.values["OfxPropName"] = {std::string("org.overlace.test")};
  host_ = {host_properties_.handle(), fetch};
  current = this;
}

std::vector<std::string> OfxTestHost::identifiers() const {
  std::vector<std::string> names;
  for (int i = 0; i < count_(); ++i) names.emplace_back(get_(i)->pluginIdentifier);
  return names;
}

const OfxPlugin& OfxTestHost::plugin(const std::string& identifier) const {
  for (int i = 0; i < count_(); ++i)
    if (identifier == get_(i)->pluginIdentifier) return *get_(i);
  throw std::runtime_error("no effect " + identifier);
}

OfxStatus OfxTestHost::send(const std::string& identifier, const char* action, HostEffect* effect,
                            PropertySet& in, PropertySet& out) const {
  return plugin(identifier).mainEntry(action, effect, in.handle(), out.handle());
}

std::unique_ptr<HostEffect> OfxTestHost::create(const std::string& identifier,
                                                const std::string& context, bool has_texts) const {
  auto effect = std::make_unique<HostEffect>();
  effect->has_texts = has_texts;
  PropertySet in, out;
  in.values["OfxImageEffectPropContext"] = {context};
  plugin(identifier).setHost(const_cast<OfxHost*>(&host_));
  for (const char* action : {"OfxActionLoad", "OfxActionDescribe",
                             "OfxImageEffectActionDescribeInContext", "OfxActionCreateInstance"}) {
    const bool loads = std::string(action) == "OfxActionLoad";
    if (send(identifier, action, loads ? nullptr : effect.get(), in, out) != ok) return nullptr;
  }
  effect->properties.values["OfxImageEffectPropContext"] = {context};
  return effect;
}

OfxStatus OfxTestHost::render(const std::string& identifier, HostEffect& effect, double time,
                              OfxRectI window, double scale) const {
  PropertySet in, out;
  in.values = {{"OfxPropTime", {time}},
               {"OfxImageEffectPropRenderScale", {scale, scale}},
               {"OfxImageEffectPropRenderWindow", {window.x1, window.y1, window.x2, window.y2}}};
  return send(identifier, "OfxImageEffectActionRender", &effect, in, out);
}

}  // namespace overlace::test
