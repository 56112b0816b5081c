-- Why a page has no text, and where the words stand that were recognised from its picture.
ALTER TABLE pages ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE pages ADD COLUMN words  TEXT NOT NULL DEFAULT ''; -- JSON array of source.Word, '' when there are none

-- The numbers of the pages without usable text, and of those whose text was recognised; JSON arrays, '' when there are none.
ALTER TABLE documents ADD COLUMN unreadable_pages TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN recognised_pages TEXT NOT NULL DEFAULT '';
