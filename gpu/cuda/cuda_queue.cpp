// SPDX-License-Identifier: Apache-2.0
// Everything in a queue except the launch of kernels.
#include "gpu/cuda/cuda_queue.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "gpu/cuda/architectures.h"
#include "gpu/cuda/callers_context.h"
#include "gpu/cuda/cuda_check.h"
#include "gpu/device/launch_shape.h"
#include "graph/core/error.h"

namespace overlace {

using cuda::check;

namespace {

constexpr double mebibyte = 1U << 20U;

/// A stream that does not wait for the default stream.
cuda::StreamHandle make_stream() {
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
  return cuda::StreamHandle(stream);
}

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "asking a GPU");
  return value;
}
std::uint32_t count(cudaDeviceAttr which, int device) {
  return static_cast<std::uint32_t>(attribute(which, device));
}

void check_memory(cudaError_t status, std::size_t bytes, int device) {
  if (status == cudaSuccess) return;
  check(status, fmt::format("reserving {:.1f} MiB for GPU {}",
                            static_cast<double>(bytes) / mebibyte, device));
}

cudaMemcpyKind kind_of(CopyKind kind) {
  switch (kind) {
    case CopyKind::host_to_device:
      return cudaMemcpyHostToDevice;
    case CopyKind::device_to_host:
      return cudaMemcpyDeviceToHost;
    case CopyKind::device_to_device:
      break;
  }
  return cudaMemcpyDeviceToDevice;
}

}  // namespace

CudaQueue::CudaQueue(int device, cudaStream_t stream) : device_(device) {
  make_current();
  cuda::check_stream(stream, device_);
  own_stream_ = make_stream();
  stream_ = stream == nullptr ? own_stream_.get() : stream;
  target_ = stream_;
  moved_ = make_event();
  aside_ = make_stream();
  processors_ = count(cudaDevAttrMultiProcessorCount, device_);
  warps_ = busy_warps(processors_, count(cudaDevAttrMaxThreadsPerMultiProcessor, device_));
}

void CudaQueue::make_current() const {
  check(cudaSetDevice(device_), "choosing a GPU");
}

void CudaQueue::set_stream(cudaStream_t stream) {
  make_current();
  cuda::check_stream(stream, device_);
  const cudaStream_t next = stream == nullptr ? own_stream_.get() : stream;
  if (next == stream_) return;
  check(cudaEventRecord(moved_.get(), stream_), "leaving a stream");
  check(cudaStreamWaitEvent(next, moved_.get(), 0), "leaving a stream");
  stream_ = target_ = next;
}

CudaQueue::Block CudaQueue::allocate(std::size_t bytes) {
  if (bytes == 0) return {};
  make_current();
  void* data = nullptr;
  check_memory(cudaMalloc(&data, bytes), bytes, device_);
  Block block(cuda::DeviceMemory(static_cast<std::byte*>(data)), bytes);
  ++counts_.allocations;
  clear(data, bytes);
  return block;
}

CudaQueue::HostBlock CudaQueue::allocate_host(std::size_t bytes) {
  if (bytes == 0) return {};
  make_current();
  void* host = nullptr;
  check_memory(cudaHostAlloc(&host, bytes, cudaHostAllocMapped | cudaHostAllocPortable), bytes,
               device_);
  cuda::PinnedMemory memory(static_cast<std::byte*>(host));
  ++counts_.allocations;
  void* device = nullptr;
  check(cudaHostGetDevicePointer(&device, host, 0), "mapping host memory");
  std::memset(host, 0, bytes);
  return {std::move(memory), static_cast<std::byte*>(device), bytes};
}

void CudaQueue::upload(void* device, const void* host, std::size_t bytes) {
  if (bytes == 0) return;
  make_current();
  check(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, target_), "an upload");
  after_kernel_ = false;
}

void CudaQueue::download(void* host, const void* device, std::size_t bytes) {
  if (bytes == 0) return;
  make_current();
  check(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, target_), "a download");
  after_kernel_ = false;
}

void CudaQueue::copy_rows(const RowCopy& copy) {
  make_current();
  check(cudaMemcpy2DAsync(copy.dst, copy.dst_stride, copy.src, copy.src_stride, copy.row_bytes,
                          copy.rows, kind_of(copy.kind), target_),
        "a copy of rows");
  after_kernel_ = false;
}

void CudaQueue::clear(void* device, std::size_t bytes) {
  if (bytes == 0) return;
  make_current();
  check(cudaMemsetAsync(device, 0, bytes, target_), "clearing device memory");
  after_kernel_ = false;
}

void CudaQueue::leave() {
  make_current();
  check(cudaEventRecord(moved_.get(), stream_), "leaving a stream");
  check(cudaStreamWaitEvent(aside_.get(), moved_.get(), 0), "leaving a stream");
  target_ = aside_.get();
}

void CudaQueue::come_back() noexcept {
  target_ = stream_;
}

// On a stream of our own, because others may queue work on the one that we were given. Relaxed,
// because a decoder's threads may make calls that a stricter mode would count as errors of ours.
void CudaQueue::begin_capture() {
  make_current();
  check(cudaStreamBeginCapture(own_stream_.get(), cudaStreamCaptureModeRelaxed),
        "beginning a capture");
  target_ = own_stream_.get();
  capturing_ = true;
  after_kernel_ = false;
}

CudaQueue::Graph CudaQueue::end_capture() {
  target_ = stream_;
  capturing_ = after_kernel_ = false;
  cudaGraph_t captured = nullptr;
  check(cudaStreamEndCapture(own_stream_.get(), &captured), "ending a capture");
  const cuda::GraphHandle graph(captured);
  cudaGraphExec_t executable = nullptr;
  check(cudaGraphInstantiate(&executable, graph.get(), 0), "instantiating a graph");
  Graph ready(executable);
  ++counts_.instantiations;
  check(cudaGraphUpload(executable, stream_), "uploading a graph");
  return ready;
}

void CudaQueue::abandon_capture() noexcept {
  target_ = stream_;
  capturing_ = after_kernel_ = false;
  cudaGraph_t captured = nullptr;
  static_cast<void>(cudaStreamEndCapture(own_stream_.get(), &captured));
  const cuda::GraphHandle graph(captured);
  static_cast<void>(cudaGetLastError());
}

void CudaQueue::replay(const Graph& graph) {
  make_current();
  check(cudaGraphLaunch(graph.get(), stream_), "replaying a graph");
}

// Kernels wait for those before them only if they were compiled for 9.0 or newer: code that a
// driver makes from older PTX does not.
void CudaQueue::launch_early(bool allowed) {
  const int major = attribute(cudaDevAttrComputeCapabilityMajor, device_);
  const int minor = attribute(cudaDevAttrComputeCapabilityMinor, device_);
  early_ = allowed && code_for(cuda::compiled_code(), major, minor).value_or(0) >= 90;
}

CudaQueue::Event CudaQueue::make_event(unsigned flags) {
  make_current();
  cudaEvent_t event = nullptr;
  check(cudaEventCreateWithFlags(&event, flags), "making an event");
  return Event(event);
}

// A waiting host thread sleeps, so that decoders and encoders on the CPU can use its core.
CudaQueue::Event CudaQueue::make_event() {
  return make_event(cudaEventDisableTiming | cudaEventBlockingSync);
}

CudaQueue::Event CudaQueue::make_timing_event() {
  return make_event(cudaEventBlockingSync);
}

void CudaQueue::record(Event& event) {
  make_current();
  check(cudaEventRecord(event.get(), target_), "recording an event");
}

void CudaQueue::wait(Event& event) {
  make_current();
  check(cudaEventSynchronize(event.get()), "work on the GPU");
}

bool CudaQueue::done(Event& event) {
  make_current();
  const cudaError_t status = cudaEventQuery(event.get());
  if (status != cudaErrorNotReady) check(status, "work on the GPU");
  return status == cudaSuccess;
}

float CudaQueue::elapsed_ms(const Event& begin, const Event& end) {
  float time = 0;
  check(cudaEventElapsedTime(&time, begin.get(), end.get()), "timing work on the GPU");
  return time;
}

void CudaQueue::synchronize() {
  ++counts_.synchronisations;
  make_current();
  check(cudaStreamSynchronize(stream_), "work on the GPU");
  check(cudaStreamSynchronize(aside_.get()), "work on the GPU");
}

}  // namespace overlace
