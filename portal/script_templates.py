"""Template literals of JavaScript, found with whatever is nested in them: the shrinker knows no template in a template,
and would take the spaces out of its words.
"""

import re
from collections.abc import Iterator

from rjsmin import jsmin

_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/"""
    r"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
    r"""|(?<=[=(,:;!&|?{}\[>\s])/(?![/*\s])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/"""  # a regular expression
    r"""|[`{}]""",
    re.DOTALL,
)
_TEXT = re.compile(r"\\.|\$\{|`", re.DOTALL)
_HELD = re.compile(r'"template literal (\d+)"')


def templates(script: str) -> Iterator[tuple[int, int]]:
    """Where each template literal that lies in no other one starts and ends."""
    inside: list[str] = []
    at = start = 0
    while found := (_TEXT if inside[-1:] == ["`"] else _CODE).search(script, at):
        sign, at = found[0], found.end()
        if sign in ("{", "${"):
            inside.append("{")
        elif sign == "}" and inside:
            inside.pop()
        elif sign == "`":
            if inside[-1:] == ["`"]:
                inside.pop()
            else:
                start = start if "`" in inside else found.start()
                inside.append("`")
            if "`" not in inside:
                yield start, at


def shrunk_script(script: str) -> str:
    """The script without comments and indentation, its template literals as they were written."""
    held: list[str] = []
    bare: list[str] = []
    at = 0
    for start, end in templates(script):
        bare += [script[at:start], f'"template literal {len(held)}"']
        held.append(script[start:end])
        at = end
    return _HELD.sub(lambda found: held[int(found[1])], str(jsmin("".join(bare) + script[at:])))
