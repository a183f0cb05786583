// SPDX-License-Identifier: Apache-2.0
// The table of errors, by meaning: out of memory, unavailable, internal.
#include "gpu/cuda/error_meaning.h"

namespace overlace::cuda {

std::optional<ErrorCode> known_meaning(cudaError_t status) {
  switch (status) {
    case cudaErrorMemoryAllocation:
      return ErrorCode::out_of_memory;

    // No device, or none that this process may use.
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
    case cudaErrorDevicesUnavailable:
    case cudaErrorDeviceAlreadyInUse:
    case cudaErrorDeviceNotLicensed:
    case cudaErrorDeviceUninitialized:
    case cudaErrorNotPermitted:
    case cudaErrorNotSupported:
    case cudaErrorSoftwareValidityNotEstablished:
    case cudaErrorUnsupportedExecAffinity:
    case cudaErrorUnsupportedLimit:
    case cudaErrorPeerAccessUnsupported:
    // The driver is missing, too old, or does not work.
    case cudaErrorInsufficientDriver:
    case cudaErrorCallRequiresNewerDriver:
    case cudaErrorStubLibrary:
    case cudaErrorInitializationError:
    case cudaErrorStartupFailure:
    case cudaErrorSystemNotReady:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorCompatNotSupportedOnDevice:
    case cudaErrorSharedObjectSymbolNotFound:
    case cudaErrorSharedObjectInitFailed:
    case cudaErrorOperatingSystem:
    case cudaErrorUnknown:
    // The kernels of this build do not run here.
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorInvalidKernelImage:
    case cudaErrorInvalidSource:
    case cudaErrorInvalidPtx:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorJitCompilerNotFound:
    case cudaErrorJitCompilationDisabled:
    case cudaErrorUnsupportedDevSideSync:
    case cudaErrorLaunchOutOfResources:
    // The device has failed, or someone else stopped it.
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorContained:
    case cudaErrorLaunchTimeout:
    case cudaErrorTimeout:
    case cudaErrorExternalDevice:
    case cudaErrorMpsConnectionFailed:
    case cudaErrorMpsRpcFailure:
    case cudaErrorMpsServerNotReady:
    case cudaErrorMpsMaxClientsReached:
    case cudaErrorMpsMaxConnectionsReached:
    case cudaErrorMpsClientTerminated:
      return ErrorCode::unavailable;

    // Wrong arguments, or calls in the wrong order.
    case cudaErrorInvalidValue:
    case cudaErrorCudartUnloading:
    case cudaErrorProfilerDisabled:
    case cudaErrorProfilerNotInitialized:
    case cudaErrorProfilerAlreadyStarted:
    case cudaErrorProfilerAlreadyStopped:
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidSymbol:
    case cudaErrorInvalidHostPointer:
    case cudaErrorInvalidDevicePointer:
    case cudaErrorInvalidTexture:
    case cudaErrorInvalidTextureBinding:
    case cudaErrorInvalidChannelDescriptor:
    case cudaErrorInvalidMemcpyDirection:
    case cudaErrorAddressOfConstant:
    case cudaErrorTextureFetchFailed:
    case cudaErrorTextureNotBound:
    case cudaErrorSynchronizationError:
    case cudaErrorInvalidFilterSetting:
    case cudaErrorInvalidNormSetting:
    case cudaErrorMixedDeviceExecution:
    case cudaErrorNotYetImplemented:
    case cudaErrorMemoryValueTooLarge:
    case cudaErrorInvalidSurface:
    case cudaErrorDuplicateVariableName:
    case cudaErrorDuplicateTextureName:
    case cudaErrorDuplicateSurfaceName:
    case cudaErrorIncompatibleDriverContext:
    case cudaErrorMissingConfiguration:
    case cudaErrorPriorLaunchFailure:
    case cudaErrorLaunchMaxDepthExceeded:
    case cudaErrorLaunchFileScopedTex:
    case cudaErrorLaunchFileScopedSurf:
    case cudaErrorSyncDepthExceeded:
    case cudaErrorLaunchPendingCountExceeded:
    case cudaErrorMapBufferObjectFailed:
    case cudaErrorUnmapBufferObjectFailed:
    case cudaErrorArrayIsMapped:
    case cudaErrorAlreadyMapped:
    case cudaErrorAlreadyAcquired:
    case cudaErrorNotMapped:
    case cudaErrorNotMappedAsArray:
    case cudaErrorNotMappedAsPointer:
    case cudaErrorInvalidGraphicsContext:
    case cudaErrorFileNotFound:
    case cudaErrorInvalidResourceHandle:
    case cudaErrorIllegalState:
    case cudaErrorLossyQuery:
    case cudaErrorSymbolNotFound:
    case cudaErrorNotReady:
    case cudaErrorLaunchIncompatibleTexturing:
    case cudaErrorPeerAccessAlreadyEnabled:
    case cudaErrorPeerAccessNotEnabled:
    case cudaErrorSetOnActiveProcess:
    case cudaErrorContextIsDestroyed:
    case cudaErrorTooManyPeers:
    case cudaErrorHostMemoryAlreadyRegistered:
    case cudaErrorHostMemoryNotRegistered:
    case cudaErrorCooperativeLaunchTooLarge:
    case cudaErrorCdpNotSupported:
    case cudaErrorCdpVersionMismatch:
    case cudaErrorStreamCaptureUnsupported:
    case cudaErrorStreamCaptureInvalidated:
    case cudaErrorStreamCaptureMerge:
    case cudaErrorStreamCaptureUnmatched:
    case cudaErrorStreamCaptureUnjoined:
    case cudaErrorStreamCaptureIsolation:
    case cudaErrorStreamCaptureImplicit:
    case cudaErrorCapturedEvent:
    case cudaErrorStreamCaptureWrongThread:
    case cudaErrorGraphExecUpdateFailure:
    case cudaErrorInvalidClusterSize:
    case cudaErrorFunctionNotLoaded:
    case cudaErrorInvalidResourceType:
    case cudaErrorInvalidResourceConfiguration:
    case cudaErrorApiFailureBase:
    // Kernels that went wrong.
    case cudaErrorIllegalAddress:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorTensorMemoryLeak:
      return ErrorCode::internal;

    default:
      return std::nullopt;
  }
}

}  // namespace overlace::cuda
