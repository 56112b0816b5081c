-- With which version of reading (ingest.ReadingVersion) a document was read. What was there before this was known has 1.
ALTER TABLE documents ADD COLUMN reading INTEGER NOT NULL DEFAULT 1;

-- What cited documents said before they were read again, and the passages of that. Runs name passages and quote spans of that text: both stay to
-- be found as long as a run cites the document. docs/adr/0042 says why.
CREATE TABLE former_pages (
  document TEXT NOT NULL REFERENCES documents(hash) ON DELETE CASCADE,
  reading  INTEGER NOT NULL,                -- that made the text
  number   INTEGER NOT NULL,
  text     TEXT NOT NULL,
  PRIMARY KEY (document, number, reading)
) STRICT;

CREATE TABLE former_passages (
  id       TEXT NOT NULL,                   -- as the passage had it; the columns are those of passages
  document TEXT NOT NULL REFERENCES documents(hash) ON DELETE CASCADE,
  reading  INTEGER NOT NULL,
  ordinal  INTEGER NOT NULL,
  section  TEXT NOT NULL,
  headings TEXT NOT NULL,
  spans    TEXT NOT NULL,
  text     TEXT NOT NULL,
  hash     TEXT NOT NULL,
  tokens   INTEGER NOT NULL,
  role     TEXT NOT NULL,
  PRIMARY KEY (id, reading)
) STRICT;
CREATE INDEX former_passages_document ON former_passages(document);
