"""Writes a table as an ODS spreadsheet.

The libraries that write ODS build a tree of objects for every cell, which takes minutes for twenty
thousand rows; the format of a plain table is small enough to be written as it goes.
"""

import io
import zipfile
from collections.abc import Iterable, Sequence
from datetime import date
from xml.sax.saxutils import escape, quoteattr

from db.texts import plain_line_ends
from importers.sheets.sheet import Value, letters
from importers.sheets.workbook_cells import storable
from importers.sheets.zip_writing import ZipWriter

MIMETYPE = "application/vnd.oasis.opendocument.spreadsheet"
MANIFEST = f"""<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
 manifest:version="1.3">
<manifest:file-entry manifest:full-path="/" manifest:version="1.3"
 manifest:media-type="{MIMETYPE}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
</manifest:manifest>
"""
_NAMESPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"),
        ("table", "table"),
        ("text", "text"),
        ("style", "style"),
        ("fo", "xsl-fo-compatible"),
        ("number", "datastyle"),
    )
)
_STYLES = """<number:date-style style:name="day"><number:year number:style="long"/>
<number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text>
<number:day number:style="long"/></number:date-style>
<style:style style:name="dated" style:family="table-cell" style:data-style-name="day"/>
<style:style style:name="head" style:family="table-cell">
<style:table-cell-properties fo:background-color="#2f4858"/>
<style:text-properties fo:font-weight="bold" fo:color="#ffffff"/></style:style>
"""
_MILLIMETRES = 2.1
"""The width of a character."""


def write_ods(
    name: str,
    headers: Sequence[str],
    rows: Iterable[Sequence[Value]],
    widths: Sequence[int],
    hidden: frozenset[str] = frozenset(),
) -> bytes:
    """A spreadsheet of one sheet with a header, filters, and the `hidden` columns not shown."""
    out = io.BytesIO()
    with ZipWriter(out) as archive:
        archive.writestr(zipfile.ZipInfo("mimetype"), MIMETYPE)
        archive.writestr("META-INF/manifest.xml", MANIFEST)
        with archive.open("content.xml", "w") as raw:
            part = io.TextIOWrapper(raw, encoding="utf-8")
            part.write('<?xml version="1.0" encoding="UTF-8"?>\n')
            part.write(f'<office:document-content {_NAMESPACES} office:version="1.3">')
            part.write(f"<office:automatic-styles>{_STYLES}{_columns(widths)}")
            part.write("</office:automatic-styles><office:body><office:spreadsheet>")
            part.write(f"<table:table table:name={quoteattr(name)}>")
            for place, header in enumerate(headers):
                shown = ' table:visibility="collapse"' if header in hidden else ""
                part.write(f'<table:table-column table:style-name="co{place}"{shown}/>')
            part.write("<table:table-row>")
            part.writelines(_cell(header, "head") for header in headers)
            part.write("</table:table-row>")
            count = 1
            for row in rows:
                part.write("<table:table-row>")
                part.writelines(map(_cell, row))
                part.write("</table:table-row>\n")
                count += 1
            part.write("</table:table>")
            part.write(_filter(name, len(headers), count))
            part.write("</office:spreadsheet></office:body></office:document-content>")
            part.flush()
            part.detach()
    return out.getvalue()


def _columns(widths: Sequence[int]) -> str:
    return "".join(
        f'<style:style style:name="co{place}" style:family="table-column">'
        f'<style:table-column-properties style:column-width="{width * _MILLIMETRES:.1f}mm"/>'
        "</style:style>"
        for place, width in enumerate(widths)
    )


def _filter(name: str, columns: int, rows: int) -> str:
    quoted = name.replace("'", "''")
    area = f"'{quoted}'.A1:'{quoted}'.{letters(columns - 1)}{rows}"
    return (
        '<table:database-ranges><table:database-range table:name="__Anonymous_Sheet_DB__0" '
        f"table:target-range-address={quoteattr(area)} "
        'table:display-filter-buttons="true"/></table:database-ranges>'
    )


def _cell(value: Value, style: str = "") -> str:
    if value is None:
        return "<table:table-cell/>"
    styled = f' table:style-name="{style}"' if style else ""
    if isinstance(value, (int, float)):
        return f'<table:table-cell office:value-type="float" office:value="{value!r}"/>'
    if isinstance(value, date):
        day = value.isoformat()
        return (
            '<table:table-cell table:style-name="dated" office:value-type="date" '
            f'office:date-value="{day}"><text:p>{day}</text:p></table:table-cell>'
        )
    return f'<table:table-cell{styled} office:value-type="string">{_paragraphs(value)}</table:table-cell>'


def _paragraphs(text: str) -> str:
    """The text as paragraphs; blanks at their ends and several in a row are kept, tabs are not."""
    parts = []
    for line in plain_line_ends(storable(text)).split("\n"):
        plain = escape(line).replace("\t", " ").replace("  ", " <text:s/>")
        if plain.startswith(" "):
            plain = f"<text:s/>{plain[1:]}"
        if plain.endswith(" "):
            plain = f"{plain[:-1]}<text:s/>"
        parts.append(f"<text:p>{plain}</text:p>")
    return "".join(parts)
