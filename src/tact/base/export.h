#pragma once
// TACT_API: what a program may link against where the library is a shared one. All else is hidden
// there, unless the build exports everything (TACT_EXPORT_ALL) for tests that reach inside.

#if defined(__GNUC__)
#define TACT_API __attribute__((visibility("default")))
#else
#define TACT_API
#endif
