-- How many references of a document lead somewhere is counted for the whole library at once: without reading the references.
CREATE INDEX mentions_status ON mentions(document, status);
