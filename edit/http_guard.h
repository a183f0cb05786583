// SPDX-License-Identifier: Apache-2.0
// Who may ask: pages of this server alone, and only with its token.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "edit/http.h"

namespace overlace {

/// Lets in what the editor's own page asks. Other pages that the same browser has open are kept out
/// by `Host`, `Origin` and `Sec-Fetch-Site`, other programs of this machine by the token.
class HttpGuard {
 public:
  /// `port` is the server's, on 127.0.0.1.
  HttpGuard(std::uint16_t port, std::string token);

  /// The status with which a request is refused: 421 for another host's name, 403 for another
  /// page's request, 401 without the token; 0 where it is let in. `is_public`: what is asked for
  /// holds nothing of the user's, as the page itself, and needs no token.
  [[nodiscard]] int refusal(const HttpRequest& request, bool is_public) const;

  [[nodiscard]] const std::string& token() const { return token_; }
  /// "http://127.0.0.1:PORT".
  [[nodiscard]] const std::string& origin() const { return origin_; }

 private:
  std::string token_, host_, origin_;
};

/// A new token: 256 random bits, in hexadecimal digits. Throws Error(unavailable) where the system
/// gives none.
[[nodiscard]] std::string new_token();

/// Whether texts are equal, in a time that depends on their lengths alone.
[[nodiscard]] bool equal_in_constant_time(std::string_view a, std::string_view b);

}  // namespace overlace
