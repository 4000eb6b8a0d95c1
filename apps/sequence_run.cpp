#include "apps/sequence_run.h"

#include <algorithm>
#include <optional>

#include "apps/contact_files.h"
#include "apps/interrupt.h"
#include "apps/seams.h"
#include "tact/base/parallel.h"

namespace tact::app {
namespace {

// Frames in a row go to one job, since structures that follow the motion are made once per row; but
// no job should be left with nothing to do at the end.
std::uint64_t frames_in_a_row(const SequencePlan& plan) {
  if (plan.jobs == 1) return plan.count;
  return std::clamp<std::uint64_t>(plan.count / (std::uint64_t{4} * plan.jobs), 8, 64);
}
// Reports that may wait for an earlier one, or for whoever reads the output.
constexpr std::uint64_t most_ahead = 256;

std::vector<BodyPairCount> count_bodies(const Result& result) {
  std::vector<BodyPairCount> list;  // pairs are sorted by their bodies
  for (const Candidate& p : result.pairs_by_slot()) {
    if (list.empty() || list.back().a != p.body_a || list.back().b != p.body_b) {
      list.push_back({p.body_a, p.body_b, 0});
    }
    ++list.back().pairs;
  }
  return list;
}

// What is thrown, with the frame in its message.
std::exception_ptr name_frame(std::exception_ptr thrown, std::uint64_t frame) {
  const std::string name = "frame " + std::to_string(frame) + ": ";
  try {
    std::rethrow_exception(std::move(thrown));
  } catch (const Error& error) {
    const std::string what = error.what();
    if (what.find(name) != what.npos) return std::current_exception();
    return std::make_exception_ptr(Error(error.code(), name + what));
  } catch (...) {
    return std::current_exception();
  }
}

}  // namespace

CollideOptions SequencePlan::question() const {
  CollideOptions options = query.question();
  if (!contacts.empty() || recording != nullptr) options.detail = Detail::contacts;
  return options;
}

ImpactOptions SequencePlan::motion_question() const {
  ImpactOptions options;
  options.budget = query.question().budget;
  if (query.any || query.first) {
    options.which = Which::earliest;
    options.budget.at_most = Budget{}.at_most;
  }
  return options;
}

std::vector<FrameFile> files_of(const std::vector<Sequence>& bodies, std::uint64_t frame) {
  std::vector<FrameFile> files;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].moves()) files.push_back({i, bodies[i].file_of(frame)});
  }
  return files;
}

SequenceRun::SequenceRun(const std::vector<Sequence>& bodies, const std::vector<BodyLine>& lines,
                         const SequencePlan& plan)
    : bodies_(bodies),
      lines_(lines),
      plan_(plan),
      dispenser_(plan.count, frames_in_a_row(plan)),
      working_(plan.jobs) {
  for (unsigned i = 0; i < plan.jobs; ++i) threads_.emplace_back([this] { work(); });
}

SequenceRun::~SequenceRun() {
  {
    const std::lock_guard lock(mutex_);
    dispenser_.stop();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool SequenceRun::next(FrameReport& report) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return ready_.contains(next_) || working_ == 0; });
  const auto found = ready_.find(next_);
  if (found == ready_.end() && no_start_) std::rethrow_exception(no_start_);
  if (found == ready_.end()) return false;
  Entry entry = std::move(found->second);
  ready_.erase(found);
  ++next_;
  if (entry.error) std::rethrow_exception(entry.error);
  report = std::move(entry.report);
  worst_ = std::max(worst_, report.pairs);
  lock.unlock();
  changed_.notify_all();
  return true;
}

void SequenceRun::work() {
  std::optional<std::uint64_t> index;  // of the frame in work
  try {
    WorldOptions options = plan_.query.world();
    if (options.threads == 0) options.threads = std::max(1U, hardware_threads() / plan_.jobs);
    World world(options);
    std::vector<BodyId> ids;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const MeshView mesh = bodies_[i].mesh().view();
      BodyDef body = bodies_[i].moves() ? deforming(mesh) : rigid(mesh);
      ids.push_back(world.add(body.name(lines_[i].name).self(plan_.self)));
    }
    FrameFeed feed(bodies_, dispenser_, plan_.first, plan_.step, plan_.continuous);
    Before before;
    while (const FrameSet* const set = feed.next()) {
      index = set->index + (set->lead ? 1 : 0);  // the way from there cannot be asked about
      if (set->error) std::rethrow_exception(set->error);
      if (set->lead) {
        remember(*set, before);
        feed.release();
        continue;
      }
      ask(world, ids, feed, *set, before);
      if (Interrupt::wanted()) dispenser_.stop();
      if (!dispenser_.wants(*index + 1)) break;
    }
  } catch (...) {
    // The frames before it are answered, whoever has them.
    dispenser_.stop_before(index.value_or(0));
    if (index) put(*index, {}, name_frame(std::current_exception(), plan_.frame(*index)));
    const std::lock_guard lock(mutex_);
    if (!index) no_start_ = std::current_exception();
  }
  {
    const std::lock_guard lock(mutex_);
    --working_;
  }
  changed_.notify_all();
}

// True if they are on their way from the frame before.
bool SequenceRun::move(World& world, const std::vector<BodyId>& ids, const FrameSet& set,
                       const Before& before) const {
  const bool moving = plan_.continuous && before.index && *before.index + 1 == set.index;
  const std::uint64_t frame = plan_.frame(set.index);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!bodies_[i].moves()) continue;
    try {
      if (moving) {
        world.move(ids[i], before.positions[i], set.bodies[i].view());
      } else {
        world.move(ids[i], set.bodies[i].view());
      }
    } catch (const Error& error) {
      throw Error(error.code(), bodies_[i].file_of(frame) + ": " + error.what());
    }
  }
  return moving;
}

// The frame's own memory is soon another frame's. Nobody is asked before the next move.
void SequenceRun::remember(const FrameSet& set, Before& before) const {
  if (!plan_.continuous) return;
  before.index = set.index;
  before.positions.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!bodies_[i].moves()) continue;
    const PositionsView now = set.bodies[i].view();
    before.positions[i].resize(now.size());
    for (std::size_t v = 0; v < now.size(); ++v) before.positions[i][v] = now[v];
  }
}

void SequenceRun::ask(World& world, const std::vector<BodyId>& ids, FrameFeed& feed,
                      const FrameSet& set, Before& before) {
  const bool moving = move(world, ids, set, before);
  feed.release();
  const Impacts* const impacts = moving ? &world.impacts(plan_.motion_question()) : nullptr;
  const Result& result = world.collide(plan_.question());
  FrameReport report = describe(result, impacts, set);
  remember(set, before);
  put(set.index, std::move(report), nullptr);
}

FrameReport SequenceRun::describe(const Result& result, const Impacts* impacts,
                                  const FrameSet& set) {
  FrameReport report;
  report.frame = plan_.frame(set.index);
  report.files = files_of(bodies_, report.frame);
  report.pairs = result.size();
  report.verdict = result.verdict();
  if (impacts != nullptr) {
    report.motion = report_motion(*impacts, plan_.motion_question().which,
                                  plan_.frame(set.index - 1), report.frame);
  }
  report.coincident = count_coincident(result);
  report.complete = result.complete();
  report.method = result.method;
  report.load_ms = set.load_ms;
  report.times = result.times;
  report.bodies = count_bodies(result);
  Answer answer;
  answer.command = "sequence";
  answer.frame = static_cast<int>(report.frame);
  answer.files = report.files;
  answer.bodies = &lines_;
  answer.result = &result;
  answer.load_ms = set.load_ms;
  answer.continuous = plan_.continuous;
  answer.impacts = impacts;
  answer.motion = report.motion;
  answer.body_ids = bodies_.size() > 2 || (bodies_.size() == 2 && plan_.self);
  const QueryOptions& query = plan_.query;
  if (query.weld == Weld::where_needed && plan_.self) {
    std::vector<const Mesh*> meshes;
    for (const Sequence& body : bodies_) meshes.push_back(&body.mesh());
    answer.seam_pairs = report.seam_pairs = count_seam_pairs(result, meshes);
  }
  if (query.format == Format::json) {
    report.text = to_json(answer, query);
  } else if (query.format == Format::csv) {
    report.text = (set.index == 0 ? csv_header(answer, query) : "") + to_csv(answer, query);
  } else if (query.lists_pairs()) {
    report.text = pair_lines(answer, query);
  }
  if (plan_.recording != nullptr) report.moment = moment_of(result, set);
  if (report.motion) {
    const MotionReport& motion = *report.motion;
    report.moment.way = report::Way{motion.impacts, motion.first_lo, motion.verdict};
  }
  const auto wants = [&](const std::string& path) {
    const std::lock_guard lock(mutex_);
    return !path.empty() && result.size() > 0 && (is_frame_pattern(path) || result.size() > worst_);
  };
  if (wants(plan_.contacts)) report.contacts = contacts_as_ply(result);
  if (wants(plan_.colliding)) {
    std::vector<PlacedBody> placed;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      MeshView mesh = bodies_[i].mesh().view();
      if (bodies_[i].moves()) mesh.positions = set.bodies[i].view();
      placed.push_back({lines_[i].name, mesh, {}});
    }
    report.colliding = colliding_as_obj(result, placed);
  }
  return report;
}

report::Moment SequenceRun::moment_of(const Result& result, const FrameSet& set) const {
  std::vector<report::Placement> places(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i].moves()) places[i].positions = set.bodies[i].view();
  }
  const std::uint64_t frame = plan_.frame(set.index);
  report::Moment moment = plan_.recording->moment(frame, result, places);
  for (const FrameFile& file : files_of(bodies_, frame)) {
    moment.label += (moment.label.empty() ? "" : ", ") + file.name;
  }
  return moment;
}

void SequenceRun::put(std::uint64_t index, FrameReport report, std::exception_ptr error) {
  {
    std::unique_lock lock(mutex_);
    // The one that is waited for never waits itself.
    changed_.wait(lock, [&] { return index < next_ + most_ahead || !dispenser_.wants(index); });
    ready_[index] = {std::move(report), std::move(error)};
  }
  changed_.notify_all();
}

}  // namespace tact::app
