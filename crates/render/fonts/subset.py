#!/usr/bin/env python3
"""Makes the three files of the embedded font from fonts of the Noto project.

Needs Python with fonttools and Debian's packages fonts-noto-core and fonts-noto-cjk. The same fonts and the same
fonttools give the same bytes. The families have names of their own, so that no reserved name is used.
"""

from itertools import chain
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

NOTO = Path("/usr/share/fonts")
HERE = Path(__file__).parent


def span(first, last):
    return set(map(chr, range(first, last + 1)))


def rows(codec, first, last):
    """Characters of these rows of a national standard of 94 by 94."""
    codes = (bytes([row + 0xA0, cell + 0xA0]) for row in range(first, last + 1) for cell in range(1, 95))
    return set(chain.from_iterable(code.decode(codec, "ignore") for code in codes))


# Level 1 of Big5, the common traditional forms, as far as Korea has them too.
BIG5 = (bytes([high, low]) for high in range(0xA4, 0xC7) for low in chain(range(0x40, 0x7F), range(0xA1, 0xFF)))
TRADITIONAL = set(chain.from_iterable(code.decode("big5", "ignore") for code in BIG5)) & rows("euc_kr", 42, 93)
IDEOGRAPHS = rows("gb2312", 16, 55) | rows("euc_jp", 16, 47) | TRADITIONAL
# On men of xiangqi and of the large games of shogi.
MEN = set("傌俥將帥砲龍醉麒麟鳳凰獅鷹鷲鯨龜")
HANGUL = rows("euc_kr", 16, 40)

PARTS = {
    # Latin with its accents, Greek, Cyrillic, punctuation, currencies, letterlike signs.
    "text.ttf": (
        "Alfil Sans",
        "truetype/noto/NotoSans-Regular.ttf",
        span(0x20, 0x7E) | span(0xA0, 0x17F) | span(0x1CD, 0x1DC) | span(0x218, 0x21B) | span(0x300, 0x30C)
        | span(0x370, 0x3FF) | span(0x400, 0x52F) | span(0x1E00, 0x1EFF) | span(0x2010, 0x2027)
        | span(0x2030, 0x205E) | span(0x2070, 0x209C) | span(0x20A0, 0x20BF) | span(0x2100, 0x218B) | {"\ufffd"},
    ),
    # Arrows, shapes, signs of the zodiac, dingbats, chessmen and those of fairy chess.
    "signs.ttf": (
        "Alfil Sans Signs",
        "truetype/noto/NotoSansSymbols2-Regular.ttf",
        span(0x2190, 0x21FF) | span(0x2460, 0x24FF) | span(0x2580, 0x27BF) | span(0x2B00, 0x2BFF)
        | span(0x1FA00, 0x1FA6D),
    ),
    # Kana, hangul and ideographs, in the forms of Japan.
    "han.otf": (
        "Alfil Sans Han",
        "opentype/noto/NotoSansCJK-Regular.ttc",
        span(0x2190, 0x2193) | span(0x2600, 0x266F) | span(0x3000, 0x30FF) | span(0x3131, 0x318E)
        | span(0xFF01, 0xFF65) | IDEOGRAPHS | MEN | HANGUL,
    ),
}


def make(name, family, source, characters):
    options = Options()
    # Advances are then all that sets the width of a line, which is how pictures measure it.
    options.layout_features = ["ccmp", "mark", "mkmk"]
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 4, 5, 6, 13, 14]
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "STAT", "DSIG"]
    font = TTFont(NOTO / source, fontNumber=0, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(sorted(characters)))
    subsetter.subset(font)
    names = font["name"]
    for record in list(names.names):
        title = {1: family, 4: family, 6: family.replace(" ", "")}.get(record.nameID)
        if title:
            names.setName(title, record.nameID, record.platformID, record.platEncID, record.langID)
    if "CFF " in font:
        cff = font["CFF "].cff
        cff.fontNames = [family.replace(" ", "")]
        cff.topDictIndex[0].FullName = cff.topDictIndex[0].FamilyName = family
    font.save(HERE / name)
    print(f"{name}: {len(font.getBestCmap())} characters, {(HERE / name).stat().st_size} bytes")


for name, part in PARTS.items():
    make(name, *part)
