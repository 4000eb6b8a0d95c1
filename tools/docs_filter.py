#!/usr/bin/env python3
"""What Doxygen sees of a header. Usage: docs_filter.py HEADER

Left out: copies, moves, destructors, comparisons, hashes and the members of iterators, which say themselves what they do. An overload
without a comment directly below one with a comment has the same."""
import re
import sys

SPECIAL = re.compile(r"  (explicit )?(~?(\w+)\((const )?(\w+)?&{0,2}( other)?\)|(\w+)& operator=\((const )?\w+&{1,2}\))"
                     r"( noexcept)?( = (default|delete))?;$")
COMPARISON = re.compile(r"  friend (?:constexpr )?(bool|auto) operator(==|<=>)\(.*\) = default;$")
NAME = re.compile(r"\s*(?:[\w:<>,&*~\[\]]+ )*\*?&?(\w+|operator\S+)\(")


def speaks_for_itself(text):
    special = SPECIAL.match(text) and not re.match(r"  explicit \w+\(\w+\);", text)
    return bool(special or COMPARISON.match(text) or text.startswith("template <>"))


def main(path):
    comment, last = [], None  # of the declaration above, and its name
    waiting, hidden = [], False  # comment lines that are not printed yet; within a class that is left out?
    for line in open(path, encoding="utf-8"):
        text = line.rstrip("\n")
        iterator = re.match(r"class \w+::Iterator {$", text)
        if iterator:
            print("\n".join([*waiting, text + "};"]))
            waiting, hidden = [], True
            continue
        hidden = hidden or text.startswith("struct std::")
        if hidden or speaks_for_itself(text):
            hidden = hidden and not text.startswith("};")
            for _ in range(len(waiting) + 1):
                print()
            waiting = []
            continue
        if text.strip().startswith("///"):
            waiting.append(text)
            continue
        for above in waiting:
            print(above)
        name = NAME.match(text)
        same = name and name[1] == last and comment and not waiting
        print(("/** " + " ".join(comment) + " */ " if same else "") + text)
        if waiting:
            comment = [above.strip()[3:].strip() for above in waiting]
        if name:
            last = name[1]
        if not text.strip():
            comment, last = [], None
        waiting = []


if __name__ == "__main__":
    main(sys.argv[1])
