-- How far a report answers its question, for lists: "answered", "partly", "unsure" or "not"; "" for those made before there was a verdict.
ALTER TABLE reports ADD COLUMN verdict TEXT NOT NULL DEFAULT '';
UPDATE reports SET verdict = coalesce(json_extract(report, '$.verdict'), '') WHERE json_valid(report);
DROP INDEX reports_glance;
CREATE INDEX reports_glance ON reports(run, version, score, claims, calls, time, verdict);
