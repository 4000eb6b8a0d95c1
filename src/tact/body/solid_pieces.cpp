#include "tact/body/solid_pieces.h"

namespace tact {

SolidPieces::SolidPieces(const MeshView& mesh, const std::string& body)
    : links(check_closed(mesh, body)), firsts(first_of_pieces(links)) {
  check_places(mesh, body);
}

std::size_t SolidPieces::bytes() const {
  return links.capacity() * sizeof(links[0]) + firsts.capacity() * sizeof(firsts[0]);
}

}  // namespace tact
