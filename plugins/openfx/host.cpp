// SPDX-License-Identifier: Apache-2.0
// Calls of suites. A call that fails yields a default.
#include "plugins/openfx/host.h"

namespace overlace::ofx {

bool Host::load() {
  const auto fetch = [this](const char* name, int version) {
    return host == nullptr ? nullptr : host->fetchSuite(host->host, name, version);
  };
  properties = static_cast<const OfxPropertySuiteV1*>(fetch("OfxPropertySuite", 1));
  parameters = static_cast<const OfxParameterSuiteV1*>(fetch("OfxParameterSuite", 1));
  effects = static_cast<const OfxImageEffectSuiteV1*>(fetch("OfxImageEffectSuite", 1));
  messages = static_cast<const OfxMessageSuiteV2*>(fetch("OfxMessageSuite", 2));
  return properties != nullptr && parameters != nullptr && effects != nullptr;
}

Host& host() {
  static Host shared;
  return shared;
}

void Properties::set(const char* name, const char* value, int index) const {
  host().properties->propSetString(handle_, name, index, value);
}

void Properties::set(const char* name, int value, int index) const {
  host().properties->propSetInt(handle_, name, index, value);
}

void Properties::set(const char* name, double value, int index) const {
  host().properties->propSetDouble(handle_, name, index, value);
}

std::string Properties::text(const char* name) const {
  char* value = nullptr;
  const bool known = host().properties->propGetString(handle_, name, 0, &value) == ok;
  return known && value != nullptr ? value : "";
}

int Properties::integer(const char* name, int otherwise, int index) const {
  int value = 0;
  return host().properties->propGetInt(handle_, name, index, &value) == ok ? value : otherwise;
}

double Properties::number(const char* name, double otherwise, int index) const {
  double value = 0;
  return host().properties->propGetDouble(handle_, name, index, &value) == ok ? value : otherwise;
}

void* Properties::pointer(const char* name) const {
  void* value = nullptr;
  return host().properties->propGetPointer(handle_, name, 0, &value) == ok ? value : nullptr;
}

OfxRectI Properties::rectangle(const char* name) const {
  std::array<int, 4> sides{};
  const bool known = host().properties->propGetIntN(handle_, name, 4, sides.data()) == ok;
  return known ? OfxRectI{sides[0], sides[1], sides[2], sides[3]} : OfxRectI{};
}

/// Handles arrive as pointers to const; suites take them without const.
Effect::Effect(const void* handle)
    : handle_(static_cast<OfxImageEffectHandle>(const_cast<void*>(handle))) {}

Properties Effect::properties() const {
  OfxPropertySetHandle properties = nullptr;
  host().effects->getPropertySet(handle_, &properties);
  return Properties(properties);
}

OfxParamSetHandle Effect::parameters() const {
  OfxParamSetHandle parameters = nullptr;
  host().effects->getParamSet(handle_, &parameters);
  return parameters;
}

OfxImageClipHandle Effect::clip(const char* name) const {
  OfxImageClipHandle clip = nullptr;
  OfxPropertySetHandle properties = nullptr;
  if (host().effects->clipGetHandle(handle_, name, &clip, &properties) != ok) return nullptr;
  if (clip == nullptr) return nullptr;
  if (properties == nullptr) host().effects->clipGetPropertySet(clip, &properties);
  return Properties(properties).integer("OfxImageClipPropConnected", 1) != 0 ? clip : nullptr;
}

bool Effect::is_aborted() const {
  return host().effects->abort != nullptr && host().effects->abort(handle_) != 0;
}

OfxParamHandle Effect::parameter(const char* name) const {
  OfxParamHandle parameter = nullptr;
  const OfxStatus found =
      host().parameters->paramGetHandle(parameters(), name, &parameter, nullptr);
  return found == ok ? parameter : nullptr;
}

std::string Effect::text(const char* name) const {
  char* value = nullptr;
  OfxParamHandle handle = parameter(name);
  if (handle != nullptr) host().parameters->paramGetValue(handle, &value);
  return value == nullptr ? "" : value;
}

int Effect::integer(const char* name) const {
  int value = 0;
  OfxParamHandle handle = parameter(name);
  if (handle != nullptr) host().parameters->paramGetValue(handle, &value);
  return value;
}

double Effect::number(const char* name) const {
  double value = 0;
  OfxParamHandle handle = parameter(name);
  if (handle != nullptr) host().parameters->paramGetValue(handle, &value);
  return value;
}

std::array<double, 4> Effect::color(const char* name) const {
  std::array<double, 4> value{};
  OfxParamHandle handle = parameter(name);
  if (handle != nullptr)
    host().parameters->paramGetValue(handle, &value[0], &value[1], &value[2], &value[3]);
  return value;
}

void Effect::show(const std::string& sentence) const {
  if (host().messages != nullptr && host().messages->setPersistentMessage != nullptr)
    host().messages->setPersistentMessage(handle_, "OfxMessageError", "overlace", "%s",
                                          sentence.c_str());
}

void Effect::clear_message() const {
  if (host().messages != nullptr && host().messages->clearPersistentMessage != nullptr)
    host().messages->clearPersistentMessage(handle_);
}

Image::Image(OfxImageClipHandle clip, OfxTime time) {
  if (clip == nullptr || host().effects->clipGetImage(clip, time, nullptr, &handle_) != ok) {
    handle_ = nullptr;
    return;
  }
  const Properties properties(handle_);
  depth = properties.text("OfxImageEffectPropPixelDepth");
  components = properties.text("OfxImageEffectPropComponents");
  alpha = properties.text("OfxImageEffectPropPreMultiplication");
  data = static_cast<std::byte*>(properties.pointer("OfxImagePropData"));
  row_bytes = properties.integer("OfxImagePropRowBytes", 0);
  bounds = properties.rectangle("OfxImagePropBounds");
}

Image::~Image() {
  if (handle_ != nullptr) host().effects->clipReleaseImage(handle_);
}

}  // namespace overlace::ofx
