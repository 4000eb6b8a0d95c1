#!/usr/bin/env python3
"""What Doxygen sees of a header. Usage: docs_filter.py HEADER

Left out: copies, moves, destructors, comparisons and hashes, which say themselves what they do. An overload without a comment
directly below one with a comment has the same."""
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
    above, hidden = False, False  # is there a comment right above; within a specialisation of the standard's?
    for line in open(path, encoding="utf-8"):
        text = line.rstrip("\n")
        hidden = hidden or text.startswith("struct std::")
        if hidden or speaks_for_itself(text):
            hidden = hidden and not text.startswith("};")
            print()
            continue
        if text.strip().startswith("///"):
            comment = comment + [text.strip()[3:].strip()] if above else [text.strip()[3:].strip()]
            above = True
            print(text)
            continue
        name = NAME.match(text)
        same = name and name[1] == last and comment and not above
        print(("/** " + " ".join(comment) + " */ " if same else "") + text)
        if name:
            last = name[1]
        if not text.strip():
            comment, last = [], None
        above = False


if __name__ == "__main__":
    main(sys.argv[1])
