package source

// DocumentFilter selects documents; its zero value selects all but web articles, which only Hashes and States find. Conditions add up; an
// empty list is no condition.
type DocumentFilter struct {
	Live   bool     // only those that take part in search
	Hashes []string // lower-case hex SHA-256
	States []State  // only those in one of these states
	Path   string   // only those last seen at this absolute path
}
