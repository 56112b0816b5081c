-- What the checkpoints of a run only name: questions with their findings, slices of context, digests. docs/adr/0026 says why.
CREATE TABLE run_rows (
  run  TEXT NOT NULL,
  key  TEXT NOT NULL,
  data TEXT NOT NULL,                       -- the flow's own JSON
  PRIMARY KEY (run, key)
) STRICT;

-- From which runs a fork comes, directly or not: their rows stay as long as it does.
CREATE TABLE lineage (
  run      TEXT NOT NULL,
  ancestor TEXT NOT NULL,
  PRIMARY KEY (run, ancestor)
) STRICT, WITHOUT ROWID;
CREATE INDEX lineage_ancestor ON lineage(ancestor);

-- Files that a person gives to runs. They are kept as they are; what a run reads of them becomes a document in the state "saved".
CREATE TABLE attached (
  hash    TEXT PRIMARY KEY,                 -- lower-case hex SHA-256 of the bytes
  name    TEXT NOT NULL,
  format  TEXT NOT NULL,
  bytes   INTEGER NOT NULL,
  at      TEXT NOT NULL,                    -- RFC 3339, UTC
  waiting INTEGER NOT NULL                  -- 1 until a run that uses it begins, or the person takes it back
) STRICT, WITHOUT ROWID;

CREATE TABLE attached_to (
  run  TEXT NOT NULL,
  hash TEXT NOT NULL REFERENCES attached(hash),
  name TEXT NOT NULL,                       -- as it was called when the run began
  PRIMARY KEY (run, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX attached_to_hash ON attached_to(hash);
