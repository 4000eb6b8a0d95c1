#pragma once
// One frame of a report: where the bodies stood, what touched, and the answer ready for the page.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/report/grid.h"
#include "tact/tact.h"

namespace tact::report {

/// What a page needs to know of a body for all frames. The arrays are the caller's, and must
/// outlive the report.
struct Body {
  std::string name;
  MeshView mesh;
  RadiiView radii;      ///< of points
  bool points = false;  ///< no triangles
  bool moves = false;   ///< every vertex by itself; else as a whole, by a pose
};

/// Where a body stands: `positions` if it moves, else `pose`.
struct Placement {
  Transform pose;
  PositionsView positions;
};

/// A contact for the table of those who cannot see the view.
struct Row {
  Candidate pair;
  Contact contact;
  std::size_t index = 0;  ///< in the whole list
};

/// What met on the way to a frame from the one before it.
struct Way {
  std::size_t impacts = 0;
  double first = 0;  ///< in frames: 4.25 is a quarter of the way from 4 to 5
  Verdict verdict = Verdict::clear;
};

struct Moment {
  std::uint64_t number = 0;
  std::string label;      ///< the file it comes from, say
  std::size_t count = 0;  ///< what the curve shows: pairs
  std::size_t pairs = 0;  ///< of triangles that are shown
  Verdict verdict = Verdict::clear;
  bool complete = true;
  std::optional<Way> way;                            ///< if that was asked about
  double milliseconds = 0;                           ///< that the answer took
  std::vector<std::vector<std::uint32_t>> touching;  ///< by body: primitives in a contact, sorted
  std::size_t listed = 0;                            ///< contacts in the answer below
  std::string answer;                                ///< see answer_code.h
  std::vector<Row> deepest;                          ///< a few of them
  // Where the bodies stand, in coordinates of the page; empty: not kept.
  std::vector<std::array<float, 12>> poses;   // by body; of those that move: not used
  std::vector<std::vector<float>> positions;  // by body; of those that move: x y z
  bool kept() const { return !poses.empty(); }
};

}  // namespace tact::report
