// SPDX-License-Identifier: Apache-2.0
// Picking rows from columns.
#include "graph/data/track_columns.h"

namespace overlace {
namespace {

template <class T>
std::vector<T> gather(const std::vector<T>& column, std::span<const std::uint32_t> rows) {
  std::vector<T> out;
  if (column.empty()) return out;
  out.reserve(rows.size());
  for (const std::uint32_t row : rows) out.push_back(column[row]);
  return out;
}

template <class T>
RowLists<T> gather(const RowLists<T>& lists, std::span<const std::uint32_t> rows) {
  RowLists<T> out;
  if (lists.empty()) return out;
  for (std::uint32_t i = 0; i < rows.size(); ++i) out.put(i, lists.of(rows[i]));
  return out;
}

}  // namespace

TrackColumns gather_rows(const TrackColumns& from, std::span<const std::uint32_t> rows) {
  TrackColumns out;
  out.box = gather(from.box, rows);
  out.id = gather(from.id, rows);
  out.class_index = gather(from.class_index, rows);
  out.score = gather(from.score, rows);
  out.rotation = gather(from.rotation, rows);
  for (const AttributeColumn& column : from.attributes)
    out.attributes.push_back({column.name, gather(column.values, rows), column.texts});
  out.key_points = gather(from.key_points, rows);
  out.skeleton = gather(from.skeleton, rows);
  out.outlines = gather(from.outlines, rows);
  out.mask_runs = gather(from.mask_runs, rows);
  out.mask_size = gather(from.mask_size, rows);
  out.embedding_size = from.embedding_size;
  out.embedding.reserve(rows.size() * from.embedding_size);
  for (const std::uint32_t row : rows) {
    const std::span<const float> one = from.embedding_of(row);
    out.embedding.insert(out.embedding.end(), one.begin(), one.end());
  }
  out.class_names = from.class_names;
  out.skeletons = from.skeletons;
  return out;
}

}  // namespace overlace
