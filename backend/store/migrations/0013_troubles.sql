-- What is the matter with a file, by name; '' for documents from before, whose reason alone says it.
ALTER TABLE documents ADD COLUMN trouble TEXT NOT NULL DEFAULT '';
