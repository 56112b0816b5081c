package pdftest

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"fmt"
	"sort"
	"unicode/utf16"
)

// writer writes numbered objects and the table that finds them. With a password it encrypts as PDF 1.4 did (RC4, 40 bits).
type writer struct {
	b     bytes.Buffer
	at    map[int]int // object number -> offset
	key   []byte      // nil when open
	owner []byte
	user  []byte
}

var id = []byte("0123456789abcdef")

func newWriter(password string) *writer {
	w := &writer{at: map[int]int{}}
	w.b.WriteString("%PDF-1.4\n%\xE2\xE3\xCF\xD3\n")
	if password != "" {
		w.encrypt(password)
	}
	return w
}

// padding is the constant of the standard security handler.
const padding = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"

// encrypt makes the key for a user's password; the owner's is the same (PDF 1.4, section 3.5.2).
func (w *writer) encrypt(password string) {
	padded := []byte((password + padding)[:32])
	sum := md5.Sum(padded)
	w.owner = crypt(sum[:5], padded)
	h := md5.New()
	h.Write(padded)
	h.Write(w.owner)
	h.Write([]byte{0xFC, 0xFF, 0xFF, 0xFF})
	h.Write(id)
	w.key = h.Sum(nil)[:5]
	w.user = crypt(w.key, []byte(padding))
}

func crypt(key, data []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		panic(err)
	}
	out := make([]byte, len(data))
	c.XORKeyStream(out, data)
	return out
}

// seal encrypts data of object n.
func (w *writer) seal(n int, data []byte) []byte {
	if w.key == nil {
		return data
	}
	sum := md5.Sum(append(append([]byte(nil), w.key...), byte(n), byte(n>>8), byte(n>>16), 0, 0))
	return crypt(sum[:10], data)
}

// text returns s as a hexadecimal string of object n, in UTF-16.
func (w *writer) text(n int, s string) string {
	data := []byte{0xFE, 0xFF}
	for _, u := range utf16.Encode([]rune(s)) {
		data = append(data, byte(u>>8), byte(u))
	}
	if ascii(s) {
		data = []byte(s)
	}
	return fmt.Sprintf("<%x>", w.seal(n, data))
}

func ascii(s string) bool {
	for _, r := range s {
		if r > '~' {
			return false
		}
	}
	return true
}

func (w *writer) object(n int, body string) {
	w.at[n] = w.b.Len()
	fmt.Fprintf(&w.b, "%d 0 obj\n%s\nendobj\n", n, body)
}

func (w *writer) stream(n int, dict, data string) {
	sealed := w.seal(n, []byte(data))
	w.object(n, fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(sealed), sealed))
}

// finish writes the cross-reference table and the trailer with these entries.
func (w *writer) finish(entries string) []byte {
	numbers := make([]int, 0, len(w.at))
	for n := range w.at {
		numbers = append(numbers, n)
	}
	sort.Ints(numbers)
	start := w.b.Len()
	fmt.Fprintf(&w.b, "xref\n0 %d\n0000000000 65535 f \n", len(numbers)+1)
	for _, n := range numbers {
		fmt.Fprintf(&w.b, "%010d 00000 n \n", w.at[n])
	}
	fmt.Fprintf(&w.b, "trailer\n<< /Size %d /Root 1 0 R %s", len(numbers)+1, entries)
	if w.key != nil {
		fmt.Fprintf(&w.b, " /ID [<%x> <%x>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <%x> /U <%x> /P -4 >>", id, id, w.owner, w.user)
	}
	fmt.Fprintf(&w.b, " >>\nstartxref\n%d\n%%%%EOF\n", start)
	return w.b.Bytes()
}

// Raw returns a file made of the given object bodies, the first being object 1 and the catalog, with trailer added to the
// trailer's dictionary: for files that are wrong on purpose.
func Raw(trailer string, objects ...string) []byte {
	w := newWriter("")
	for i, o := range objects {
		w.object(i+1, o)
	}
	return w.finish(trailer)
}
