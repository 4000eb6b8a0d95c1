#include "apps/frame_files.h"

#include <system_error>

#include "apps/contact_files.h"
#include "tact/base/error.h"

namespace tact::app {

void FrameFiles::take_old_away() {
  for (const std::filesystem::path& file : std::exchange(old_, {})) {
    std::error_code error;
    std::filesystem::remove(file, error);
    if (error) {
      throw Error(ErrorCode::bad_file, file.string() + ": cannot be removed: " + error.message());
    }
  }
}

void FrameFiles::add(const FrameReport& report) {
  take_old_away();
  if (report.pairs > most_) {
    most_ = report.pairs;
    if (!is_frame_pattern(plan_.contacts)) contacts_ = report.contacts;
    if (!is_frame_pattern(plan_.colliding)) colliding_ = report.colliding;
  }
  if (report.pairs == 0) return;
  if (is_frame_pattern(plan_.contacts)) {
    write_file(frame_path(plan_.contacts, report.frame), report.contacts);
  }
  if (is_frame_pattern(plan_.colliding)) {
    write_file(frame_path(plan_.colliding, report.frame), report.colliding);
  }
}

void FrameFiles::finish() const {
  if (!plan_.contacts.empty() && !is_frame_pattern(plan_.contacts)) {
    write_file(plan_.contacts, contacts_.empty() ? contacts_as_ply({}) : contacts_);
  }
  if (!plan_.colliding.empty() && !is_frame_pattern(plan_.colliding)) {
    write_file(plan_.colliding, colliding_.empty() ? colliding_as_obj({}, {}) : colliding_);
  }
}

}  // namespace tact::app
