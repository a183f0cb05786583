// SPDX-License-Identifier: Apache-2.0
// The order of what the search finds: Sphinx's, with pages of reference before those that only mention a word.
var Scorer = {
  score: ([page, , , , score]) => score + (/^(track-formats$|nodes\/|help\/)/.test(page) ? 3 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
