// SPDX-License-Identifier: Apache-2.0
// A shared library by the name of the module, without what a module exports.
extern "C" int overlace_something_else() {
  return 0;
}
