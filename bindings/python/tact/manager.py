"""CollisionManager: the interface that users of trimesh know, on tact's World."""
import itertools

from ._core import Mesh, World, rigid


class ContactData:
    """Two triangles that touch, of two named objects."""

    def __init__(self, names, triangles, contact):
        self.names = set(names)
        self._index = dict(zip(names, triangles))
        self._contact = contact

    @property
    def normal(self):
        """Unit vector from the first object to the second."""
        return self._contact.normal

    @property
    def point(self):
        """In the middle of what the two triangles have in common."""
        return self._contact.segment.mean(axis=0)

    @property
    def depth(self):
        """How far one triangle lies behind the plane of the other: of the triangles, not of the objects."""
        return self._contact.depth

    def index(self, name):
        """The triangle of this object."""
        return self._index[name]

    def __repr__(self):
        return f"ContactData({sorted(self.names)}, depth {self.depth:g})"


class DistanceData:
    """How far two named objects are apart."""

    def __init__(self, names, distance):
        self.names = set(names)
        self._distance = distance
        self._points = dict(zip(names, (distance.point_a, distance.point_b)))
        self._index = dict(zip(names, (distance.primitive_a, distance.primitive_b)))

    @property
    def distance(self):
        """0 where they touch."""
        return self._distance.distance

    def index(self, name):
        """The nearest triangle of this object."""
        return self._index[name]

    def point(self, name):
        """The nearest point of this object."""
        return self._points[name]

    def __repr__(self):
        return f"DistanceData({sorted(self.names)}, {self.distance:g})"


class CollisionManager:
    """Named rigid objects, and which of them touch.

    Meshes are anything with `vertices` and `faces`; transforms are 4 × 4. Distances of objects that touch are 0.

    >>> import tact
    >>> box = tact.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    >>> manager = tact.CollisionManager()
    >>> for name in "ab": manager.add_object(name, box)
    >>> manager.in_collision_internal(return_names=True)
    (True, {('a', 'b')})
    """

    _guest = "__external"

    def __init__(self):
        self._world = World()
        self._bodies = {}
        self._names = {}
        self._meshes = {}

    def add_object(self, name, mesh, transform=None):
        """Another object under this name is replaced."""
        body = self._world.add(rigid(_mesh(mesh), pose=transform, name=str(name)))
        if name in self._bodies:
            self.remove_object(name)
        self._bodies[name] = body
        self._names[body] = name
        self._meshes[name] = mesh

    def remove_object(self, name):
        """Raises ValueError where there is none."""
        self._world.remove(self._find(name))
        del self._names[self._bodies.pop(name)]
        del self._meshes[name]

    def set_transform(self, name, transform):
        """Raises ValueError where there is none."""
        self._world.move(self._find(name), transform)

    def in_collision_single(self, mesh, transform=None, return_names=False, return_data=False):
        """Does this mesh touch any of the objects? With names of those that it touches, and contacts."""
        guest = self._world.add(rigid(_mesh(mesh), pose=transform))
        try:
            names, data = set(), []
            for name, body in self._bodies.items():
                result = self._ask(body, guest, return_data)
                if not len(result):
                    continue
                names.add(name)
                data += self._contacts(result, {body: name, guest: self._guest}, return_data)
                if not return_names and not return_data:
                    break
        finally:
            self._world.remove(guest)
        return _answer(bool(names), names, data, return_names, return_data)

    def in_collision_internal(self, return_names=False, return_data=False):
        """Do any two of the objects touch? With pairs of names, each in order, and contacts."""
        if not return_names and not return_data:
            return self._world.any()
        result = self._world.collide(detail="contacts" if return_data else "pairs")
        names = set()
        data = []
        for contact in result:
            pair = self._names[contact.body_a], self._names[contact.body_b]
            names.add(tuple(sorted(pair)))
            if return_data:
                data.append(ContactData(pair, (contact.primitive_a, contact.primitive_b), contact))
        return _answer(bool(names), names, data, return_names, return_data)

    def in_collision_other(self, other_manager, return_names=False, return_data=False):
        """Does any object touch one of the other manager's? With pairs (name here, name there), and contacts."""
        names, data = set(), []
        for theirs in other_manager._bodies:
            pose = other_manager._world.pose(other_manager._bodies[theirs])
            mesh = other_manager._meshes[theirs]
            answer = self.in_collision_single(mesh, pose, True, True)
            names |= {(ours, theirs) for ours in answer[1]}
            for contact in answer[2]:
                contact.names = {theirs if n == self._guest else n for n in contact.names}
                contact._index[theirs] = contact._index.pop(self._guest)
            data += answer[2]
            if names and not return_names and not return_data:
                break
        return _answer(bool(names), names, data, return_names, return_data)

    def min_distance_single(self, mesh, transform=None, return_name=False, return_data=False):
        """The least distance from this mesh to an object; inf where there is none."""
        guest = self._world.add(rigid(_mesh(mesh), pose=transform))
        try:
            best = self._nearest((name, body, self._guest, guest) for name, body in self._bodies.items())
        finally:
            self._world.remove(guest)
        return _distance_answer(best, return_name, return_data, single=True)

    def min_distance_internal(self, return_names=False, return_data=False):
        """The least distance between two of the objects; inf where there are fewer."""
        pairs = itertools.combinations(self._bodies.items(), 2)
        best = self._nearest((a, body_a, b, body_b) for (a, body_a), (b, body_b) in pairs)
        return _distance_answer(best, return_names, return_data)

    def min_distance_other(self, other_manager, return_names=False, return_data=False):
        """The least distance between an object here and one there."""
        best = None
        for theirs, body in other_manager._bodies.items():
            found = self.min_distance_single(other_manager._meshes[theirs], other_manager._world.pose(body), True, True)
            if found[1] is None or (best is not None and best[0] <= found[0]):
                continue
            data = found[2]
            data.names = {found[1], theirs}
            for table in (data._points, data._index):
                table[theirs] = table.pop(self._guest)
            best = found[0], (found[1], theirs), data
        return _distance_answer(best, return_names, return_data)

    def _find(self, name):
        if name not in self._bodies:
            raise ValueError(f"{name} is not in the collision manager")
        return self._bodies[name]

    def _ask(self, body, guest, contacts):
        if contacts:
            return self._world.collide(body, guest)
        return self._world.collide(body, guest, at_most=1, detail="pairs")

    @staticmethod
    def _contacts(result, names, wanted):
        if not wanted:
            return []
        return [ContactData((names[c.body_a], names[c.body_b]), (c.primitive_a, c.primitive_b), c) for c in result]

    def _nearest(self, pairs):
        """(distance, names, data) of the nearest pair. Pairs of boxes farther apart than what was found are not looked at."""
        bounded = sorted(((self._gap(a, b), i, (na, a, nb, b)) for i, (na, a, nb, b) in enumerate(pairs)),
                         key=lambda entry: entry[:2])
        best = None
        for gap, _, (name_a, a, name_b, b) in bounded:
            if best is not None and gap > best[0]:
                break
            found = self._world.separation(a, b)
            if best is None or found.distance < best[0]:
                best = found.distance, (name_a, name_b), DistanceData((name_a, name_b), found)
        return best

    def _gap(self, a, b):
        """At most the distance of the two bodies: that of boxes around them, less what rounding may add."""
        box_a, box_b = self._world.extent(a), self._world.extent(b)
        apart = 0.0
        for k in range(3):
            way = max(box_a[0][k] - box_b[1][k], box_b[0][k] - box_a[1][k], 0.0)
            apart += way * way
        return apart ** 0.5 * (1 - 1e-12)


def _mesh(mesh):
    return mesh if isinstance(mesh, Mesh) else Mesh(mesh.vertices, mesh.faces)


def _answer(found, names, data, return_names, return_data):
    answer = [found] + [names] * return_names + [data] * return_data
    return answer[0] if len(answer) == 1 else tuple(answer)


def _distance_answer(best, return_names, return_data, single=False):
    distance, names, data = best if best is not None else (float("inf"), None, None)
    if single and names is not None:
        names = names[0]
    answer = [distance] + [names] * bool(return_names) + [data] * bool(return_data)
    return answer[0] if len(answer) == 1 else tuple(answer)
