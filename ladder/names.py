"""A player's name as one part of an address."""

from urllib.parse import quote, unquote


class NamePart:
    """Any name, one with a slash or a percent sign too: both are encoded once more than other signs.

    A server decodes an address before it is looked up, so that a slash of the name would divide it.
    """

    regex = "[^/]+"

    def to_python(self, part: str) -> str:
        return unquote(part)

    def to_url(self, name: str) -> str:
        return "".join(quote(sign, safe="") if sign in "/%" else sign for sign in name)
