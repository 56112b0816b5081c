package refs

import "rabbithole/backend/source"

// Furniture returns, for each page, the spans of running headers, footers and page numbers.
func Furniture(pages []source.Page) [][]source.Span { return make([][]source.Span, len(pages)) }
