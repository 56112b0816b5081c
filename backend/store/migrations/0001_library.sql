-- The library: documents known by the hash of their bytes, what was read from them, and what points where.

CREATE TABLE documents (
  hash       TEXT PRIMARY KEY,              -- lower-case hex SHA-256 of the bytes
  name       TEXT NOT NULL,
  path       TEXT NOT NULL,
  collection TEXT NOT NULL,
  format     TEXT NOT NULL,
  title      TEXT NOT NULL,
  author     TEXT NOT NULL,
  date       TEXT NOT NULL,
  language   TEXT NOT NULL,
  pages      INTEGER NOT NULL,
  passages   INTEGER NOT NULL,
  unreadable INTEGER NOT NULL,
  bytes      INTEGER NOT NULL,
  engine     TEXT NOT NULL,
  state      TEXT NOT NULL,
  reason     TEXT NOT NULL,
  added_at   TEXT NOT NULL,                 -- RFC 3339, UTC
  names      TEXT NOT NULL                  -- JSON array of strings
) STRICT;
-- A name belongs to one document at a time; those that were removed or replaced have given theirs back.
CREATE UNIQUE INDEX documents_name ON documents(name) WHERE state NOT IN ('removed', 'replaced');
CREATE INDEX documents_path ON documents(path);

CREATE TABLE pages (
  document TEXT NOT NULL REFERENCES documents(hash) ON DELETE CASCADE,
  number   INTEGER NOT NULL,                -- 1-based
  label    TEXT NOT NULL,
  text     TEXT NOT NULL,
  width    REAL NOT NULL,
  height   REAL NOT NULL,
  flags    TEXT NOT NULL,                   -- JSON array of source.PageFlag, '' when there are none
  lines    BLOB NOT NULL,                   -- see lines.go
  links    TEXT NOT NULL,                   -- JSON array of source.Link, '' when there are none
  PRIMARY KEY (document, number)
) STRICT;

CREATE TABLE passages (
  no         INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice, so that an index may be keyed by it
  id         TEXT NOT NULL UNIQUE,              -- source.PassageID
  document   TEXT NOT NULL REFERENCES documents(hash) ON DELETE CASCADE,
  ordinal    INTEGER NOT NULL,
  section    TEXT NOT NULL,
  headings   TEXT NOT NULL,                     -- JSON array of strings
  spans      TEXT NOT NULL,                     -- JSON array of source.Span
  first_page INTEGER NOT NULL,
  last_page  INTEGER NOT NULL,
  text       TEXT NOT NULL,
  hash       TEXT NOT NULL,                     -- source.TextHash(text): key of its vectors
  tokens     INTEGER NOT NULL,
  role       TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX passages_place ON passages(document, ordinal);
CREATE INDEX passages_section ON passages(document, section);
CREATE INDEX passages_page ON passages(document, first_page);
CREATE INDEX passages_hash ON passages(hash);

CREATE TABLE sections (
  document TEXT NOT NULL REFERENCES documents(hash) ON DELETE CASCADE,
  ordinal  INTEGER NOT NULL,
  id       TEXT NOT NULL,
  kind     TEXT NOT NULL,
  number   TEXT NOT NULL,
  label    TEXT NOT NULL,
  title    TEXT NOT NULL,
  level    INTEGER NOT NULL,
  parent   TEXT NOT NULL,
  page     INTEGER NOT NULL,
  start    INTEGER NOT NULL,
  end_page INTEGER NOT NULL,
  end_at   INTEGER NOT NULL,
  PRIMARY KEY (document, ordinal)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX sections_id ON sections(document, id);

CREATE TABLE mentions (
  document TEXT NOT NULL REFERENCES documents(hash) ON DELETE CASCADE,
  ordinal  INTEGER NOT NULL,
  id       TEXT NOT NULL,
  page     INTEGER NOT NULL,
  start    INTEGER NOT NULL,
  end_at   INTEGER NOT NULL,
  section  TEXT NOT NULL,
  passage  TEXT NOT NULL,
  text     TEXT NOT NULL,
  kind     TEXT NOT NULL,
  pointers TEXT NOT NULL,                   -- JSON array of refs.Pointer
  status   TEXT NOT NULL,
  PRIMARY KEY (document, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX mentions_place ON mentions(document, ordinal);
CREATE INDEX mentions_passage ON mentions(passage);

CREATE TABLE targets (
  document        TEXT NOT NULL,            -- of the mention
  mention         TEXT NOT NULL,
  ordinal         INTEGER NOT NULL,
  target_document TEXT NOT NULL,            -- '' when it leaves the library
  target_section  TEXT NOT NULL,
  label           TEXT NOT NULL,
  page            INTEGER NOT NULL,
  passage         TEXT NOT NULL,
  uri             TEXT NOT NULL,
  PRIMARY KEY (document, mention, ordinal),
  FOREIGN KEY (document, mention) REFERENCES mentions(document, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX targets_target ON targets(target_document, target_section);

-- What a run cites keeps a document's bytes and pages, whatever becomes of the document.
CREATE TABLE cited (
  run      TEXT NOT NULL,
  document TEXT NOT NULL REFERENCES documents(hash),
  page     INTEGER NOT NULL,
  PRIMARY KEY (run, document, page)
) STRICT, WITHOUT ROWID;
CREATE INDEX cited_document ON cited(document);
