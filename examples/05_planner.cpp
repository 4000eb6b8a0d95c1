// Many threads ask one world: each has a Query of its own. The world is updated once, then nobody
// changes it while they ask.
#include <tact/tact.h>

#include <array>
#include <cstdio>
#include <thread>
#include <vector>

int main() {
  tact::World world;
  const tact::Shape part(tact::load("a.obj"));  // four bodies, one mesh, one tree
  std::vector<tact::BodyId> parts;
  for (int i = 0; i < 4; ++i) {
    parts.push_back(
        world.add(tact::rigid(part).pose(tact::Transform::from_translation({0.6 * i, 0, 0}))));
  }
  world.update();

  std::array<std::size_t, 3> contacts{};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    threads.emplace_back([&, i] {
      tact::Query query(world);
      contacts[i] = query.collide(parts[0], parts[i + 1]).size();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    std::printf("part 0 and part %zu: %zu contacts\n", i + 1, contacts[i]);
  }
}

// Output:
//   part 0 and part 1: 9 contacts
//   part 0 and part 2: 0 contacts
//   part 0 and part 3: 0 contacts
