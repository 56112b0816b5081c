-- Why a page has no text, and where the words stand that were recognised from its picture.
ALTER TABLE pages ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE pages ADD COLUMN words  TEXT NOT NULL DEFAULT ''; -- JSON array of source.Word, '' when there are none

-- The numbers of the pages without usable text, and of those whose text was recognised; JSON arrays, '' when there are none.
ALTER TABLE documents ADD COLUMN unreadable_pages TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN recognised_pages TEXT NOT NULL DEFAULT '';

-- A vector gets a number of its own that is never used twice: its sketch is kept under it, and read without the vector.

CREATE TABLE vectors_numbered (
  no       INTEGER PRIMARY KEY AUTOINCREMENT,
  embedder TEXT NOT NULL,                   -- digest of the embedder
  hash     TEXT NOT NULL,                   -- passages.hash
  vector   BLOB NOT NULL,                   -- little-endian float32; empty when the embedder has none for the text
  UNIQUE (embedder, hash)
) STRICT;
INSERT INTO vectors_numbered (embedder, hash, vector) SELECT embedder, hash, vector FROM vectors ORDER BY rowid;
DROP TABLE vectors;
ALTER TABLE vectors_numbered RENAME TO vectors;

CREATE TABLE sketches (
  no     INTEGER PRIMARY KEY REFERENCES vectors(no) ON DELETE CASCADE,
  sketch BLOB NOT NULL                      -- what the index made of the vector
) STRICT;

-- Which texts take part in search is asked for all of them at once: without reading the passages.
DROP INDEX passages_hash;
CREATE INDEX passages_hash ON passages(hash, document, role);
