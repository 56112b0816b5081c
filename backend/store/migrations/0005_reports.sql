-- The reports of runs: version 0 is the one handed over, the others are drafts in the order they were written.

CREATE TABLE reports (
  run     TEXT NOT NULL,
  version INTEGER NOT NULL,
  at      TEXT NOT NULL,
  report  TEXT NOT NULL,                    -- JSON of report.Report
  PRIMARY KEY (run, version)
) STRICT;
