package ollama

import "strings"

// prefixes are what an embedding model was trained to see before a document and before a query.
type prefixes struct {
	scheme          string // part of the embedder's digest: other prefixes make other vectors
	document, query string
}

// prefixesOf looks a model up by its family name; a model that is not listed wants none.
func prefixesOf(model string) prefixes {
	model = strings.ToLower(model[strings.LastIndex(model, "/")+1:])
	for _, row := range []struct {
		family string
		prefixes
	}{
		{"nomic-embed-text", prefixes{"nomic", "search_document: ", "search_query: "}},
		{"embeddinggemma", prefixes{"gemma", "title: none | text: ", "task: search result | query: "}},
		{"qwen3-embedding", prefixes{"qwen3", "", "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"}},
		{"mxbai-embed-large", prefixes{"mxbai", "", "Represent this sentence for searching relevant passages: "}},
		{"snowflake-arctic-embed2", prefixes{"arctic2", "", "query: "}},
		{"snowflake-arctic-embed", prefixes{"arctic", "", "Represent this sentence for searching relevant passages: "}},
	} {
		if strings.HasPrefix(model, row.family) {
			return row.prefixes
		}
	}
	return prefixes{}
}
