"""Documents of other programs: what is written in them, as paragraphs and tables.

blocks       the paragraphs and tables of a document, gathered piece by piece
html         web pages and pasted HTML
office       documents of Word and of OpenOffice: `.docx`, `.odt`
pdf          the text of PDF files, in a process of its own
pdf_process  the process in which a PDF file is read
zipped       the files of a zip file, within bounds
"""
