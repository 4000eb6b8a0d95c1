"""Where a C++ source can be changed a little, and how. Used by tools/mutants.py.

A change never adds or removes a line, so that assertions keep their line numbers and a change without
effect compiles to the very same code. Binary operators are told from pointers and templates by the spaces
that clang-format puts around them."""
import dataclasses
import re

OPERATORS = {  # the token between two spaces -> what may stand there instead
    "<": ["<=", ">"], "<=": ["<", ">"], ">": [">=", "<"], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "&&": ["||"], "||": ["&&"],
    "&": ["|"], "|": ["&"], "^": ["&"], "<<": [">>"], ">>": ["<<"],
    "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="], "|=": ["&="], "&=": ["|="], "^=": ["|="],
}
NAMES = {  # whole words that are called, or stand for a value
    "true": ["false"], "false": ["true"], "min": ["max"], "max": ["min"],
    "hn::Min": ["hn::Max"], "hn::Max": ["hn::Min"], "hn::Add": ["hn::Sub"], "hn::Sub": ["hn::Add"],
    "hn::Mul": ["hn::Div"], "hn::Div": ["hn::Mul"], "hn::MulAdd": ["hn::NegMulAdd"],
    "hn::NegMulAdd": ["hn::MulAdd"], "hn::Lt": ["hn::Le"], "hn::Le": ["hn::Lt"], "hn::Gt": ["hn::Ge"],
    "hn::Ge": ["hn::Gt"], "hn::Eq": ["hn::Ne"], "hn::Ne": ["hn::Eq"], "hn::And": ["hn::Or"],
    "hn::Or": ["hn::And"],
}
TOKEN = re.compile(
    r"(?P<number>\b(?:0[xX][0-9a-fA-F']*\.?[0-9a-fA-F']*(?:[pP][+-]?\d+)?|\d[\d']*\.?\d*(?:[eE][+-]?\d+)?)"
    r"[uUlLfFzZ]*\b)"
    r"|(?P<name>\b(?:hn::)?[A-Za-z_]\w*\b)"
    r"|(?<= )(?P<operator><<=|>>=|[<>=!+*/%&|^-]=|&&|\|\||<<|>>|[<>+*/%&|^-])(?=[ \n])"
    r"|(?P<not>!(?=[\w(*:]))")
# Statements that say what must hold, or only hint: to change them is not to change the answer.
SAID = re.compile(r"\s*(static_assert|TACT_ASSERT|assert)\b|.*\b\w*([Pp]refetch|look_ahead)\w*\s*\(", re.S)
LEAVES = re.compile(r"\s*(return|throw|break|continue)\b")
# Heads of what is no statement that does something; two words in a row declare.
DECLARES = re.compile(
    r"\s*(const|constexpr|static|inline|using|typedef|template|namespace|class|struct|enum|friend|extern"
    r"|public|private|protected|auto|switch|case|default|do|try|catch|goto|volatile|alignas|explicit"
    r"|virtual|typename|unsigned|mutable|operator|HWY_\w+)\b"
    r"|\s*[\w:]+(<[^;=]*>)?[*&]*\s+[*&]*[A-Za-z_]\w*\s*([=;{(,\[]|$)")
LENGTH = re.compile(r"[\w>*&]\s+\w+(\[\w+\])*\[$")  # before the length of an array that is declared


@dataclasses.dataclass(frozen=True)
class Mutation:
    """At `line` and `column`, both from one, `before` is replaced by `after`."""
    file: str
    line: int
    column: int
    before: str
    after: str

    def apply(self, text):
        """The changed text; None if something else stands at that place."""
        start = sum(map(len, text.splitlines(keepends=True)[:self.line - 1])) + self.column - 1
        end = start + len(self.before)
        return text[:start] + self.after + text[end:] if text[start:end] == self.before else None

    def describe(self):
        before, after = (" ".join(x.split()) for x in (self.before, self.after))
        return f"`{before}` removed" if after in (";", "") else f"`{before}` to `{after}`"


def without_words(text):
    """The text with comments, literals and preprocessor lines blanked, every place kept."""
    def blank(found):
        return re.sub(r"[^\n]", " ", found[0])
    text = re.sub(r'//(?:\\\n|[^\n])*|/\*.*?\*/|R"\(.*?\)"|"(?:\\.|[^"\\\n])*"'
                  r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'", blank, text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", blank, text, flags=re.M)


def statements(code):
    """(start, end, early) of each statement that ends with a semicolon, `end` behind it. `early`: under an
    `if`, an `else` or a loop, so that a `return` there is not the last of its function."""
    found, open_blocks = [], []
    depth, start, guarded, control = 0, 0, False, False
    for i, c in enumerate(code):
        if c in "([":
            depth += 1
        elif c in ")]":
            depth -= 1
            if c == ")" and depth == 0 and re.match(r"\s*(else\s+)?(if|for|while)\b", code[start:i]):
                start, guarded = i + 1, True
        elif c == "{":
            open_blocks.append((depth, start, guarded, control))
            control = guarded or bool(re.fullmatch(r"\s*(else|do)\s*", code[start:i]))
            depth, start, guarded = 0, i + 1, False
        elif c == "}" and open_blocks:
            depth, before, was_guarded, control = open_blocks.pop()
            goes_on = depth > 0 or re.match(r"\s*[;,.)\]]| [-+*/%<>=!&|?:]", code[i + 1:i + 80])  # a lambda, a list
            start, guarded = (before, was_guarded) if goes_on else (i + 1, False)
        elif c == ";" and depth == 0:
            other = re.match(r"\s*else\b", code[start:i])
            found.append((start + (other.end() if other else 0), i + 1, guarded or control or bool(other)))
            start, guarded = i + 1, False
    return found


def replacements(code, token):
    """What may stand in place of one token."""
    text = token[0]
    if token["number"]:
        if LENGTH.search(code[max(0, token.start() - 80):token.start()]) and code[token.end()] == "]":
            return []
        return {"0": ["1"], "1": ["0", "2"]}.get(text, [f"({text} + 1)", f"({text} / 2)", "0"])
    if token["name"]:
        called = code[token.end():token.end() + 1] == "("
        return NAMES.get(text, []) if called or text in ("true", "false") else []
    return OPERATORS.get(text, []) if token["operator"] else [""]


def mutations(file, text):
    """Every small change of one source, in the order of the text."""
    code = without_words(text)
    all_statements = statements(code)
    said = [(s, e) for s, e, _ in all_statements if SAID.match(code[s:e])]
    # A statement that contains others, as a lambda does, is not said because one of them is.
    said = [(s, e) for s, e in said if not any(s < t and f < e for t, f, _ in all_statements)]
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []

    def add(place, before, after):
        if any(s <= place < e for s, e in said):
            return
        line = text.count("\n", 0, place) + 1
        found.append(Mutation(file, line, place - starts[line - 1] + 1, before, after))

    for token in TOKEN.finditer(code):
        for after in replacements(code, token):
            add(token.start(), token[0], after)
    for start, end, early in all_statements:
        words = code[start:end]
        start += len(words) - len(words.lstrip())
        leaves = LEAVES.match(words)
        if words.strip() == ";" or (leaves and not early) or (not leaves and DECLARES.match(words)):
            continue
        add(start, text[start:end], ";" + "\n" * text.count("\n", start, end))
    return sorted(found, key=lambda m: (m.line, m.column))
