#pragma once
// An answer as text, JSON or CSV. Everything is composed before anything is printed.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/motion_report.h"
#include "apps/query_options.h"
#include "tact/tact.h"

namespace tact::app {

struct BodyLine {
  std::string name;
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  std::vector<std::uint32_t> face;  ///< of each triangle, where polygons were cut; else empty
  std::size_t places = 0;           ///< of its vertices, where they were welded; else 0
  std::vector<std::string> notes;   ///< what load() said of the file, though it is no error
};

/// The file that a body that moves has for a frame.
struct FrameFile {
  std::size_t body = 0;
  std::string name;
};

/// What was asked, of what, and what came out.
struct Answer {
  std::string command;
  std::optional<int> frame;
  std::vector<FrameFile> files;  ///< of this frame, where there are any
  const std::vector<BodyLine>* bodies = nullptr;
  const Result* result = nullptr;
  double load_ms = 0;
  double build_ms = 0;
  bool body_ids = false;                 ///< two primitives do not say which bodies they are of
  std::optional<Separation> separation;  ///< of two bodies, if it was asked for
  std::optional<Relation> relation;      ///< of two solids, if they are
  std::string inside_note;               ///< see solids.h
  std::size_t seam_pairs = 0;            ///< of the pairs, see seams.h
  bool continuous = false;               ///< is it asked what meets between frames?
  const Impacts* impacts = nullptr;      ///< on the way to this frame, if that was asked
  std::optional<MotionReport> motion;    ///< what they come to
};

BodyLine line_of(const std::string& name, const Mesh& mesh);

/// "  a.stl: 36 vertices, 12 triangles (…)" and the end of the line.
std::string body_text(const BodyLine& body);

/// Says on standard error what was welded, for output that has no place for it.
void say_welded(const std::vector<BodyLine>& bodies);
/// Says on standard error what a reader has to know of the files.
void say_notes(const std::vector<BodyLine>& bodies);

/// One object on one line.
std::string to_json(const Answer& answer, const QueryOptions& options);

/// The column names, and one line per pair (if they are listed) or one for the answer.
std::string csv_header(const Answer& answer, const QueryOptions& options);
std::string to_csv(const Answer& answer, const QueryOptions& options);

/// Names and cells of the columns of a frame's files, each with a comma behind it: "file" if one
/// body moves, else "file_0", "file_2", by the numbers of the bodies.
std::string csv_file_columns(const std::vector<FrameFile>& files);
std::string csv_file_cells(const std::vector<FrameFile>& files);

/// "touching: 12 pairs", "clear", "undecided: …", and why there may be more.
std::string verdict(const Result& result, const QueryOptions& options);

/// Of an answer with contacts: how many are of kind coincident.
std::size_t count_coincident(const Result& result);

/// Is it asked for, and fit to be read next to how two solids stand to each other? How deep their
/// pairs are says nothing of solids that share no room, or of which one is in the other.
bool tells_separation(const Answer& answer);

/// How far apart, or how deep, in one line.
std::string separation_text(const Answer& answer);

/// One line per pair or contact, for people.
std::string pair_lines(const Answer& answer, const QueryOptions& options);

const char* name_of(ContactKind kind);

}  // namespace tact::app
