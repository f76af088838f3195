"""Sheets of any program as cells, within limits; and workbooks written.

archive         the zip files that workbooks are: opened with limits, their parts read as plain XML
json            reads sheets that are JSON: a list of objects, alone or under a key of an object
ods             reads ODS spreadsheets; calamine gives their values
ods_writing     writes a table as an ODS spreadsheet
sheet           A sheet as a file has it: rows of cells, not interpreted yet
sheets          opens files of sheets: finds their kind by content, never by suffix, and reads them
table_workbook  one table as a workbook: frozen header, filters, widths that fit
text            reads sheets that are text: cells between commas, semicolons, tabs or bars
values          the values that cells are written with
workbook_cells  cells of workbooks that are text whatever they begin with
workbook_rows   rows whose cells are ready to be written, for sheets of twenty thousand of them
workbook_sheet  one sheet of a workbook as people like it
xls             reads Excel's older XLS workbooks, in a process of their own
xls_process     the process in which an XLS workbook is read
xlsx            reads XLSX workbooks
xlsx_rewriting  workbooks as their reader gets them
zip_parts       the parts of zip files
zip_writing     zip files as workbooks are, written whatever the clock says
"""
