package pdf

import (
	"context"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
	"rabbithole/backend/text"
)

// A text is what package text makes of it, wherever that runs.
func TestTexts_ReadAsPackageTextReadsThem(t *testing.T) {
	x := newExtractor(t, Options{Workers: 2})
	long := strings.Repeat("Radon seeps out of the ground into cellars, see [the map](https://radon.example/map).\n\n", 3000)
	for name, content := range map[string]string{
		"a.md":   "---\nauthor: A. Nobody\n---\n# Radon\n\n" + long,
		"a.html": "<title>Radon</title><h1>Radon</h1><p>In <a href='https://radon.example/'>cellars</a>.<table><tr><td>1<td>2</table>",
		"a.txt":  "Radon.\fIn cellars.",
	} {
		t.Run(name, func(t *testing.T) {
			path := pdftest.Write(t, name, []byte(content))
			want, err := new(text.Extractor).Open(t.Context(), path, source.OpenOptions{})
			if err != nil {
				t.Fatal(err)
			}
			got := open(t, x, path, source.OpenOptions{})
			if !reflect.DeepEqual(got.Meta(), want.Meta()) {
				t.Errorf("%+v, want %+v", got.Meta(), want.Meta())
			}
			if a, b := read(t, got), read(t, want); !reflect.DeepEqual(a, b) {
				t.Errorf("%d pages, want %d that are the same", len(a), len(b))
			}
			if _, err := got.Render(t.Context(), 1, 72); fault.KindOf(err) != fault.Usage || !strings.Contains(fault.Hint(err), "text") {
				t.Errorf("Render = %v, hint %q", err, fault.Hint(err))
			}
		})
	}
}

// A text that takes more memory or time than a reader may have harms nothing but itself, and this process does not hold it.
func TestTexts_TooMuchIsSaid(t *testing.T) {
	if raced {
		t.Skip("the race detector takes the memory that is measured")
	}
	good := pdftest.Write(t, "good.md", []byte("# Radon\n\nIn cellars."))
	x := newExtractor(t, Options{Workers: 1, MemoryLimit: 128 << 20})
	for name, content := range map[string]string{
		"elements.html": "<p>" + strings.Repeat("<font color=c>", 3) + strings.Repeat("<p>x", 450_000),
		"emphasis.md":   strings.Repeat(strings.Repeat("*a* ", 400)+"\n\n", 5000),
		"lines.txt":     strings.Repeat("x\n\n", 5_000_000),
	} {
		t.Run(name, func(t *testing.T) {
			path := pdftest.Write(t, name, []byte(content))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := x.Open(t.Context(), path, source.OpenOptions{})
			runtime.ReadMemStats(&after)
			if fault.KindOf(err) != fault.Unreadable || !strings.Contains(fault.Hint(err), "Split it") {
				t.Errorf("Open = %v, hint %q", err, fault.Hint(err))
			}
			if took := after.TotalAlloc - before.TotalAlloc; took > 4<<20 {
				t.Errorf("%d bytes were allocated here", took)
			}
			if p := read(t, open(t, x, good, source.OpenOptions{})); len(p) != 1 || p[0].Text == "" {
				t.Errorf("the next file: %+v", p)
			}
		})
	}
}

// What is the matter with a text is said as package text says it.
func TestTexts_ReasonsSurviveThePipe(t *testing.T) {
	x := newExtractor(t, Options{Workers: 1})
	large := pdftest.Write(t, "large.txt", []byte("Radon."))
	if err := os.Truncate(large, 100<<20); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		large: "larger than 64 MB",
		pdftest.Write(t, "blank.md", []byte(" \n\n ")): "nothing but blanks",
		pdftest.Write(t, "pdf.html", []byte("%PDF-1")): "a PDF under another name",
		pdftest.Write(t, "empty.txt", []byte("")):      "the file is empty",
	} {
		_, err := x.Open(context.Background(), path, source.OpenOptions{})
		if fault.KindOf(err) != fault.Unreadable || fault.Hint(err) == "" || !strings.Contains(err.Error(), want) {
			t.Errorf("Open = %v, hint %q", err, fault.Hint(err))
		}
		if why, _ := source.TroubleOf(err); (why == source.TooLarge) != (path == large) {
			t.Errorf("%s: trouble %q", want, why)
		}
	}
}
