package index

import "rabbithole/backend/source"

// Mode says what a search goes by.
type Mode string

// The modes of search.
const (
	Hybrid   Mode = "hybrid" // words and meaning; the same as ""
	Lexical  Mode = "lexical"
	Semantic Mode = "semantic"
)

// Query is a question to the library, in any language. Where phrases in quotation marks make up at least half of a query, they must
// stand in a hit word for word, if any passage has them so; quoted in passing or in a question, they are words like others.
type Query struct {
	Text     string
	Limit    int           // hits wanted; 0 means 10
	Scope    source.Scope  // what is searched; the zero Scope contains nothing
	Roles    []source.Role // empty means body and table, what evidence may come from
	Language string        // ISO 639-1 language of Text; "" means it is detected
	Mode     Mode
}

// Hit is a passage found, before anybody judged it.
type Hit struct {
	Passage  source.Passage
	Document source.Document
	Score    float64  // 0 to 1 within one search: the best hit is near 1
	Lexical  float64  // 0 to 1: how much of what the query's words could weigh the passage holds; comparable between searches
	Semantic float64  // cosine of query and text, -1 to 1; 0 when there is no vector
	Why      []string // the query's words that stand in it, as they were asked
}

// filter returns the query's restrictions.
func (q Query) filter() source.Filter {
	roles := q.Roles
	if len(roles) == 0 {
		roles = []source.Role{source.Body, source.Table}
	}
	return source.Filter{Scope: q.Scope, Roles: roles}
}

// pool returns the number of candidates that ranking looks at, from words and from meaning each.
func (q Query) pool() int { return max(200, 2*q.Limit) }

// cut returns the first n runes of s.
func cut(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}
