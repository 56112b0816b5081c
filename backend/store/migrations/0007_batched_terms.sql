-- Whoever adds terms puts them into the index and the totals too. A trigger made a savepoint of every row added, and at each savepoint FTS5
-- writes out what it would otherwise gather until the commit.
DROP TRIGGER terms_added;
