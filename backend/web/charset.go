package web

import (
	"bytes"
	"mime"
	"net/http"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gogs/chardet"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"

	"rabbithole/backend/markup"
)

// Decode returns a body as UTF-8 with LF line ends. A byte order mark is believed first, then the bytes themselves where they are UTF-8, then
// what the server and the page say; where none of that fits, the language's usual encodings are tried.
func Decode(body []byte, header http.Header) string {
	if enc := markup.UTF16(body); enc != nil {
		return tidy(convert(body, enc))
	}
	said, name := declared(body, header)
	if name == "iso-2022-jp" { // its bytes look like ASCII
		return tidy(convert(body, said))
	}
	if whole := wholeRunes(body); utf8.Valid(whole) {
		return tidy(string(whole))
	}
	return tidy(convert(body, choose(body, said)))
}

var metaCharset = regexp.MustCompile(`(?i)<meta[^>]{0,200}charset\s*=\s*["']?\s*([a-z0-9_:.-]{2,40})|^<\?xml[^>]{0,100}encoding\s*=\s*["']([a-z0-9_:.-]{2,40})`)

// declared returns the encoding that the server names, or else the page, and its name; nil when neither names one that tells anything.
func declared(body []byte, header http.Header) (encoding.Encoding, string) {
	if _, params, err := mime.ParseMediaType(header.Get("Content-Type")); err == nil {
		if enc, name := telling(params["charset"]); enc != nil {
			return enc, name
		}
	}
	if m := metaCharset.FindSubmatch(body[:min(len(body), 4096)]); m != nil {
		return telling(string(append(m[1], m[2]...)))
	}
	return nil, ""
}

// telling returns the encoding of a label. UTF-8 tells nothing, and UTF-16 neither: a body that were that would have shown it.
func telling(label string) (encoding.Encoding, string) {
	enc, name := charset.Lookup(label)
	if enc == nil || name == "utf-8" || strings.HasPrefix(name, "utf-16") || name == "replacement" {
		return nil, ""
	}
	return enc, name
}

// choose returns the encoding of bytes that are not UTF-8: what is declared if that can be, nil (UTF-8 with a few faults) if almost all of it
// is that, else what the bytes look like.
func choose(body []byte, said encoding.Encoding) encoding.Encoding {
	if said != nil && faults(convert(body, said)) < 0.005 {
		return said
	}
	if faults(string(bytes.ToValidUTF8(body, []byte("\uFFFD")))) < 0.002 {
		return nil
	}
	if best, err := chardet.NewHtmlDetector().DetectBest(body); err == nil && best.Confidence >= 30 {
		if enc, _ := telling(best.Charset); enc != nil && faults(convert(body, enc)) < 0.005 {
			return enc
		}
	}
	enc, _ := charset.Lookup("windows-1252")
	return enc
}

// faults returns the share of the letters beyond ASCII that could not be decoded or are control characters.
func faults(s string) float64 {
	bad, foreign := 0, 0
	for _, r := range s {
		if r > 127 {
			foreign++
		}
		if r == utf8.RuneError || r >= 0x80 && r < 0xA0 {
			bad++
		}
	}
	return float64(bad) / float64(max(foreign, 1))
}

func convert(body []byte, enc encoding.Encoding) string {
	if enc == nil {
		return string(bytes.ToValidUTF8(body, []byte("\uFFFD")))
	}
	out, err := enc.NewDecoder().Bytes(body)
	if err != nil {
		return string(bytes.ToValidUTF8(body, []byte("\uFFFD")))
	}
	return string(out)
}

// wholeRunes leaves off the start of a letter at the end: a body that was cut.
func wholeRunes(body []byte) []byte {
	for i := 1; i <= min(3, len(body)); i++ {
		if b := body[len(body)-i]; utf8.RuneStart(b) {
			if b >= 0xC0 && !utf8.FullRune(body[len(body)-i:]) {
				return body[:len(body)-i]
			}
			break
		}
	}
	return body
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n\n")

// tidy gives a text LF line ends and takes out what is not to be seen but may be read, and the noncharacters that are marks here.
func tidy(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= linkBegins && r <= spaceHere {
			return -1
		}
		return r
	}, unseen(lineEnds.Replace(s)))
}

// unseen takes out control characters and what turns, joins or hides letters: direction marks, zero-width characters, tags. Joiners stay
// where a script needs them.
func unseen(s string) string {
	var before rune
	return strings.Map(func(r rune) rune {
		keep := true
		switch {
		case r == '\n' || r == '\t':
		case r == 0x200C || r == 0x200D:
			keep = before > 0x0500
		case unicode.IsControl(r), r == 0xAD, r == 0x061C, r == 0x180E, r == 0xFEFF, r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E,
			r >= 0x2060 && r <= 0x206F, r >= 0xFFF9 && r <= 0xFFFB, r >= 0xE0000 && r <= 0xE0FFF:
			keep = false
		}
		if !keep {
			return -1
		}
		before = r
		return r
	}, s)
}
