"""Workbooks that say more than they hold."""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from functools import cache

from importers.sheets.ods_writing import write_ods

HEAD = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Count</t></is></c>'
    '<c r="B1" t="inlineStr"><is><t>Name</t></is></c></row>'
)
YODA = '<row r="2"><c r="A2"><v>4</v></c><c r="B2" t="inlineStr"><is><t>Yoda (A)</t></is></c></row>'
_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_DEFLATED = zipfile.ZIP_DEFLATED


@cache
def _plain_parts() -> Mapping[str, bytes]:
    from openpyxl import Workbook

    book = Workbook()
    book.active.append(["Count", "Name"])  # type: ignore[union-attr]
    out = io.BytesIO()
    book.save(out)
    with zipfile.ZipFile(out) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def xlsx(sheet: str | bytes, texts: str = "", method: int = _DEFLATED) -> bytes:
    """A workbook whose only sheet is this XML; `texts` are those that cells share."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, old in _plain_parts().items():
            data: str | bytes = old
            if name == "xl/worksheets/sheet1.xml":
                data = sheet
            archive.writestr(name, data)
        if texts:
            archive.writestr("xl/sharedStrings.xml", texts)
    return out.getvalue()


def sheet(rows: str, before: str = "") -> str:
    """The XML of a sheet with a header, a card, and these rows."""
    return f"<worksheet {_MAIN}>{before}<sheetData>{HEAD}{YODA}{rows}</sheetData></worksheet>"


def far_cell(attributes: str) -> bytes:
    """A workbook with a filled cell of these attributes in the third row."""
    return xlsx(sheet(f'<row r="3"><c {attributes}><v>1</v></c></row>'))


def shared_texts(text: str, cells: int) -> bytes:
    """A workbook of cells that all share one text."""
    rows = "".join(f'<row r="{n}"><c r="B{n}" t="s"><v>0</v></c></row>' for n in range(3, cells))
    return xlsx(sheet(rows), f'<sst {_MAIN} count="1"><si><t>{text}</t></si></sst>')


def ods(row: str) -> bytes:
    """A spreadsheet whose second row has this XML."""
    plain = write_ods("A", ("Count", "Name"), [(1, "Yoda (A)")], (5, 5))
    return changed(
        plain, lambda _, old: old.replace(b"</table:table-row>", f"</table:table-row>{row}".encode(), 1)
    )


def ods_text(inside: str, cell: str = "", row: str = "") -> bytes:
    """A spreadsheet with a row of one cell of text, with attributes of both."""
    text = f'<table:table-cell office:value-type="string" {cell}><text:p>{inside}</text:p>'
    return ods(f"<table:table-row {row}>{text}</table:table-cell></table:table-row>")


def changed(data: bytes, change: object) -> bytes:
    """The zip file with its parts changed by `change(name, bytes)`."""
    assert callable(change)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", _DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return out.getvalue()


def lying(size: int, claimed: int, name: str = "xl/worksheets/sheet1.xml") -> bytes:
    """A workbook of which one part unpacks to `size` bytes, and claims fewer that are whole.

    The checksum is that of the bytes that it claims, so that who cuts it there finds all in order.
    """
    start = sheet("").encode().ljust(claimed)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(start) + packer.flush(zlib.Z_FULL_FLUSH)
    # What begins behind a full flush is packed alike wherever it stands.
    million = packer.compress(b" " * 1_000_000) + packer.flush(zlib.Z_FULL_FLUSH)
    packed += million * (size // 1_000_000) + packer.flush()
    data = xlsx(start, method=zipfile.ZIP_STORED)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        part = archive.getinfo(name)
    # A local header and an entry of the directory: method, checksum, packed and unpacked size.
    local = part.header_offset
    body = local + 30 + len(name)
    data = data[:body] + packed + data[body + claimed :]
    stated = struct.pack("<III", part.CRC, len(packed), claimed)
    directory = data.rindex(name.encode()) - 46
    for place, method in ((local + 14, local + 8), (directory + 16, directory + 10)):
        data = data[:place] + stated + data[place + 12 :]
        data = data[:method] + struct.pack("<H", 8) + data[method + 2 :]
    return _with_moved_parts(data, local, len(packed) - claimed)


def _with_moved_parts(data: bytes, after: int, by: int) -> bytes:
    """The zip file whose directory knows that the parts after a place lie further on."""
    end = data.rindex(b"PK\x05\x06")
    start = struct.unpack_from("<I", data, end + 16)[0] + by
    moved = bytearray(data)
    struct.pack_into("<I", moved, end + 16, start)
    for found in re.finditer(rb"PK\x01\x02", data[start:end]):
        place = start + found.start() + 42
        offset = struct.unpack_from("<I", moved, place)[0]
        if offset > after:
            struct.pack_into("<I", moved, place, offset + by)
    return bytes(moved)


def xls(row: int, column: int) -> bytes:
    """A workbook of the old kind with a header, and one number in a far cell."""

    def record(kind: int, body: bytes) -> bytes:
        return struct.pack("<HH", kind, len(body)) + body

    def label(place: int, text: str) -> bytes:
        return record(0x204, struct.pack("<HHHHB", 0, place, 0, len(text), 0) + text.encode())

    begin = struct.pack("<HHHHII", 0x600, 0x05, 0, 0, 0, 0)
    name = struct.pack("<BB", 1, 0) + b"A"
    bound_length = 4 + 4 + 2 + len(name)
    offset = 4 + len(begin) + bound_length + 4
    book = record(0x809, begin) + record(0x85, struct.pack("<IBB", offset, 0, 0) + name)
    book += record(0x0A, b"")
    page = record(0x809, struct.pack("<HHHHII", 0x600, 0x10, 0, 0, 0, 0))
    page += label(0, "Count") + label(1, "Name")
    page += record(0x203, struct.pack("<HHHd", row, column, 0, 4.0)) + record(0x0A, b"")
    return _compound((book + page).ljust(4_096, b"\0"))


def _compound(stream: bytes) -> bytes:
    """The stream `Workbook` in the container that programs for Windows wrote."""
    sectors = -(-len(stream) // 512)
    free, end, chain = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16
    header += struct.pack(
        "<HHHHH6sIIIIIIIIII", 0x3E, 3, 0xFFFE, 9, 6, b"\0" * 6, 0, 1, 1, 0, 4096, end, 0, end, 0, 0
    )
    header += struct.pack("<I", free) * 108
    table = [chain, end, *range(3, 2 + sectors), end]
    table += [free] * (128 - len(table))

    def entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
        text = name.encode("utf-16-le")
        return text.ljust(64, b"\0") + struct.pack(
            "<HBBIII16sIQQIQ", len(text) + 2, kind, 1, free, free, child, b"\0" * 16, 0, 0, 0, start, size
        )

    folder = entry("Root Entry", 5, 1, end, 0) + entry("Workbook", 2, free, 2, len(stream))
    return header + struct.pack("<128I", *table) + folder.ljust(512, b"\0") + stream
