// SPDX-License-Identifier: Apache-2.0
// The tags by which exceptions of C++ and longjmp are thrown: Clang leaves them to the library.
__asm__(
    ".globl __cpp_exception\n"
    ".tagtype __cpp_exception i32\n"
    "__cpp_exception:\n"
    ".globl __c_longjmp\n"
    ".tagtype __c_longjmp i32\n"
    "__c_longjmp:\n");
