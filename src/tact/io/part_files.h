#pragma once
// What files are called until they are put into their place, and what becomes of those whose writer
// was killed before it got there.
#include <filesystem>
#include <string>

namespace tact {

/// Unique within the machine, so that two writers of one file cannot meet in the temporary one; and
/// short, since the name of the file itself may be as long as the file system allows.
std::string part_name();

/// Holds a part that was just opened as its writer's own for as long as the descriptor, or one that
/// was made from it, is open. False if somebody else took it away: then another one is needed.
bool claim_part(int descriptor);

/// Takes parts away that a process of this user left in a folder when it was killed: those that
/// nobody holds and whose process is gone. Everything else stays, and what cannot be looked at or
/// removed stays, too. Linear in the number of files in the folder.
void remove_abandoned_parts(const std::filesystem::path& folder);

}  // namespace tact
