"""Collections in sheets: rows found, understood and written.

all_sheets          reads all sheets of a workbook that hold a collection, as if they were one
grades              words for conditions, languages and finishes
header              finds the header of a sheet and says which column holds which field
header_words        what the columns of a collection are called, in many languages
holding_cells       cells of a collection as people write them: quantities, prices, days
holding_fields      from the cells of a row to the fields of a holding
holding_row         A row of a collection as a sheet states it
holding_sheet       reads a sheet of a collection, in any layout, into rows as they are written
holding_sheet_rows  from the rows under a header to `HoldingRow`s
layouts             the layouts of collection programs, as data
ods                 writes a collection as an ODS spreadsheet, and says what it cannot hold
sheet_kinds         tells sheets of owned copies, wants, copies for trade and decks apart
sheet_words         the words for columns and cells of sheets, and the form to compare them in
unmatched_sheet     writes the rows that an import was unsure of as a workbook to fill in and
workbook            writes a collection as a workbook for people: edit it, and import it again
workbook_summary    the sheet that sums a collection up
writing             writes a collection as text in any layout
"""
