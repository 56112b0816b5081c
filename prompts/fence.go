package prompts

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// Fence wraps untrusted text between two lines that carry a marker derived from the text itself. Text cannot contain its own
// marker, so it cannot close its fence; and the same text gives the same prompt, which keeps the server's prefix cache and the
// journal valid (a random marker would defeat both).
func Fence(text string) string {
	mark := unsaid(text, markOf)
	return "<<<" + mark + "\n" + text + "\n" + mark + ">>>"
}

// Named wraps an untrusted name, of a document, a heading or a site, in a fence on one line; "" stays so.
func Named(name string) string {
	if name = strings.Join(strings.Fields(name), " "); name == "" {
		return ""
	}
	mark := unsaid(name, markOf)
	return "<<<" + mark + " " + name + " " + mark + ">>>"
}

// MarkForm is what a marker looks like, as a regular expression: short, since a prompt holds two for every text and name, and no word.
const MarkForm = `[0-9][b-df-hj-np-tv-z][0-9][b-df-hj-np-tv-z]`

// unsaid returns the first marker that text does not contain.
func unsaid(text string, mark func(text string, n int) string) string {
	for n := 0; ; n++ {
		if m := mark(text, n); !strings.Contains(text, m) {
			return m
		}
	}
}

const (
	consonants = "bcdfghjklmnpqrstvwxyz"
	shortMarks = 20 // markers of a text that have four signs; a text that holds all of these was made to
)

// markOf returns the nth marker of a text.
func markOf(text string, n int) string {
	if n > 0 {
		text += strconv.Itoa(n)
	}
	sum := sha256.Sum256([]byte(text))
	if n >= shortMarks {
		return hex.EncodeToString(sum[:])
	}
	digit, letter := func(b byte) byte { return '0' + b%10 }, func(b byte) byte { return consonants[int(b)%len(consonants)] }
	return string([]byte{digit(sum[0]), letter(sum[1]), digit(sum[2]), letter(sum[3])})
}
