// SPDX-License-Identifier: Apache-2.0
// The fake driver's memory, streams and failure rules: device memory is host memory, and streams
// are lists of work that runs late, so that a missing wait is noticed.
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "tests/io/fake_driver/fake_driver.h"

namespace overlace::fake_driver {

/// The target of an event handle.
struct Event {
  std::atomic<bool> reached{true};
};

/// The target of a stream handle.
struct Stream {
  std::deque<std::function<int()>> work;
  std::atomic<int> error{0};  ///< sticky, like the driver's
};

/// Which calls fail, and how often each was made. Not thread-safe.
class Rules {
 public:
  /// Takes the rules of State::set_failures.
  explicit Rules(const std::string& text);
  /// Counts a call; returns 0 or the code that the call must return.
  int enter(const std::string& call);
  [[nodiscard]] const std::map<std::string, int>& calls() const { return calls_; }

 private:
  struct Rule {
    std::string call;
    int number, code;
    bool onward;
  };
  std::vector<Rule> rules_;
  std::map<std::string, int> calls_;
};

/// The driver of a process. Thread-safe.
class Driver : public State {
 public:
  Driver();
  /// Writes the report if one is wanted.
  ~Driver() override;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  void set_failures(const std::string& rules) override;
  void reset() override;
  std::map<std::string, int> calls() override;
  Live live() override;
  int enter(const char* call) override;
  void count(int Live::*what, int change) override;
  void* allocate(std::size_t bytes) override;
  bool free(void* memory) override;
  bool owns(const void* memory, std::size_t bytes) override;
  int run_all() override;

  /// Appends work, which returns 0 or an error code, to a stream.
  void queue(Stream& stream, std::function<int()> work);
  /// Runs the oldest piece of work, one at a time in the process; false if there is none.
  bool step(Stream& stream);
  Stream* make_stream();
  /// Runs the stream's remaining work first.
  void destroy_stream(Stream& stream);
  /// All existing streams, the default stream first.
  std::vector<Stream*> streams();
  /// The stream behind a handle; null is the default stream.
  Stream& find(void* handle);

 private:
  struct Block {
    std::unique_ptr<std::byte[]> memory;
    std::size_t bytes = 0;
  };
  std::mutex run_mutex_, mutex_;
  Rules rules_;
  Live live_;
  std::map<const std::byte*, Block> memory_;
  std::vector<std::unique_ptr<Stream>> streams_;
  Stream default_;
};

}  // namespace overlace::fake_driver
