// SPDX-License-Identifier: Apache-2.0
// The driver's primary context and a stream, given to libav before it can create its own.
#include "io/cuda/cuda_session.h"

#include <fmt/format.h>

#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

#include "io/av/av.h"
#include "io/cuda/cuda_driver.h"

namespace overlace {
namespace {

CUstream as_stream(void* stream) {
  return static_cast<CUstream>(stream);
}
CUdeviceptr as_address(const void* memory) {
  return reinterpret_cast<CUdeviceptr>(memory);
}

CUDA_MEMCPY2D driver_copy(const PlaneCopy& copy) {
  CUDA_MEMCPY2D c{};
  c.srcMemoryType = copy.from_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
  c.dstMemoryType = copy.to_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
  if (copy.from_device) {
    c.srcDevice = as_address(copy.from);
  } else {
    c.srcHost = copy.from;
  }
  if (copy.to_device) {
    c.dstDevice = as_address(copy.to);
  } else {
    c.dstHost = copy.to;
  }
  c.srcPitch = copy.from_stride;
  c.dstPitch = copy.to_stride;
  c.WidthInBytes = copy.row_bytes;
  c.Height = copy.rows;
  return c;
}

}  // namespace

/// The driver, a context and a stream; owns the latter two where it has opened them itself.
class CudaSession::Device {
 public:
  Device(int number, SlowWork slow)
      : cuda(load_cuda()), handles{.device = number}, slow_(std::move(slow)) {
    retain_context();
    make_stream();
  }
  explicit Device(const CudaHandles& shared) : cuda(load_cuda()), handles(shared) {}
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  [[nodiscard]] CUcontext context() const { return static_cast<CUcontext>(handles.context); }
  [[nodiscard]] CUstream stream() const { return as_stream(handles.stream); }
  [[nodiscard]] CurrentContext enter() const { return {*cuda, context()}; }
  [[nodiscard]] CurrentContext enter(std::nothrow_t tag) const noexcept {
    return {*cuda, context(), tag};
  }
  void check(CUresult code, const char* what) const { check_cuda(*cuda, code, what); }
  /// Logs once that the device is busy, if the wait since `start` exceeds SlowWork::after.
  void mind(std::chrono::steady_clock::time_point start) const;

  const CudaLibrary cuda;
  CudaHandles handles;

 private:
  void retain_context();
  void make_stream();

  /// Gives back the primary context.
  struct Release {
    const CudaFunctions* cuda;
    CUdevice device;
    void operator()(CUctx_st* /*context*/) const noexcept {
      cuda->cuDevicePrimaryCtxRelease(device);
    }
  };
  std::unique_ptr<CUctx_st, Release> primary_;  ///< null for a borrowed context
  const SlowWork slow_;
  mutable std::once_flag told_;
};

void CudaSession::Device::retain_context() {
  int devices = 0;
  check(cuda->cuDeviceGetCount(&devices), "counting devices");
  if (handles.device < 0 || handles.device >= devices)
    throw Error(ErrorCode::unavailable, fmt::format("there is no CUDA device {}: the driver has {}",
                                                    handles.device, devices));
  CUdevice device = 0;
  check(cuda->cuDeviceGet(&device, handles.device), "choosing the device");
  CUcontext context = nullptr;
  check(cuda->cuDevicePrimaryCtxRetain(&context, device), "opening the device");
  primary_ = {context, Release{cuda.get(), device}};
  handles.context = context;
}

void CudaSession::Device::make_stream() {
  const CurrentContext current = enter();
  CUstream stream = nullptr;
  check(cuda->cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "making a stream");
  handles.stream = stream;
}

void CudaSession::Device::mind(std::chrono::steady_clock::time_point start) const {
  if (!slow_.log || std::chrono::steady_clock::now() - start < slow_.after) return;
  std::call_once(told_, [this] {
    slow_.log(fmt::format("GPU {} is busy; still waiting for it", handles.device));
  });
}

CudaSession::Device::~Device() {
  if (!primary_) return;
  const CurrentContext current = enter(std::nothrow);
  cuda->cuStreamDestroy(stream());
}

// Context and stream must be set before the init call: libav copies both when decoders and encoders
// are created. Frames keep libav's object alive, which keeps `device` alive.
BufferPtr CudaSession::make_av_device(const std::shared_ptr<const Device>& device) {
  using Owner = std::shared_ptr<const Device>;
  BufferPtr buffer(av_hwdevice_ctx_alloc(AV_HWDEVICE_TYPE_CUDA));
  if (!buffer) throw Error(ErrorCode::unavailable, "this libav has no CUDA support");
  auto* context = reinterpret_cast<AVHWDeviceContext*>(buffer->data);
  auto* cuda = static_cast<AVCUDADeviceContext*>(context->hwctx);
  cuda->cuda_ctx = device->context();
  cuda->stream = device->stream();
  context->user_opaque = std::make_unique<Owner>(device).release();
  context->free = [](AVHWDeviceContext* c) {
    const std::unique_ptr<Owner> owner(static_cast<Owner*>(c->user_opaque));
  };
  check_av(av_hwdevice_ctx_init(buffer.get()), ErrorCode::unavailable, "libav's CUDA device");
  return buffer;
}

CudaSession::CudaSession(int device, SlowWork slow)
    : device_(std::make_shared<const Device>(device, std::move(slow))),
      av_device_(make_av_device(device_)) {}
CudaSession::CudaSession(const CudaHandles& shared)
    : device_(std::make_shared<const Device>(shared)), av_device_(make_av_device(device_)) {}
CudaSession::~CudaSession() = default;

CudaHandles CudaSession::handles() const {
  return device_->handles;
}

void CudaSession::copy(const PlaneCopy& copy) const {
  const CurrentContext current = device_->enter();
  const CUDA_MEMCPY2D c = driver_copy(copy);
  device_->check(device_->cuda->cuMemcpy2DAsync(&c, device_->stream()), "copying a picture");
}

void CudaSession::clear(void* device_memory, std::size_t bytes) const {
  const CurrentContext current = device_->enter();
  device_->check(
      device_->cuda->cuMemsetD8Async(as_address(device_memory), 0, bytes, device_->stream()),
      "clearing a picture");
}

CudaHostMemory::CudaHostMemory(const CudaSession& session, std::size_t bytes) : size_(bytes) {
  const auto& device = session.device_;
  const HostMemoryFunctions host = host_memory_functions(*device->cuda);
  const CurrentContext current = device->enter();
  void* memory = nullptr;
  device->check(host.allocate(&memory, bytes), "reserving page-locked memory");
  memory_ = {static_cast<std::uint8_t*>(memory), Free{device}};
}

void CudaHostMemory::Free::operator()(std::uint8_t* memory) const noexcept {
  const CurrentContext current = device->enter(std::nothrow);
  host_memory_functions(*device->cuda).free(memory);
}

CudaEvent::CudaEvent(const CudaSession& session) : device_(session.device_) {
  const CurrentContext current = device_->enter();
  CUevent event = nullptr;
  device_->check(device_->cuda->cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), "making an event");
  event_ = event;
}

CudaEvent::~CudaEvent() {
  if (event_ == nullptr) return;
  const CurrentContext current = device_->enter(std::nothrow);
  device_->cuda->cuEventDestroy(static_cast<CUevent>(event_));
}

CudaEvent::CudaEvent(CudaEvent&& other) noexcept
    : device_(std::move(other.device_)), event_(std::exchange(other.event_, nullptr)) {}

CudaEvent& CudaEvent::operator=(CudaEvent&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(event_, other.event_);
  return *this;
}

void CudaEvent::record() {
  const CurrentContext current = device_->enter();
  device_->check(device_->cuda->cuEventRecord(static_cast<CUevent>(event_), device_->stream()),
                 "marking the stream");
}

bool CudaEvent::done() const {
  const CurrentContext current = device_->enter();
  const CUresult status = device_->cuda->cuEventQuery(static_cast<CUevent>(event_));
  if (status == CUDA_ERROR_NOT_READY) return false;
  device_->check(status, "work on the GPU");
  return true;
}

void CudaEvent::wait() const {
  constexpr std::chrono::microseconds nap{50};
  const auto start = std::chrono::steady_clock::now();
  while (!done()) {
    device_->mind(start);
    std::this_thread::sleep_for(nap);
  }
}

}  // namespace overlace
