package text

import (
	"bytes"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"rabbithole/backend/markup"
)

var (
	errEmpty  = errors.New("the file is empty")
	errBinary = errors.New("the file holds data, not text")
)

// decode returns data as UTF-8 with LF line ends: UTF-8 or UTF-16 where it is that, Windows-1252 (and so Latin-1) otherwise.
func decode(data []byte) (string, error) {
	if len(data) == 0 {
		return "", errEmpty
	}
	enc, err := encodingOf(data)
	if err != nil {
		return "", err
	}
	return clean(data, enc)
}

// decodeHTML does the same for HTML, which may name its encoding.
func decodeHTML(data []byte) (string, error) {
	if len(data) == 0 {
		return "", errEmpty
	}
	if markup.UTF16(data) == nil && !utf8.Valid(data) {
		if err := refuse(data); err != nil {
			return "", err
		}
		enc, _, _ := charset.DetermineEncoding(data, "text/html")
		return clean(data, enc)
	}
	return decode(data)
}

// encodingOf finds the encoding of data, nil for UTF-8.
func encodingOf(data []byte) (encoding.Encoding, error) {
	if enc := markup.UTF16(data); enc != nil {
		return enc, nil
	}
	if err := refuse(data); err != nil {
		return nil, err
	}
	if utf8.Valid(data) {
		return nil, nil
	}
	return charmap.Windows1252, nil
}

// signatures are the first bytes of files that are often given a wrong name.
var signatures = []struct{ head, what string }{
	{"%PDF-", "the file is a PDF under another name"},
	{"PK\x03\x04", "the file is an archive or an office document, not text"},
	{"\xD0\xCF\x11\xE0", "the file is an office document, not text"},
	{"{\\rtf", "the file is an RTF document, not plain text"},
	{"\x1F\x8B", "the file is compressed, not text"},
}

// maxControl is the share of control characters up to which a file is text.
const maxControl = 0.02

// refuse returns why data is not text, nil when it may be.
func refuse(data []byte) error {
	for _, s := range signatures {
		if bytes.HasPrefix(data, []byte(s.head)) {
			return errors.New(s.what)
		}
	}
	control := 0
	for _, b := range data {
		if b == 0 {
			return errBinary
		}
		if b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != 0x1B {
			control++
		}
	}
	if float64(control) > maxControl*float64(len(data)) {
		return errBinary
	}
	return nil
}

// clean decodes data and makes it plain: LF line ends, no control characters but tab and form feed.
func clean(data []byte, enc encoding.Encoding) (string, error) {
	if enc != nil {
		decoded, err := enc.NewDecoder().Bytes(data)
		if err != nil {
			return "", errBinary
		}
		data = decoded
	}
	s := strings.TrimPrefix(strings.ToValidUTF8(string(data), "\uFFFD"), "\uFEFF")
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n\n", "\u00AD", "").Replace(s)
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\f':
			return r
		case r == '\u00A0' || r == '\u202F':
			return ' '
		case unicode.IsControl(r) || r == '\u200B' || r == '\uFEFF':
			return -1
		}
		return r
	}, s)
	if strings.TrimSpace(s) == "" {
		return "", errors.New("the file holds nothing but blanks")
	}
	return s, nil
}
