package eval_test

import (
	"path/filepath"
	"testing"

	"rabbithole/backend/pdf"
	"rabbithole/backend/refs"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/outline"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
)

// BenchmarkRefs finds sections and references of real documents and resolves them: what references add to adding a document.
func BenchmarkRefs(b *testing.B) {
	dir := setDir(b, "xref")
	extractor := pdf.New(pdf.Options{Workers: 2})
	defer extractor.Close()
	files, err := filepath.Glob(filepath.Join(dir, "pdf", "*.pdf"))
	if err != nil || len(files) == 0 {
		b.Fatal(files, err)
	}
	var all [][]source.Page
	pages := 0
	for _, f := range files {
		all = append(all, readPages(b, extractor, f))
		pages += len(all[len(all)-1])
	}
	b.ResetTimer()
	for range b.N {
		var entries []refs.Entry
		var mentions []refs.Mention
		for i, f := range files {
			d := source.Document{Hash: f, Name: filepath.Base(f)}
			sections := outline.Sections(d, source.Meta{Format: source.PDF}, all[i])
			d.Names = naming.Names(d, source.Meta{}, all[i], sections)
			mentions = append(mentions, detect.Detect(d, all[i], sections)...)
			entries = append(entries, refs.Entry{Document: d, Sections: sections})
		}
		r := resolve.NewResolver(entries)
		for _, m := range mentions {
			r.Resolve(m)
		}
	}
	b.ReportMetric(float64(pages*b.N)/b.Elapsed().Seconds(), "pages/s")
}
