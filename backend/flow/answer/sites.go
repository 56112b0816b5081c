package answer

import "rabbithole/backend/flow"

// targetOf is the planner's name for a kind, "" when it has none.
func targetOf(kind string) string {
	return map[string]string{flow.KindOfficial: "gov", flow.KindStandards: "standards", flow.KindDocs: "official docs", flow.KindNews: "news"}[kind]
}

// is reports whether a source is the one that a key stands for.
func (s Source) is(key string) bool {
	return s.Key == key || s.Document != "" && s.Document == key || s.web() && flow.Canonical(s.URL) == key
}
