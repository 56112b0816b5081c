package picture

import (
	"bytes"
	"encoding/binary"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostSaid is the most bytes of what a file says about itself.
const mostSaid = 600

// Said returns what the file says about the picture: title, description, comment. "" when it says nothing. It is the file's word, as untrusted as a page.
func (p Picture) Said() string {
	var out []string
	switch p.MIME {
	case "image/png":
		out = chunks(p.raw)
	case "image/jpeg":
		out = segments(p.raw)
	}
	out = append(out, described(p.raw)...)
	var said []string
	for _, s := range out {
		if s = printable(s); s != "" && !slices.Contains(said, s) && len(said) < 6 {
			said = append(said, s)
		}
	}
	text := strings.Join(said, ". ")
	for len(text) > mostSaid || !utf8.ValidString(text) {
		text = text[:min(len(text)-1, mostSaid)]
	}
	return text
}

// chunks returns the text chunks of a PNG that are about what is to be seen.
func chunks(raw []byte) []string {
	var out []string
	for at := 8; at+12 <= len(raw); {
		n := int(binary.BigEndian.Uint32(raw[at:]))
		if n < 0 || n > len(raw)-at-12 {
			break
		}
		kind, data := string(raw[at+4:at+8]), raw[at+8:at+8+n]
		at += 12 + n
		key, rest, ok := bytes.Cut(data, []byte{0})
		if !ok || !slices.Contains([]string{"Title", "Description", "Comment", "Subject"}, string(key)) {
			continue
		}
		switch kind {
		case "tEXt":
			out = append(out, latin(rest))
		case "iTXt": // compressed or not, method, language, translated key
			if len(rest) > 2 && rest[0] == 0 {
				if fields := bytes.SplitN(rest[2:], []byte{0}, 3); len(fields) == 3 {
					out = append(out, string(fields[2]))
				}
			}
		}
	}
	return out
}

// segments returns the comments of a JPEG, and the description of its Exif data.
func segments(raw []byte) []string {
	var out []string
	for at := 2; at+4 <= len(raw) && raw[at] == 0xff; {
		marker, n := raw[at+1], int(binary.BigEndian.Uint16(raw[at+2:]))
		if marker == 0xda || n < 2 || at+2+n > len(raw) { // the picture itself begins
			break
		}
		data := raw[at+4 : at+2+n]
		at += 2 + n
		switch {
		case marker == 0xfe:
			out = append(out, string(data))
		case marker == 0xe1 && bytes.HasPrefix(data, []byte("Exif\x00\x00")):
			out = append(out, imageDescription(data[6:]))
		}
	}
	return out
}

// imageDescription returns the field 0x010e of the first directory of a TIFF.
func imageDescription(tiff []byte) string {
	if len(tiff) < 8 {
		return ""
	}
	var order binary.ByteOrder = binary.LittleEndian
	if tiff[0] == 'M' {
		order = binary.BigEndian
	}
	at := int(order.Uint32(tiff[4:]))
	if at < 8 || at+2 > len(tiff) {
		return ""
	}
	for i := range int(order.Uint16(tiff[at:])) {
		field := at + 2 + 12*i
		if field+12 > len(tiff) {
			break
		}
		if order.Uint16(tiff[field:]) != 0x010e || order.Uint16(tiff[field+2:]) != 2 {
			continue
		}
		n, from := int(order.Uint32(tiff[field+4:])), field+8
		if n > 4 {
			from = int(order.Uint32(tiff[field+8:]))
		}
		if n < 0 || from < 0 || n > len(tiff) || from > len(tiff)-n {
			break
		}
		return string(tiff[from : from+n])
	}
	return ""
}

var description = regexp.MustCompile(`(?s)<dc:(?:title|description)>.{0,200}?<rdf:li[^>]{0,80}>([^<]{1,600})</rdf:li>`)

// described returns title and description of XMP data, which is text wherever it stands in the file.
func described(raw []byte) []string {
	from := bytes.Index(raw, []byte("<x:xmpmeta"))
	if from < 0 {
		return nil
	}
	var out []string
	for _, m := range description.FindAllSubmatch(raw[from:min(len(raw), from+64<<10)], 4) {
		out = append(out, html.UnescapeString(string(m[1])))
	}
	return out
}

func latin(raw []byte) string {
	if utf8.Valid(raw) {
		return string(raw)
	}
	out := make([]rune, len(raw))
	for i, b := range raw {
		out[i] = rune(b)
	}
	return string(out)
}

// Printable is a text on one line, without signs that cannot be seen.
func Printable(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == unicode.ReplacementChar || !unicode.IsPrint(r):
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// printable is a text on one line, "" when it is not one or only says which program wrote it.
func printable(text string) string {
	text = Printable(text)
	if tool.MatchString(text) || !strings.ContainsFunc(text, unicode.IsLetter) {
		return ""
	}
	return text
}

var tool = regexp.MustCompile(`(?i)^(?:created (?:with|by)|file (?:written|source)|adobe|gimp|software|screenshot$|oplus_|samsung|default)`)
