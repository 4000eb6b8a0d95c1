// What a tree that is made by queries does when memory runs out while one of them makes a block.
#include "tact/tree/lazy_tree.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>

#include "tests/tree/tree_fixture.h"

namespace tact {
namespace {

// One leaf. Its first `failures` attempts fail, after `crowd` threads have come to the tree.
class FailingTree final : public LazyTree {
 public:
  explicit FailingTree(const Primitives& primitives) : part_{0, &primitives} {
    reset({&part_, 1});
    rebind({&part_, 1}, BoundsFrame{}, Extent{{-2, -2, -2}, {2, 2, 2}});
  }
  Stats update(std::span<const TreePart>, const BoundsFrame&, const Extent&, unsigned) override {
    root_.store(stale(plain(root_.load())));
    return {};
  }

  std::atomic<int> failures{0};
  std::atomic<int> crowd{0};
  std::atomic<int> arrived{0};
  std::atomic<int> attempts{0};
  Block* seen = nullptr;  // what the last attempt was given as out of date

 private:
  Block* make(Block* old, const Place& place, Arena& arena, Stats& stats) override {
    static_cast<void>(stats);
    seen = old;
    ++attempts;
    while (arrived < crowd) std::this_thread::yield();
    if (failures-- > 0) throw std::bad_alloc();
    Block* const block = old != nullptr ? old : pool_.take();
    split_block(*block, geometry(), entries(), place.first, place.last, place.box, {}, arena);
    return block;
  }

  TreePart part_;
};

class LazyTreeWithoutMemory : public ::testing::Test {
 protected:
  Block* ask() {
    ++tree.arrived;
    Arena arena;
    Stats stats;
    return tree.root(arena, stats);
  }
  testing::Random random{1};
  Mesh mesh = testing::soup(5, 0.1, random);
  Primitives primitives = Primitives::triangles(mesh.view(), nullptr);
  FailingTree tree{primitives};
};

TEST_F(LazyTreeWithoutMemory, TheNextQueryTriesAgain) {
  tree.failures = 2;
  EXPECT_THROW(ask(), std::bad_alloc);
  tree.validate();
  EXPECT_THROW(ask(), std::bad_alloc);
  Block* const block = ask();
  tree.validate();
  EXPECT_EQ(block->lanes, 5U);
  EXPECT_EQ(ask(), block);
  EXPECT_EQ(tree.attempts, 3);
}

TEST_F(LazyTreeWithoutMemory, ABlockThatIsOutOfDateStaysSo) {
  Block* const block = ask();
  tree.update({}, {}, {}, 1);
  tree.failures = 1;
  EXPECT_THROW(ask(), std::bad_alloc);
  tree.validate();
  EXPECT_EQ(ask(), block);
  EXPECT_EQ(tree.seen, block);
  EXPECT_EQ(tree.attempts, 3);
  EXPECT_EQ(tree.blocks(), 1U);
}

TEST_F(LazyTreeWithoutMemory, ThreadsThatWaitGoOnOrFailToo) {
  constexpr int number = 4;
  for (const int failures : {1, 2, number}) {
    const TreePart part{0, &primitives};
    tree.reset({&part, 1});
    tree.arrived = 0;
    tree.crowd = number;
    tree.failures = failures;
    std::atomic<int> failed{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < number; ++i) {
      threads.emplace_back([&] {
        try {
          ask();
        } catch (const std::bad_alloc&) {
          ++failed;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(failed, failures) << "one for each attempt that failed, and no other";
    tree.validate();
    EXPECT_EQ(ask()->lanes, 5U);
  }
}

}  // namespace
}  // namespace tact
