// SPDX-License-Identifier: Apache-2.0
// link_similar: joins objects that look alike, by their embeddings.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>
#include <vector>

#include "node_list.h"
#include "nodes/parts/link_params.h"
#include "tracking/similarity.h"

namespace overlace {
namespace {

struct Params : LinkParams {
  int k = 3;
  Similarity measure = Similarity::cosine;
  Number min_similarity{0.5F};
  Number max_difference{0};
  Number max_length{0};
  bool mutual = false;
  bool once = true;
};

/// Objects of a frame that have an embedding and a position.
struct Candidates {
  std::vector<std::uint32_t> rows;
  std::vector<float> vectors;

  void take(const HostInputs& in, Anchor anchor) {
    rows.clear();
    vectors.clear();
    const auto is_finite = [](float v) { return std::isfinite(v); };
    for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
      const std::span<const float> embedding = in.table->embedding_of(row);
      const Vec2 at = anchor_point(in.table->box[row], anchor);
      if (!is_finite(at.x) || !is_finite(at.y) || !std::ranges::all_of(embedding, is_finite))
        continue;
      rows.push_back(row);
      vectors.insert(vectors.end(), embedding.begin(), embedding.end());
    }
  }
};

class SimilarLinks {
 public:
  explicit SimilarLinks(std::shared_ptr<const Params> params) : params_(std::move(params)) {}

  void append(const HostInputs& in, std::vector<Link>& links) {
    if (in.table == nullptr || in.table->embedding_size == 0) return;
    const Params& p = *params_;
    objects_.take(in, p.anchor);
    const std::vector<std::uint32_t>& rows = objects_.rows;
    const auto place = [&](std::uint32_t i) {
      return anchor_point(in.table->box[rows[i]], p.anchor);
    };
    const float most = p.max_length.at(in.time).constant;
    const auto admits = [&](std::uint32_t a, std::uint32_t b, double value) {
      const Vec2 way = place(a) - place(b);
      return alike(value, in.time) && (most == 0 || std::hypot(way.x, way.y) <= most);
    };
    find_pairs(most_alike({objects_.vectors, in.table->embedding_size}, p.measure,
                          static_cast<std::uint32_t>(p.k), std::ref(admits), memory_),
               in);
    for (const Pair& pair : pairs_)
      if (pair.chosen_by_both || !p.mutual)
        append_link(in.tracks, rows[pair.a], rows[pair.b], p.anchor, links);
  }

 private:
  struct Pair {
    std::uint32_t a = 0, b = 0;
    bool chosen_by_both = false;
    friend bool operator==(const Pair&, const Pair&) = default;
  };

  [[nodiscard]] bool alike(double value, const FrameTime& time) const {
    if (params_->measure != Similarity::l2)
      return value >= params_->min_similarity.at(time).constant;
    const float most = params_->max_difference.at(time).constant;
    return most == 0 || value <= most;
  }

  /// Finds the pairs, sorted, and whether both objects chose each other. With `once`, each pair
  /// occurs once, from the lower id (then row).
  void find_pairs(std::span<const std::vector<LikeVector>> nearest, const HostInputs& in) {
    const std::vector<std::uint32_t>& rows = objects_.rows;
    const auto key = [&](std::uint32_t i) { return std::pair(in.table->id[rows[i]], rows[i]); };
    pairs_.clear();
    for (std::uint32_t a = 0; a < nearest.size(); ++a) {
      for (const auto& [b, value] : nearest[a]) {
        const bool back = std::ranges::any_of(
            nearest[b], [a](const LikeVector& other) { return other.index == a; });
        pairs_.push_back(params_->once && key(b) < key(a) ? Pair{b, a, back} : Pair{a, b, back});
      }
    }
    std::ranges::sort(
        pairs_, {}, [](const Pair& pair) { return std::tie(pair.a, pair.b, pair.chosen_by_both); });
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  }

  std::shared_ptr<const Params> params_;
  Candidates objects_;
  SimilarityMemory memory_;
  std::vector<Pair> pairs_;
};

Lower<LinkOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  const std::uint32_t size = context.tracks == nullptr ? 0 : context.tracks->embedding_size;
  if (context.tracks != nullptr && context.tracks->row_count() > 0 && size == 0)
    throw Error(ErrorCode::usage, "link_similar compares embeddings, and the tracks have none",
                "give them with --embeddings FILE.npy");
  if (size > max_vector_size)
    throw Error(ErrorCode::limit, fmt::format("embeddings have {} values; at most {} are handled",
                                              size, max_vector_size));
  const auto k = static_cast<std::size_t>(params->k);
  return links_on_host(params, k, [params] { return host_links(SimilarLinks(params)); });
}

}  // namespace

NodeType link_similar() {
  return Node<Params>(
             "link_similar", Stage::links,
             "Links each tracked object to the k most similar ones by their embeddings, exactly.")
      .input("points", Stage::tracks,
             "The objects to link; those without an embedding have no link.")
      .integer("k", &Params::k, {1, 64, Unit::count}, "Links per object.")
      .choice<Similarity>("measure", &Params::measure,
                          {{"cosine", Similarity::cosine},
                           {"inner_product", Similarity::inner_product},
                           {"l2", Similarity::l2}},
                          "How embeddings are compared.")
      .number("min_similarity", &Params::min_similarity, {-1e6, 1e6, Unit::none},
              "Lowest cosine or inner product of a link.")
      .number("max_difference", &Params::max_difference, {0, 1e6, Unit::none},
              "Largest L2 distance of a link; 0 sets no limit.")
      .number("max_length", &Params::max_length, {0, 1e6, Unit::px},
              "Longest link; 0 sets no limit.")
      .boolean("mutual", &Params::mutual,
               "Link two objects only if each is among the most similar to the other.")
      .boolean("once", &Params::once, "Draw one line per pair, instead of one per direction.")
      .with(link_rows)
      .shown_with(R"({"k": 2, "min_similarity": 0})")
      .shown_with("leave_distance", R"({"k": 2, "min_similarity": 0, "max_length": 40})")
      .shown_with("fade_out", R"({"k": 2, "min_similarity": 0, "max_length": 40})")
      .shown_with("max_difference", R"({"k": 2, "measure": "l2"})")
      .prepares<LinkOp>(prepare);
}

}  // namespace overlace
