package typeset

import (
	"bytes"
	"fmt"
	"rabbithole/backend/report/paper"
	"regexp"
	"strconv"
	"unicode/utf16"
)

// finish appends an update to a PDF of gopdf: the document information as an object of its own (gopdf writes it into the trailer,
// where most readers do not look), the language, and the right end of the outline.
func finish(pdf []byte, p paper.Paper) ([]byte, error) {
	size, err := lastNumber(pdf, `/Size (\d+)`)
	if err != nil {
		return nil, err
	}
	previous, err := lastNumber(pdf, `startxref\s+(\d+)`)
	if err != nil {
		return nil, err
	}
	outlines, err := lastNumber(pdf, `/Outlines (\d+) 0 R`)
	if err != nil {
		return nil, err
	}
	first, err := lastNumber(pdf, `/Type /Outlines\s+/Count \d+\s+/First (\d+) 0 R`)
	if err != nil {
		return nil, err
	}
	u := update{out: bytes.NewBuffer(append(bytes.TrimRight(pdf, "\n"), '\n'))}
	u.object(1, fmt.Sprintf("<< /Type /Catalog /Pages 2 0 R /PageMode /UseOutlines /Outlines %d 0 R /Lang (%s) >>", outlines, p.Language))
	u.object(outlines, fmt.Sprintf("<< /Type /Outlines /First %d 0 R /Last %d 0 R >>", first, lastRoot(pdf, outlines)))
	u.object(size, fmt.Sprintf("<< /Title %s /Author %s /Creator (Rabbithole) /CreationDate (D:%s) /ModDate (D:%[3]s) >>",
		utf16Text(p.Title), utf16Text(p.Author), p.Made.UTC().Format("20060102150405")+"Z"))
	return u.close(size+1, size, previous), nil
}

var outlineEntry = regexp.MustCompile(`(\d+) 0 obj\s+<<\s+/Parent (\d+) 0 R\s+(?:/Prev \d+ 0 R\s+)?(?:/Next \d+ 0 R\s+)?(?:/First|/Last|/Dest)`)

// lastRoot is the number of the last outline entry whose parent is the root.
func lastRoot(pdf []byte, root int) int {
	last := 0
	for _, m := range outlineEntry.FindAllSubmatch(pdf, -1) {
		if string(m[2]) == strconv.Itoa(root) {
			last, _ = strconv.Atoi(string(m[1])) // digits by the pattern
		}
	}
	return last
}

// lastNumber finds the last match of a pattern with one group of digits.
func lastNumber(pdf []byte, pattern string) (int, error) {
	all := regexp.MustCompile(pattern).FindAllSubmatch(pdf, -1)
	if len(all) == 0 {
		return 0, fmt.Errorf("the PDF has no %s", pattern)
	}
	return strconv.Atoi(string(all[len(all)-1][1]))
}

// utf16Text writes a text string as PDF wants it outside Latin: UTF-16, big endian, in hex.
func utf16Text(text string) string {
	var b bytes.Buffer
	b.WriteString("<FEFF")
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, "%04X", unit)
	}
	return b.String() + ">"
}

// update is an incremental update of a PDF: new versions of objects behind the old file.
type update struct {
	out     *bytes.Buffer
	entries bytes.Buffer
}

func (u *update) object(number int, body string) {
	fmt.Fprintf(&u.entries, "%d 1\n%010d 00000 n \n", number, u.out.Len())
	fmt.Fprintf(u.out, "%d 0 obj\n%s\nendobj\n", number, body)
}

func (u *update) close(size, info, previous int) []byte {
	start := u.out.Len()
	fmt.Fprintf(u.out, "xref\n%strailer\n<< /Size %d /Root 1 0 R /Info %d 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n",
		u.entries.String(), size, info, previous, start)
	return u.out.Bytes()
}
