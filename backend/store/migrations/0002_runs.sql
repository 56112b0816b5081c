-- Runs of flows: where each stands, what was said to it, what happened, and what models answered.

CREATE TABLE runs (
  no          INTEGER PRIMARY KEY AUTOINCREMENT, -- order of creation
  id          TEXT NOT NULL UNIQUE,
  flow        TEXT NOT NULL,
  title       TEXT NOT NULL,                -- what the person asked
  status      TEXT NOT NULL,                -- graph.Status
  error       TEXT NOT NULL,
  hint        TEXT NOT NULL,
  parent      TEXT NOT NULL,                -- id of the run that this is a sub-run of, or ''
  forked_from TEXT NOT NULL,                -- id, or ''
  meta        TEXT NOT NULL,                -- the flow's own JSON, or ''
  created_at  TEXT NOT NULL,                -- RFC 3339, UTC
  updated_at  TEXT NOT NULL
) STRICT;
CREATE INDEX runs_parent ON runs(parent) WHERE parent <> '';

CREATE TABLE checkpoints (
  run     TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  seq     INTEGER NOT NULL,                 -- 1-based
  node    TEXT NOT NULL,                    -- whose end it records, or ''
  task    TEXT NOT NULL,
  version INTEGER NOT NULL,                 -- of the state
  state   TEXT NOT NULL,                    -- JSON
  tasks   TEXT NOT NULL,                    -- JSON: what is under way
  at      TEXT NOT NULL,
  PRIMARY KEY (run, seq)
) STRICT;

CREATE TABLE inbox (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  run     TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  kind    TEXT NOT NULL,
  data    TEXT NOT NULL,                    -- JSON, or ''
  at      TEXT NOT NULL,
  handled INTEGER NOT NULL DEFAULT 0        -- 1 when its effect is in a checkpoint
) STRICT;
CREATE INDEX inbox_open ON inbox(run, id) WHERE handled = 0;

CREATE TABLE events (
  seq  INTEGER PRIMARY KEY AUTOINCREMENT,
  run  TEXT NOT NULL,                       -- '' for what belongs to no run
  kind TEXT NOT NULL,
  data TEXT NOT NULL,                       -- JSON, or ''
  at   TEXT NOT NULL
) STRICT;
CREATE INDEX events_run ON events(run, seq);

CREATE TABLE journal (
  key           TEXT PRIMARY KEY,           -- digest of model and whole request, attempt included
  run           TEXT NOT NULL,              -- the run that paid for it
  step          TEXT NOT NULL,
  model         TEXT NOT NULL,              -- name
  digest        TEXT NOT NULL,              -- of the model
  prompt_tokens INTEGER NOT NULL,
  reply_tokens  INTEGER NOT NULL,
  elapsed_ms    INTEGER NOT NULL,
  reply         TEXT NOT NULL,              -- JSON of prompts.Reply
  at            TEXT NOT NULL
) STRICT;
CREATE INDEX journal_run ON journal(run);
