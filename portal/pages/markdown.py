"""Our own Markdown files as pages. Markup inside the text is shown, never run."""

import re
from dataclasses import dataclass
from pathlib import Path

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
_markdown.add_render_rule("table_open", lambda *_: '<div class="board-wrap" tabindex="0"><table>')
_markdown.add_render_rule("table_close", lambda *_: "</table></div>")
_CARDS = re.compile(r"[2-9TJQKA][CDHS](?: [2-9TJQKA][CDHS])*")
_SUITS = str.maketrans({"C": "♣", "D": "♦", "H": "♥", "S": "♠", "T": "10"})


@dataclass(frozen=True, kw_only=True)
class Page:
    """`title` is the first heading, `body` the rest as HTML, `sections` its second headings and their ids."""

    title: str
    body: SafeString
    sections: tuple[tuple[str, str], ...]


def read_page(path: Path, *, cards: bool = False) -> Page:
    """The page of a Markdown file; headings get ids, so that a rule can be linked to.

    What may scroll sideways can be reached by the keyboard.
    With `cards` a card's code, as `QS` or `TH`, is shown as at the table: Q♠, 10♥.
    """
    tokens = _markdown.parse(path.read_text(encoding="utf-8"))
    if cards:
        _show_cards(tokens)
    headings = [(token, tokens[at + 1]) for at, token in enumerate(tokens) if token.type == "heading_open"]
    sections = [_name(opening, inline) for opening, inline in headings]
    title, rest = _without_title(tokens)
    body = _markdown.renderer.render(rest, _markdown.options, {}).replace("<pre>", '<pre tabindex="0">')
    return Page(
        title=title,
        body=mark_safe(body),  # noqa: S308  (raw HTML is off in the parser)
        sections=tuple((anchor, text) for level, anchor, text in sections if level == "h2"),
    )


def _show_cards(tokens: list[Token]) -> None:
    for child in (child for token in tokens for child in token.children or ()):
        if child.type == "code_inline" and _CARDS.fullmatch(child.content):
            child.type, child.tag, child.content = "text", "", child.content.translate(_SUITS)


def _name(opening: Token, inline: Token) -> tuple[str, str, str]:
    text = "".join(child.content for child in inline.children or ())
    anchor = slugify(re.sub(r"[^\w\s.-]", "", text)) or "section"
    opening.attrSet("id", anchor)
    return opening.tag, anchor, text


def _without_title(tokens: list[Token]) -> tuple[str, list[Token]]:
    if len(tokens) >= 3 and tokens[0].tag == "h1":
        return "".join(child.content for child in tokens[1].children or ()), tokens[3:]
    return "", tokens
