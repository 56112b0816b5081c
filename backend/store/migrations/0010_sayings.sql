-- What reports handed over say, so that earlier research is found again without reading every report.
CREATE TABLE sayings (
  no    INTEGER PRIMARY KEY,                -- in reading order within a run
  run   TEXT NOT NULL,
  place TEXT NOT NULL,                      -- answer, section or claim
  claim TEXT NOT NULL,                      -- ID in the run's report, '' elsewhere
  text  TEXT NOT NULL
) STRICT;
CREATE INDEX sayings_run ON sayings(run);
INSERT INTO sayings (run, place, claim, text)
  SELECT r.run, 'answer', '', coalesce((SELECT group_concat(s.value ->> 'text', ' ') FROM json_each(b.value, '$.sentences') AS s), '')
  FROM reports AS r, json_each(r.report, '$.answer') AS b WHERE r.version = 0 AND json_valid(r.report);
INSERT INTO sayings (run, place, claim, text)
  SELECT r.run, 'section', '', coalesce(c.value ->> 'title', '')
  FROM reports AS r, json_each(r.report, '$.sections') AS c WHERE r.version = 0 AND json_valid(r.report);
INSERT INTO sayings (run, place, claim, text)
  SELECT r.run, CASE coalesce(s.value ->> 'claim', '') WHEN '' THEN 'section' ELSE 'claim' END, coalesce(s.value ->> 'claim', ''), coalesce(s.value ->> 'text', '')
  FROM reports AS r, json_each(r.report, '$.sections') AS c, json_each(c.value, '$.blocks') AS b, json_each(b.value, '$.sentences') AS s
  WHERE r.version = 0 AND json_valid(r.report);
