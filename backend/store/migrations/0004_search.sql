-- What passages are found by. The terms stand in an ordinary table, because ranking reads them again, and in a full-text index
-- that keeps no copy of its own. Triggers keep both and the totals in step, also when a document's passages are replaced.

CREATE TABLE terms (
  no        INTEGER PRIMARY KEY REFERENCES passages(no) ON DELETE CASCADE,
  head      TEXT NOT NULL,                  -- stems of the titles above the passage, single spaces between
  body      TEXT NOT NULL,                  -- stems of its text, one per word, in order
  parts     TEXT NOT NULL,                  -- derived terms: parts of compounds, identifiers
  head_size INTEGER NOT NULL,               -- in terms
  body_size INTEGER NOT NULL
) STRICT;

-- What a filter asks of a passage, without its text: a search looks at this for every passage that has one of its words.
CREATE INDEX passages_filter ON passages(no, document, role);

CREATE VIRTUAL TABLE terms_index USING fts5(head, body, parts, content='', contentless_delete=1, tokenize="ascii tokenchars '.,:/%&+#_-'");
CREATE VIRTUAL TABLE terms_vocabulary USING fts5vocab(terms_index, 'row');

CREATE TABLE terms_total (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  passages INTEGER NOT NULL,
  head     INTEGER NOT NULL,                -- sum of head_size
  body     INTEGER NOT NULL                 -- sum of body_size
) STRICT;
INSERT INTO terms_total VALUES (1, 0, 0, 0);

CREATE TRIGGER terms_added AFTER INSERT ON terms BEGIN
  INSERT INTO terms_index(rowid, head, body, parts) VALUES (new.no, new.head, new.body, new.parts);
  UPDATE terms_total SET passages = passages + 1, head = head + new.head_size, body = body + new.body_size;
END;
CREATE TRIGGER terms_dropped AFTER DELETE ON terms BEGIN
  DELETE FROM terms_index WHERE rowid = old.no;
  UPDATE terms_total SET passages = passages - 1, head = head - old.head_size, body = body - old.body_size;
END;

CREATE TABLE vectors (
  embedder TEXT NOT NULL,                   -- digest of the embedder
  hash     TEXT NOT NULL,                   -- passages.hash
  vector   BLOB NOT NULL,                   -- little-endian float32
  PRIMARY KEY (embedder, hash)
) STRICT;
