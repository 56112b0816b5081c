-- Copies in the library's folder that no row knows: noted before a copy is made, and with the deletion of the row that knew it. Clean-up
-- deletes these and no others, because a copy that nobody noted may be all that is left of a document whose row was lost.
CREATE TABLE loose_copies (
  hash TEXT PRIMARY KEY
) STRICT;
CREATE TRIGGER documents_put AFTER INSERT ON documents BEGIN
  DELETE FROM loose_copies WHERE hash = new.hash;
END;
CREATE TRIGGER documents_deleted AFTER DELETE ON documents BEGIN
  INSERT OR IGNORE INTO loose_copies (hash) VALUES (old.hash);
END;
CREATE TRIGGER attached_put AFTER INSERT ON attached BEGIN
  DELETE FROM loose_copies WHERE hash = new.hash;
END;
CREATE TRIGGER attached_deleted AFTER DELETE ON attached BEGIN
  INSERT OR IGNORE INTO loose_copies (hash) VALUES (old.hash);
END;
