-- Web articles: kept like documents in the state "saved", for the runs that read them. docs/adr/0022 says why.
-- An article keeps no document of the person's from its name.
DROP INDEX documents_name;
CREATE UNIQUE INDEX documents_name ON documents(name) WHERE state NOT IN ('removed', 'replaced', 'saved');

-- What only a web page has.
CREATE TABLE articles (
  document     TEXT PRIMARY KEY REFERENCES documents(hash) ON DELETE CASCADE,
  url          TEXT NOT NULL,                -- canonical
  final        TEXT NOT NULL,
  title        TEXT NOT NULL,
  site         TEXT NOT NULL,
  author       TEXT NOT NULL,
  date         TEXT NOT NULL,
  language     TEXT NOT NULL,
  content_type TEXT NOT NULL,
  status       INTEGER NOT NULL,             -- of HTTP
  bytes        INTEGER NOT NULL,
  fetched_at   TEXT NOT NULL,                -- RFC 3339, UTC
  cut          INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX articles_url ON articles(url, fetched_at);
CREATE INDEX articles_final ON articles(final, fetched_at);

-- The articles that runs have read, cited or not: a run that is resumed reads them again.
CREATE TABLE holds (
  run      TEXT NOT NULL,
  document TEXT NOT NULL REFERENCES articles(document),
  PRIMARY KEY (run, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX holds_document ON holds(document);

-- What a run connected to, or was refused.
CREATE TABLE connections (
  run      TEXT NOT NULL,
  no       INTEGER NOT NULL,                -- in order of dialling
  at       TEXT NOT NULL,                   -- RFC 3339, UTC
  entry    TEXT NOT NULL,                   -- JSON
  PRIMARY KEY (run, no)
) STRICT, WITHOUT ROWID;
