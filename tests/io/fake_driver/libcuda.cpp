// SPDX-License-Identifier: Apache-2.0
// libcuda.so.1: the entry points of the driver.
#include <ffnvcodec/dynlink_cuda.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "tests/io/fake_driver/driver.h"
#include "tests/io/fake_driver/entry.h"

namespace {

using namespace overlace::fake_driver;

Driver& driver() {
  static Driver instance;
  return instance;
}

thread_local std::vector<CUcontext> context_stack;

// Counts the call; returns the code of a failure rule or of a missing context, or 0.
int enter(const char* call, bool needs_context = true) {
  const int code = driver().enter(call);
  if (code != 0) return code;
  return needs_context && context_stack.empty() ? invalid_context : 0;
}

void* pointer(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);
}

struct Side {
  std::byte* start;
  std::size_t pitch;
  bool device;
};

int copy_rows(const Side& from, const Side& to, std::size_t bytes, std::size_t rows) {
  if (const int code = driver().enter("work"); code != 0) return code;
  for (std::size_t y = 0; y < rows; ++y) {
    std::byte* source = from.start + y * from.pitch;
    std::byte* target = to.start + y * to.pitch;
    if ((from.device && !driver().owns(source, bytes)) ||
        (to.device && !driver().owns(target, bytes))) {
      std::fprintf(stderr, "fake driver: a copy of %zu bytes touches no live memory\n", bytes);
      return invalid_value;
    }
    std::memcpy(target, source, bytes);
  }
  return 0;
}

std::function<int()> copy_work(const CUDA_MEMCPY2D& c) {
  const bool from_device = c.srcMemoryType == CU_MEMORYTYPE_DEVICE;
  const bool to_device = c.dstMemoryType == CU_MEMORYTYPE_DEVICE;
  Side from{
      static_cast<std::byte*>(from_device ? pointer(c.srcDevice) : const_cast<void*>(c.srcHost)),
      c.srcPitch, from_device};
  Side to{static_cast<std::byte*>(to_device ? pointer(c.dstDevice) : c.dstHost), c.dstPitch,
          to_device};
  from.start += c.srcY * c.srcPitch + c.srcXInBytes;
  to.start += c.dstY * c.dstPitch + c.dstXInBytes;
  return [from, to, bytes = c.WidthInBytes, rows = c.Height] {
    return copy_rows(from, to, bytes, rows);
  };
}

const std::map<int, std::array<const char*, 2>>& error_names() {
  static const std::map<int, std::array<const char*, 2>> names{
      {0, {"CUDA_SUCCESS", "no error"}},
      {1, {"CUDA_ERROR_INVALID_VALUE", "invalid argument"}},
      {2, {"CUDA_ERROR_OUT_OF_MEMORY", "out of memory"}},
      {100, {"CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"}},
      {201, {"CUDA_ERROR_INVALID_CONTEXT", "invalid device context"}},
      {700, {"CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"}},
      {719, {"CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"}},
      {999, {"CUDA_ERROR_UNKNOWN", "unknown error"}}};
  return names;
}

int name_error(CUresult code, const char** text, std::size_t which) {
  const auto found = error_names().find(static_cast<int>(code));
  *text = found == error_names().end() ? nullptr : found->second[which];
  return found == error_names().end() ? invalid_value : 0;
}

}  // namespace

#define ENTER(call, ...) \
  if (const int code = enter(call __VA_OPT__(, ) __VA_ARGS__); code != 0) return result(code)

extern "C" {

State* fake_driver_state() {
  return &driver();
}

CUresult cuInit(unsigned /*flags*/) {
  return result(enter("cuInit", false));
}
CUresult cuDeviceGetCount(int* count) {
  *count = 1;
  return result(enter("cuDeviceGetCount", false));
}
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  *device = ordinal;
  return result(ordinal == 0 ? enter("cuDeviceGet", false) : invalid_value);
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute /*which*/, CUdevice /*device*/) {
  constexpr int texture_alignment = 512;
  *value = texture_alignment;
  return result(enter("cuDeviceGetAttribute", false));
}
CUresult cuDeviceGetName(char* name, int length, CUdevice /*device*/) {
  std::snprintf(name, static_cast<std::size_t>(length), "Fake GPU");
  return result(enter("cuDeviceGetName", false));
}
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice /*device*/) {
  *major = 9;
  *minor = 0;
  return result(enter("cuDeviceComputeCapability", false));
}

CUresult cuCtxCreate_v2(CUcontext* context, unsigned /*flags*/, CUdevice /*device*/) {
  static int mark;
  ENTER("cuCtxCreate", false);
  *context = reinterpret_cast<CUcontext>(&mark);
  context_stack.push_back(*context);
  driver().count(&Live::contexts, 1);
  return CUDA_SUCCESS;
}
CUresult cuCtxDestroy_v2(CUcontext /*context*/) {
  driver().count(&Live::contexts, -1);
  return CUDA_SUCCESS;
}
CUresult cuCtxPushCurrent_v2(CUcontext context) {
  ENTER("cuCtxPushCurrent", false);
  if (context == nullptr) return result(invalid_context);
  context_stack.push_back(context);
  return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent_v2(CUcontext* context) {
  if (context_stack.empty()) return result(invalid_context);
  *context = context_stack.back();
  context_stack.pop_back();
  return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice* device) {
  *device = 0;
  return result(context_stack.empty() ? invalid_context : 0);
}
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice /*device*/) {
  static int mark;
  ENTER("cuDevicePrimaryCtxRetain", false);
  *context = reinterpret_cast<CUcontext>(&mark);
  driver().count(&Live::contexts, 1);
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice /*device*/) {
  driver().count(&Live::contexts, -1);
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr* address, std::size_t bytes) {
  ENTER("cuMemAlloc");
  *address = reinterpret_cast<CUdeviceptr>(driver().allocate(bytes));
  return CUDA_SUCCESS;
}
CUresult cuMemFree_v2(CUdeviceptr address) {
  driver().run_all();  // waits, like the real one
  return result(driver().free(pointer(address)) ? 0 : invalid_value);
}
CUresult cuMemAllocHost_v2(void** memory, std::size_t bytes) {
  ENTER("cuMemAllocHost");
  *memory = std::malloc(bytes);
  driver().count(&Live::allocations, 1);
  return CUDA_SUCCESS;
}
CUresult cuMemFreeHost(void* memory) {
  driver().run_all();  // waits, like the real one
  std::free(memory);
  driver().count(&Live::allocations, -1);
  return CUDA_SUCCESS;
}
CUresult cuMemsetD8Async(CUdeviceptr address, unsigned char value, std::size_t bytes,
                         CUstream stream) {
  ENTER("cuMemsetD8Async");
  driver().queue(driver().find(stream), [address, value, bytes] {
    if (!driver().owns(pointer(address), bytes)) return invalid_value;
    std::memset(pointer(address), value, bytes);
    return 0;
  });
  return CUDA_SUCCESS;
}
CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* copy, CUstream stream) {
  ENTER("cuMemcpy2DAsync");
  driver().queue(driver().find(stream), copy_work(*copy));
  return CUDA_SUCCESS;
}
CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D* copy) {
  ENTER("cuMemcpy2D");
  driver().run_all();
  return result(copy_work(*copy)());
}

CUresult cuStreamCreate(CUstream* stream, unsigned /*flags*/) {
  ENTER("cuStreamCreate");
  *stream = reinterpret_cast<CUstream>(driver().make_stream());
  return CUDA_SUCCESS;
}
CUresult cuStreamDestroy_v2(CUstream stream) {
  driver().destroy_stream(driver().find(stream));
  return CUDA_SUCCESS;
}
CUresult cuStreamSynchronize(CUstream stream) {
  ENTER("cuStreamSynchronize");
  Stream& s = driver().find(stream);
  while (driver().step(s)) continue;
  return result(s.error);
}
CUresult cuEventCreate(CUevent* event, unsigned /*flags*/) {
  ENTER("cuEventCreate");
  *event = reinterpret_cast<CUevent>(std::make_unique<Event>().release());
  driver().count(&Live::events, 1);
  return CUDA_SUCCESS;
}
CUresult cuEventDestroy_v2(CUevent event) {
  driver().run_all();
  const std::unique_ptr<Event> owner(reinterpret_cast<Event*>(event));
  driver().count(&Live::events, -1);
  return CUDA_SUCCESS;
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  ENTER("cuEventRecord");
  Event* e = reinterpret_cast<Event*>(event);
  e->reached = false;
  driver().queue(driver().find(stream), [e] {
    e->reached = true;
    return 0;
  });
  return CUDA_SUCCESS;
}
// Each query lets one piece of work finish.
CUresult cuEventQuery(CUevent event) {
  ENTER("cuEventQuery");
  const Event& e = *reinterpret_cast<Event*>(event);
  for (Stream* stream : driver().streams()) {
    if (stream->error != 0) return result(stream->error);
  }
  if (e.reached) return CUDA_SUCCESS;
  for (Stream* stream : driver().streams()) driver().step(*stream);
  return result(not_ready);
}

CUresult cuGetErrorName(CUresult code, const char** text) {
  return result(name_error(code, text, 0));
}
CUresult cuGetErrorString(CUresult code, const char** text) {
  return result(name_error(code, text, 1));
}

UNUSED(cuCtxSetLimit)
UNUSED(cuMemAllocPitch_v2)
UNUSED(cuMemAllocManaged)
UNUSED(cuMemcpy)
UNUSED(cuMemcpyAsync)
UNUSED(cuMemcpyHtoD_v2)
UNUSED(cuMemcpyHtoDAsync_v2)
UNUSED(cuMemcpyDtoH_v2)
UNUSED(cuMemcpyDtoHAsync_v2)
UNUSED(cuMemcpyDtoD_v2)
UNUSED(cuMemcpyDtoDAsync_v2)
UNUSED(cuDevicePrimaryCtxSetFlags)
UNUSED(cuDevicePrimaryCtxGetState)
UNUSED(cuDevicePrimaryCtxReset)
UNUSED(cuStreamQuery)
UNUSED(cuStreamAddCallback)
UNUSED(cuEventSynchronize)
UNUSED(cuLaunchKernel)
UNUSED(cuLinkCreate)
UNUSED(cuLinkAddData)
UNUSED(cuLinkComplete)
UNUSED(cuLinkDestroy)
UNUSED(cuModuleLoadData)
UNUSED(cuModuleUnload)
UNUSED(cuModuleGetFunction)
UNUSED(cuModuleGetGlobal)
UNUSED(cuTexObjectCreate)
UNUSED(cuTexObjectDestroy)
UNUSED(cuGLGetDevices_v2)
UNUSED(cuGraphicsGLRegisterImage)
UNUSED(cuGraphicsUnregisterResource)
UNUSED(cuGraphicsMapResources)
UNUSED(cuGraphicsUnmapResources)
UNUSED(cuGraphicsSubResourceGetMappedArray)
UNUSED(cuGraphicsResourceGetMappedPointer_v2)
UNUSED(cuArray3DCreate_v2)
UNUSED(cuArrayDestroy)

}  // extern "C"
