// SPDX-License-Identifier: Apache-2.0
// The part of the OpenFX interface that the plug-in and its test host use, declared after the
// specification (OpenFX 1.5, openfx.readthedocs.io). No Debian 12 package has the headers.
#pragma once

extern "C" {

using OfxStatus = int;
using OfxTime = double;
using OfxPropertySetHandle = struct OfxPropertySetStruct*;
using OfxImageEffectHandle = struct OfxImageEffectStruct*;
using OfxImageClipHandle = struct OfxImageClipStruct*;
using OfxImageMemoryHandle = struct OfxImageMemoryStruct*;
using OfxParamHandle = struct OfxParamStruct*;
using OfxParamSetHandle = struct OfxParamSetStruct*;

struct OfxRectI {
  int x1, y1, x2, y2;
};
struct OfxRectD {
  double x1, y1, x2, y2;
};

struct OfxHost {
  OfxPropertySetHandle host;
  const void* (*fetchSuite)(OfxPropertySetHandle host, const char* name, int version);
};

struct OfxPlugin {
  const char* pluginApi;
  int apiVersion;
  const char* pluginIdentifier;
  unsigned pluginVersionMajor, pluginVersionMinor;
  void (*setHost)(OfxHost* host);
  OfxStatus (*mainEntry)(const char* action, const void* handle, OfxPropertySetHandle in,
                         OfxPropertySetHandle out);
};

struct OfxPropertySuiteV1 {
  OfxStatus (*propSetPointer)(OfxPropertySetHandle, const char*, int index, void*);
  OfxStatus (*propSetString)(OfxPropertySetHandle, const char*, int index, const char*);
  OfxStatus (*propSetDouble)(OfxPropertySetHandle, const char*, int index, double);
  OfxStatus (*propSetInt)(OfxPropertySetHandle, const char*, int index, int);
  OfxStatus (*propSetPointerN)(OfxPropertySetHandle, const char*, int count, void* const*);
  OfxStatus (*propSetStringN)(OfxPropertySetHandle, const char*, int count, const char* const*);
  OfxStatus (*propSetDoubleN)(OfxPropertySetHandle, const char*, int count, const double*);
  OfxStatus (*propSetIntN)(OfxPropertySetHandle, const char*, int count, const int*);
  OfxStatus (*propGetPointer)(OfxPropertySetHandle, const char*, int index, void**);
  OfxStatus (*propGetString)(OfxPropertySetHandle, const char*, int index, char**);
  OfxStatus (*propGetDouble)(OfxPropertySetHandle, const char*, int index, double*);
  OfxStatus (*propGetInt)(OfxPropertySetHandle, const char*, int index, int*);
  OfxStatus (*propGetPointerN)(OfxPropertySetHandle, const char*, int count, void**);
  OfxStatus (*propGetStringN)(OfxPropertySetHandle, const char*, int count, char**);
  OfxStatus (*propGetDoubleN)(OfxPropertySetHandle, const char*, int count, double*);
  OfxStatus (*propGetIntN)(OfxPropertySetHandle, const char*, int count, int*);
  OfxStatus (*propReset)(OfxPropertySetHandle, const char*);
  OfxStatus (*propGetDimension)(OfxPropertySetHandle, const char*, int* count);
};

struct OfxRangeD;

struct OfxParameterSuiteV1 {
  OfxStatus (*paramDefine)(OfxParamSetHandle, const char* type, const char* name,
                           OfxPropertySetHandle*);
  OfxStatus (*paramGetHandle)(OfxParamSetHandle, const char* name, OfxParamHandle*,
                              OfxPropertySetHandle*);
  OfxStatus (*paramSetGetPropertySet)(OfxParamSetHandle, OfxPropertySetHandle*);
  OfxStatus (*paramGetPropertySet)(OfxParamHandle, OfxPropertySetHandle*);
  OfxStatus (*paramGetValue)(OfxParamHandle, ...);
  OfxStatus (*paramGetValueAtTime)(OfxParamHandle, OfxTime, ...);
  OfxStatus (*paramGetDerivative)(OfxParamHandle, OfxTime, ...);
  OfxStatus (*paramGetIntegral)(OfxParamHandle, OfxTime, OfxTime, ...);
  OfxStatus (*paramSetValue)(OfxParamHandle, ...);
  OfxStatus (*paramSetValueAtTime)(OfxParamHandle, OfxTime, ...);
  OfxStatus (*paramGetNumKeys)(OfxParamHandle, unsigned*);
  OfxStatus (*paramGetKeyTime)(OfxParamHandle, unsigned, OfxTime*);
  OfxStatus (*paramGetKeyIndex)(OfxParamHandle, OfxTime, int, int*);
  OfxStatus (*paramDeleteKey)(OfxParamHandle, OfxTime);
  OfxStatus (*paramDeleteAllKeys)(OfxParamHandle);
  OfxStatus (*paramCopy)(OfxParamHandle, OfxParamHandle, OfxTime, const OfxRangeD*);
  OfxStatus (*paramEditBegin)(OfxParamSetHandle, const char*);
  OfxStatus (*paramEditEnd)(OfxParamSetHandle);
};

struct OfxImageEffectSuiteV1 {
  OfxStatus (*getPropertySet)(OfxImageEffectHandle, OfxPropertySetHandle*);
  OfxStatus (*getParamSet)(OfxImageEffectHandle, OfxParamSetHandle*);
  OfxStatus (*clipDefine)(OfxImageEffectHandle, const char* name, OfxPropertySetHandle*);
  OfxStatus (*clipGetHandle)(OfxImageEffectHandle, const char* name, OfxImageClipHandle*,
                             OfxPropertySetHandle*);
  OfxStatus (*clipGetPropertySet)(OfxImageClipHandle, OfxPropertySetHandle*);
  OfxStatus (*clipGetImage)(OfxImageClipHandle, OfxTime, const OfxRectD* region,
                            OfxPropertySetHandle* image);
  OfxStatus (*clipReleaseImage)(OfxPropertySetHandle image);
  OfxStatus (*clipGetRegionOfDefinition)(OfxImageClipHandle, OfxTime, OfxRectD*);
  int (*abort)(OfxImageEffectHandle);
  OfxStatus (*imageMemoryAlloc)(OfxImageEffectHandle, unsigned long, OfxImageMemoryHandle*);
  OfxStatus (*imageMemoryFree)(OfxImageMemoryHandle);
  OfxStatus (*imageMemoryLock)(OfxImageMemoryHandle, void**);
  OfxStatus (*imageMemoryUnlock)(OfxImageMemoryHandle);
};

struct OfxMessageSuiteV2 {
  OfxStatus (*message)(void* handle, const char* type, const char* id, const char* format, ...);
  OfxStatus (*setPersistentMessage)(void* handle, const char* type, const char* id,
                                    const char* format, ...);
  OfxStatus (*clearPersistentMessage)(void* handle);
};

}  // extern "C"

namespace overlace::ofx {

/// The result of an action or of a suite's function.
enum Status : OfxStatus {
  ok = 0,
  failed = 1,
  unknown = 3,
  missing_host_feature = 4,
  unsupported = 5,
  memory = 8,
  bad_handle = 9,
  bad_index = 10,
  reply_yes = 12,
  reply_default = 14,
  gpu_out_of_memory = 1001,
  gpu_render_failed = 1002,
};

}  // namespace overlace::ofx
