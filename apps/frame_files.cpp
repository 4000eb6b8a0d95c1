#include "apps/frame_files.h"

#include "apps/contact_files.h"

namespace tact::app {

void FrameFiles::add(const FrameReport& report) {
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
