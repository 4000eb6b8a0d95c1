// Of a program that was built without three.js or without zlib: reports are refused.
#include "apps/report/bytes.h"
#include "apps/report/page_files.h"
#include "tact/base/error.h"

namespace tact::report {

bool can_write_reports() { return false; }

std::string_view page_file(std::string_view /*name*/) { return {}; }

std::string deflated(std::string_view /*bytes*/) {
  throw Error(ErrorCode::unsupported, "this tact was built without zlib");
}

}  // namespace tact::report
