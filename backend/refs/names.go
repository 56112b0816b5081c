package refs

import "rabbithole/backend/source"

// Names returns the titles, short titles and abbreviations by which other texts would cite the document.
func Names(doc source.Document, meta source.Meta, pages []source.Page, sections []Section) []string {
	return nil
}
