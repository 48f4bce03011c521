"""Names for files and documents, made of what a person has typed."""

from __future__ import annotations

import re


def slug(words: str, usual: str) -> str:
    """Words as the name of a document: small letters, digits and hyphens, 40 at most.

    Args:
        words: as somebody wrote them.
        usual: the name where they hold no letter or digit of that kind.
    """
    found = re.findall("[a-z0-9]+", words.lower())
    return "-".join(found)[:40].strip("-") or usual
