package refs

import "rabbithole/backend/source"

// Sections finds the parts of a document that can be pointed to, in reading order.
func Sections(doc source.Document, meta source.Meta, pages []source.Page) []Section { return nil }
