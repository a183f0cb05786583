// SPDX-License-Identifier: Apache-2.0
// The fake driver's memory, streams and rules for failing: device memory is host memory, and
// streams are lists of work that runs late, so that a missing wait shows.
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

/// What an event's handle points to.
struct Event {
  std::atomic<bool> reached{true};
};

/// What a stream's handle points to.
struct Stream {
  std::deque<std::function<int()>> work;
  std::atomic<int> error{0};  ///< sticky, as the driver's
};

/// Which calls fail, and how often each was made. Not for several threads at once.
class Rules {
 public:
  /// As State::set_failures.
  explicit Rules(const std::string& text);
  /// Counts a call; 0 or the code it shall return.
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

/// The driver of a process. Any thread.
class Driver : public State {
 public:
  Driver();
  /// Writes the report, where one is wanted.
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

  /// Appends work to a stream; it returns 0 or a code.
  void queue(Stream& stream, std::function<int()> work);
  /// Runs the oldest piece of work; false when there is none. One after the other, whoever asks.
  bool step(Stream& stream);
  Stream* make_stream();
  /// Runs what is left on it first.
  void destroy_stream(Stream& stream);
  /// All that there are, the default stream first.
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
