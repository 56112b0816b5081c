-- What the interface for programs calls a document or a saved web article: a number of its own, never given twice.
CREATE TABLE article_numbers (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  document TEXT NOT NULL UNIQUE REFERENCES documents(hash) ON DELETE CASCADE
) STRICT;
INSERT INTO article_numbers (document) SELECT hash FROM documents ORDER BY added_at, hash;

-- What was found beside a document that somebody reads: the latest, one row per document. What a person or a program is shown of it stands here; the run that found it,
-- and the one that is looking anew, are named.
CREATE TABLE article_research (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  article_id    INTEGER NOT NULL UNIQUE REFERENCES article_numbers(id) ON DELETE CASCADE,
  status        TEXT NOT NULL CHECK (status IN ('none', 'queued', 'running', 'ready', 'failed')),
  summary_md    TEXT NOT NULL DEFAULT '',
  sources_json  TEXT NOT NULL DEFAULT '[]',
  error_message TEXT,
  created_at    TEXT NOT NULL DEFAULT (datetime('now', 'localtime')),
  updated_at    TEXT NOT NULL DEFAULT (datetime('now', 'localtime')), -- RFC 3339, UTC, like the next two
  expires_at    TEXT,
  made_at       TEXT NOT NULL DEFAULT '',     -- when what is shown was found, '' while nothing was
  questions_json TEXT NOT NULL DEFAULT '[]',
  bullets_json  TEXT NOT NULL DEFAULT '[]',   -- the summary with the places it cites: the flow's own JSON
  warnings_json TEXT NOT NULL DEFAULT '[]',
  made_by       TEXT NOT NULL DEFAULT '',     -- "model", "model+rule" or "rule"; '' while nothing was found
  model         TEXT NOT NULL DEFAULT '',     -- its name, '' without one
  mode          TEXT NOT NULL DEFAULT '',
  automatic     INTEGER NOT NULL DEFAULT 0,   -- of the job: nobody pressed a button
  run           TEXT NOT NULL DEFAULT '',     -- that found what is shown
  job           TEXT NOT NULL DEFAULT ''      -- that is looking, or failed last
) STRICT;
