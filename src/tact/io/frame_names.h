#pragma once
// The names of the files of an animation: their order, and whether they are those of one motion.
#include <filesystem>
#include <string>
#include <vector>

namespace tact {

/// Does `a` come before `b` if the numbers in them count as numbers? frame9 before frame10. A
/// hyphen is no sign.
bool comes_before(const std::string& a, const std::string& b);

/// Of files in order, the first and the last of those whose names differ in other things than one
/// number: two motions, or a motion and something else. Nothing if it is one motion, or if none of
/// the names has a number.
std::vector<std::string> several_motions(const std::vector<std::filesystem::path>& files);

/// Of files in order, the first two whose names are the same but for leading zeros of numbers: f05
/// and f5, of which nobody knows which one is the frame. Nothing if there are none.
std::vector<std::string> same_frames(const std::vector<std::filesystem::path>& files);

/// Do two or more names differ in one number alone?
bool is_one_motion(const std::vector<std::filesystem::path>& files);

/// Where the numbers of one motion leave some out, in a sentence; else nothing. Every tenth frame
/// is as good as every one.
std::string missing_frames(const std::vector<std::filesystem::path>& files);

}  // namespace tact
