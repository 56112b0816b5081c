-- What lists show of a report, so that they need not read it whole. The index has all of it: in the table it stands behind the text.
ALTER TABLE reports ADD COLUMN score  INTEGER NOT NULL DEFAULT 0; -- 0..400
ALTER TABLE reports ADD COLUMN claims INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reports ADD COLUMN calls  INTEGER NOT NULL DEFAULT 0; -- of models
ALTER TABLE reports ADD COLUMN time   INTEGER NOT NULL DEFAULT 0; -- nanoseconds of work
UPDATE reports SET score = coalesce(json_extract(report, '$.quality.total'), 0), claims = coalesce(json_array_length(report, '$.claims'), 0),
  calls = coalesce(json_extract(report, '$.making.spend.calls'), 0), time = coalesce(json_extract(report, '$.making.spend.time'), 0)
  WHERE json_valid(report);
CREATE INDEX reports_glance ON reports(run, version, score, claims, calls, time);

-- The passages that reports handed over cite, by page.
CREATE TABLE marks (
  run      TEXT NOT NULL,
  claim    TEXT NOT NULL,                   -- ID in the run's report
  ordinal  INTEGER NOT NULL,                -- of the citation within the claim
  document TEXT NOT NULL,
  page     INTEGER NOT NULL,
  start    INTEGER NOT NULL,
  end_at   INTEGER NOT NULL,
  text     TEXT NOT NULL,                   -- the claim
  verdict  TEXT NOT NULL,
  quote    TEXT NOT NULL,
  PRIMARY KEY (run, claim, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX marks_place ON marks(document, page);
INSERT OR IGNORE INTO marks (run, claim, ordinal, document, page, start, end_at, text, verdict, quote)
  SELECT r.run, claim.value ->> 'id', cited.key, cited.value ->> 'document', cited.value ->> 'page',
    coalesce(cited.value ->> '$.span.start', 0), coalesce(cited.value ->> '$.span.end', 0),
    coalesce(claim.value ->> 'text', ''), coalesce(claim.value ->> 'verdict', ''), coalesce(cited.value ->> 'quote', '')
  FROM reports AS r, json_each(r.report, '$.claims') AS claim, json_each(claim.value, '$.citations') AS cited
  WHERE r.version = 0 AND json_valid(r.report) AND cited.value ->> 'document' <> '';
