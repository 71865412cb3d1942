"""A small tokeniser of Rust, for `.ci/measure` and `.ci/mutants`.

It knows words, brackets and the bounds of functions, and no types. It relies on the style of `cargo fmt`.
"""

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TOKEN = re.compile(r'''
    (?P<gap>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<text>[bc]?r(?P<hashes>\#*)".*?"(?P=hashes)|[bc]?"(?:\\.|[^"\\])*"|b?'(?:\\x..|\\u\{[^}]*\}|\\.|[^'\\\n])')
  | (?P<lifetime>'\w+)
  | (?P<number>\d\w*(?:\.\d\w*)?)
  | (?P<word>r\#\w+|\w+)
  | (?P<sign>::|->|=>|\.\.=|\.\.|&&|\|\||==|!=|<=|>=|[-+*/%^&|]=|.)
''', re.X | re.S)

CLOSING = {'(': ')', '[': ']', '{': '}'}


@dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int


@dataclass(eq=False)
class Function:
    """A function with a body. `first` and `last` are tokens: `fn` and the closing brace."""

    source: 'Source'
    name: str
    owner: str | None
    is_private: bool
    first: int
    body: int
    last: int

    @property
    def line(self):
        return self.source.line(self.source.tokens[self.first].start)

    @property
    def lines(self):
        return self.source.line(self.source.tokens[self.last].start) - self.line + 1

    @property
    def place(self):
        return f'{self.source.name}:{self.line}'

    @cached_property
    def words(self):
        """The texts of all tokens. A text in quotes counts as one empty text."""
        tokens = self.source.tokens[self.first:self.last + 1]
        return ['""' if token.kind == 'text' else token.text for token in tokens]

    @cached_property
    def counted(self):
        """How often each token is in the function."""
        return Counter(self.words)

    @cached_property
    def calls(self):
        """Where the function names another one: positions in `words`, by name."""
        found = {}
        words = self.words
        for n in range(2, len(words) - 1):
            called = words[n + 1] == '(' or words[n + 1:n + 4] == ['::', '<'] or words[n - 1] == '::'
            if called and words[n - 1] != 'fn' and (words[n][0].isalpha() or words[n][0] == '_'):
                found.setdefault(words[n], []).append(n)
        return found


class Source:
    """A file of Rust."""

    def __init__(self, path):
        self.path = Path(path)
        resolved = self.path.resolve()
        self.name = str(resolved.relative_to(ROOT)) if resolved.is_relative_to(ROOT) else str(path)
        self.text = self.read()
        self.tokens = [Token(m.lastgroup if m.lastgroup != 'hashes' else 'text', m[0], m.start(), m.end())
                       for m in TOKEN.finditer(self.text) if m.lastgroup != 'gap']
        self.partner = pairs(self.tokens)
        self.tests = self.test_modules()

    def read(self):
        return self.path.read_text()

    @cached_property
    def starts(self):
        return [0] + [m.end() for m in re.finditer('\n', self.text)]

    def line(self, offset):
        """The number of the line that contains a character."""
        return bisect_right(self.starts, offset)

    def test_modules(self):
        """The ranges of tokens of modules that only tests contain."""
        texts = [token.text for token in self.tokens]
        found = []
        for n, text in enumerate(texts):
            if text == 'mod' and '{' in texts[n:n + 3] and texts[max(n - 7, 0):n] == list('#[') + ['cfg', '(', 'test', ')', ']']:
                found.append(range(n, self.partner[texts.index('{', n)]))
        return found

    def outside(self, first, ends):
        """The first token from `first` on that is one of `ends` and not inside brackets."""
        at = first
        while at < len(self.tokens):
            if self.tokens[at].text in ends:
                return at
            at = self.partner.get(at, at) + 1
        return None

    @cached_property
    def owners(self):
        """The ranges of `impl` blocks with the names of their types."""
        found = []
        for n, token in enumerate(self.tokens):
            before = self.tokens[n - 1].text if n else ';'
            if token.text == 'impl' and before in (';', '{', '}', ']', 'unsafe'):
                body = self.outside(n + 1, ('{', ';'))
                if body is not None and body in self.partner:
                    found.append((range(body, self.partner[body]), self.owner(n + 1, body)))
        return found

    def owner(self, first, body):
        """The name of the type in the head of an `impl` block: the last word of its path."""
        depth, name = 0, None
        for token in self.tokens[first:body]:
            depth += (token.text == '<') - (token.text == '>')
            if depth == 0 and token.text == 'for':
                name = None
            elif depth == 0 and token.text == 'where':
                break
            elif depth == 0 and token.kind == 'word' and token.text not in ('dyn', 'mut'):
                name = token.text
        return name

    @cached_property
    def functions(self):
        """The functions outside test modules."""
        found = []
        for n, token in enumerate(self.tokens[:-2]):
            if token.text != 'fn' or self.tokens[n + 1].kind != 'word' or any(n in tests for tests in self.tests):
                continue
            body = self.outside(n + 2, ('{', ';'))
            if body is None or self.tokens[body].text == ';':
                continue
            around = [name for inside, name in self.owners if n in inside]
            head = [t.text for t in self.tokens[max(n - 8, 0):n]]
            since = max((at for at, text in enumerate(head) if text in ('{', '}', ';')), default=-1)
            is_private = 'pub' not in head[since + 1:]
            owner = around[-1] if around else None
            found.append(Function(self, self.tokens[n + 1].text, owner, is_private, n, body, self.partner[body]))
        return found


def pairs(tokens):
    """The positions of closing brackets, by those of the opening ones."""
    found, open_ = {}, []
    for n, token in enumerate(tokens):
        if token.text in CLOSING:
            open_.append(n)
        elif token.kind == 'sign' and token.text in CLOSING.values() and open_:
            found[open_.pop()] = n
    return found


def sources(*places):
    """The files in folders, without the files of their tests. A place may be a file."""
    for place in places:
        place = Path(place)
        files = [place] if place.is_file() else sorted(place.rglob('*.rs'))
        for file in files:
            inner = file.relative_to(place).parts if place.is_dir() else ()
            if not {'tests', 'target', 'examples'} & set(inner):
                yield Source(file)


def helpers(functions):
    """The functions that only one other function of their module calls, by that function.

    A function that was cut in two is such a pair. Names decide, since there are no types here: a private function
    has to be the only one of its name in its file, another one in its package.
    """
    found = {}
    by_file, by_package = {}, {}
    for function in functions:
        by_file.setdefault(function.source.path, []).append(function)
        by_package.setdefault(package(function.source), []).append(function)
    for path, group in [*by_file.items(), *by_package.items()]:
        named, callers = {}, {}
        for function in group:
            named.setdefault(function.name, []).append(function)
            for name in function.calls:
                callers.setdefault(name, []).append(function)
        for name, [helper, *more] in named.items():
            if more or helper.is_private != (path in by_file):
                continue
            users = [user for user in callers.get(name, []) if not within(user, helper)]
            # A function around another one contains its text already.
            users = [user for user in users if not any(within(other, user) and other is not user for other in users)]
            if len(users) == 1 and is_near(users[0], helper) and not within(helper, users[0]):
                found.setdefault(users[0], []).append(helper)
    return found


def package(source):
    """The folder of a file's package."""
    parts = source.path.parts
    return parts[:parts.index('src') + 1] if 'src' in parts else parts[:-1]


def within(inner, outer):
    """True if a function is another one or a part of its text."""
    return inner.source is outer.source and outer.first <= inner.first and inner.last <= outer.last


def is_near(one, other):
    """True if two functions are in one module: in one file, or in a file and the folder of its name."""
    return stem(one.source.path) == stem(other.source.path) or stem(one.source.path) == other.source.path.parent \
        or one.source.path.parent == stem(other.source.path) or one.source.path.parent == other.source.path.parent


def stem(path):
    """The folder of the modules inside a file."""
    return path.parent if path.name in ('mod.rs', 'lib.rs', 'main.rs') else path.with_suffix('')
