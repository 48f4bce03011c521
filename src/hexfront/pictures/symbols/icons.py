"""Which drawings stand for which function, and the modifiers above and below them."""

from __future__ import annotations

from typing import Final

from hexfront.pictures.symbols.drawings import (
    ICONS,
    Icon,
    Part,
    all_of,
    anchor,
    ceiling,
    line,
    rings,
    solid,
    text,
)
from hexfront.pictures.symbols.frames import Frame
from hexfront.pictures.symbols.sidc import Sort, Symbol

UNITS: Final[dict[str, tuple[str, ...]]] = {
    "0000": (),
    "1100": (),
    "1110": ("lightning",),
    "1201": ("notch",),
    "1202": ("tower",),
    "1203": ("waves",),
    "1204": ("tent",),
    "120401": ("tent", "capsule"),
    "120402": ("tent", "upright"),
    "1205": ("capsule",),
    "120501": ("capsule", "slash"),
    "120502": ("capsule", "waves"),
    "1206": ("rotor",),
    "120601": ("rotor", "slash"),
    "1208": ("wing",),
    "120801": ("wing", "slash"),
    "1207": ("propeller",),
    "1210": ("capsule", "inner cross"),
    "1211": ("cross",),
    "121101": ("cross", "waves"),
    "121102": ("cross", "capsule"),
    "121103": ("cross", "wall"),
    "121104": ("cross", "upright"),
    "121105": ("cross", "capsule", "wall"),
    "121106": ("wall",),
    "1212": ("triangle",),
    "1213": ("slash",),
    "121301": ("slash", "full triangle"),
    "121302": ("slash", "waves"),
    "121303": ("slash", "upright"),
    "1215": ("sight",),
    "1216": ("full triangle",),
    "1219": ("drone",),
    "1301": ("dome",),
    "130101": ("dome", "wall"),
    "130102": ("dome", "missile"),
    "1303": ("gun",),
    "130301": ("gun", "capsule"),
    "130302": ("gun", "capsule", "slash"),
    "130303": ("gun", "slash"),
    "1307": ("missile",),
    "1308": ("mortar",),
    "130801": ("mortar", "low track"),
    "130802": ("mortar", "low wheels"),
    "130803": ("mortar", "towed"),
    "1401": ("retorts",),
    "140101": ("retorts", "capsule"),
    "140102": ("retorts", "upright"),
    "140103": ("retorts", "slash"),
    "140104": ("retorts", "capsule", "slash"),
    "140105": ("retorts", "upright", "slash"),
    "1402": ("shield",),
    "1407": ("bridge",),
    "140701": ("capsule", "small bridge"),
    "140702": ("bridge", "upright"),
    "140703": ("bridge", "slash"),
    "141701": ("SEC", "capsule"),
    "141702": ("SEC", "upright"),
    "1604": ("cartridge",),
    "1611": ("wrench",),
    "1613": ("upright", "level"),
    "1614": ("upright", "level", "ticks"),
    "1634": ("floor",),
    "1636": ("wheel",),
    "1641": ("floor", "cartridge"),
    "1655": ("parachute",),
    "1701": ("anchor",),
}
"""By entity and type, or by these and the subtype where it changes the icon."""

WORDS: Final = {
    "1102": "CA", "1104": "IO", "1105": "LO", "1114": "ST", "1209": "CBT", "1214": "SEAL",
    "1217": "SF", "1218": "SOF", "1220": "RGR", "1305": "JFS", "1306": "MET", "1403": "CID",
    "1408": "EOD", "1412": "MP", "1417": "SEC", "1418": "SAR", "1502": "CI", "1505": "EW",
    "1510": "MI", "1600": "SUST", "1601": "ADM", "1606": "CSS", "1652": "SPT", "1804": "MN",
}  # fmt: skip

SHIPS: Final[dict[str, tuple[str, ...]]] = {
    "0000": (),
    "1201": ("carrier",),
    "1202": ("warship",),
    "1203": ("landing ship",),
    "1205": ("patrol boat",),
    "110000": ("MIL",),
    "120201": ("BB",),
    "120202": ("CG",),
    "120203": ("DD",),
    "120204": ("FF",),
    "120301": ("LCC",),
    "120302": ("LA",),
    "120303": ("LHA",),
    "120304": ("LHD",),
    "120305": ("LPH",),
    "120306": ("LPD",),
    "120307": ("LS",),
    "120308": ("LC",),
}

ABOVE: Final[dict[str, Icon]] = {
    "06": line("M80 80 85 75H115L120 80M80 60 85 65H115L120 60"),
    "41": line("M85 75 100 60 115 75M85 67 100 52 115 67"),
    "46": anchor(100, 64.4, 0.6),
    "47": solid("M80 65 100 78 120 65V60L100 70 80 60z"),
    "57": line("M100 55V78M85 60 90 55 95 60 100 55 105 60 110 55 115 60"),
    "58": line("M90 60H110C120 60 120 75 110 75H90C80 75 80 60 90 60z"),
    "78": solid("M75 60V75L125 60V75z"),
    "98": ceiling,
}
WORDS_ABOVE: Final = {
    "02": "AREA", "03": "A", "04": "B", "07": "C", "09": "CBT", "10": "C2", "15": "D",
    "25": "FDC", "32": "MET", "48": "N", "54": "SEC", "56": "WPN", "60": "S", "63": "SOF",
    "69": "U", "76": "RGR", "77": "SPT", "84": "ASLT", "85": "W",
}  # fmt: skip

BELOW: Final[dict[str, Icon]] = {
    "01": line("M75 140C75 125 100 125 100 140C100 125 125 125 125 140"),
    "04": rings(8, (100, 132)),
    "27": solid("M87 142 97 122 102 132 105 127 113 142z"),
    "36": all_of(line("M65 125H135"), rings(5, (70, 130), (80, 130), (120, 130), (130, 130))),
    "37": line("M70 125C70 145 130 145 130 125"),
    "40": line("M70 123C70 140 130 140 130 123z"),
    "47": ICONS["towed"],
    "51": rings(7, (75, 130), (100, 130), (125, 130)),
    "59": line("M85 125 100 145 115 125"),
    "77": line("M85 125H115C125 125 125 140 115 140H85C75 140 75 125 85 125z"),
}  # fmt: skip
WORDS_BELOW: Final = {
    "09": "D", "14": "E", "15": "H", "16": "HA", "19": "L", "22": "LR", "23": "LA", "24": "M",
    "25": "MA", "26": "MR", "41": "SC", "44": "STR", "45": "SPT", "48": "TR", "52": "HLA",
    "54": "A", "58": "G",
}  # fmt: skip

UNKNOWN: Final = text("?")


def icon(symbol: Symbol, frame: Frame) -> list[Part]:
    """Everything inside the frame; a question mark for a function without an icon here."""
    names = _function(symbol)
    if names is None:
        return UNKNOWN(frame)
    drawn = [part for name in names for part in ICONS.get(name, text(name))(frame)]
    above, below = symbol.modifiers
    for code, drawings, words, y in (
        (above, ABOVE, WORDS_ABOVE, 67.0),
        (below, BELOW, WORDS_BELOW, 132.0),
    ):
        if code in drawings:
            drawn += drawings[code](frame)
        elif code in words:
            size = 28 if len(words[code]) < 3 else 22
            drawn += text(words[code], y, size)(frame)
    return drawn


def _function(symbol: Symbol) -> tuple[str, ...] | None:
    if symbol.sort is Sort.UNIT:
        icons = UNITS
    elif symbol.sort is Sort.SHIP:
        icons = SHIPS
    else:
        return () if symbol.entity.startswith("0000") else None
    for code in (symbol.entity, symbol.entity[:4]):
        if code in icons:
            return icons[code]
    word = WORDS.get(symbol.entity[:4]) if symbol.sort is Sort.UNIT else None
    return (word,) if word else None
