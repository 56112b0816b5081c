-- Where each term stands, by passage and column: what candidates are ranked by. It keeps nothing of its own.
CREATE VIRTUAL TABLE terms_places USING fts5vocab(terms_index, 'instance');
