package report

import (
	"fmt"
	"regexp"
	"strings"
)

// Links gives the address that opens a document (by hash) at a page, "" when there is none. A nil Links gives none.
type Links func(document string, page int) string

// To returns the address of a page if it is one a report may carry: a file, a web address, or a path relative to the report.
func (l Links) To(document string, page int) string {
	if l == nil {
		return ""
	}
	address := l(document, page)
	if scheme := schemeForm.FindStringSubmatch(address); scheme != nil && !allowedScheme[strings.ToLower(scheme[1])] {
		return ""
	}
	return tame(address)
}

// linksText says that links open files of the computer where the report was made, "" where none does.
func (v view) linksText() string {
	for _, c := range v.Claims {
		for _, x := range c.Citations {
			if strings.HasPrefix(v.address(x.Document, x.Page), "file:") {
				return v.linksHere
			}
		}
	}
	return ""
}

var (
	schemeForm    = regexp.MustCompile(`^([^/?#:]*):`)
	allowedScheme = map[string]bool{"file": true, "http": true, "https": true}
)

// tame percent-encodes what would end an address inside Markdown or HTML.
func tame(address string) string {
	var b strings.Builder
	for _, c := range []byte(address) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte("\"'<>()[]\\^`{|}*", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// FileURL returns the address that opens the file at an absolute path at a page: "file:///home/a%20b.pdf#page=12". Windows paths
// ("C:\a b.pdf", "\\server\share\a.pdf") are understood everywhere. Page 0 leaves the page out; "" stays "".
func FileURL(path string, page int) string {
	if path == "" {
		return ""
	}
	host := ""
	switch {
	case driveForm.MatchString(path):
		path = "/" + strings.ReplaceAll(path, `\`, "/")
	case strings.HasPrefix(path, `\\`):
		host, path, _ = strings.Cut(strings.ReplaceAll(path[2:], `\`, "/"), "/")
		path = "/" + path
	}
	address := "file://" + host + escapePath(path)
	if page > 0 {
		address += fmt.Sprintf("#page=%d", page)
	}
	return address
}

var driveForm = regexp.MustCompile(`^[A-Za-z]:[\\/]`)

// escapePath percent-encodes everything but unreserved characters and slashes, and the colon of a drive.
func escapePath(path string) string {
	var b strings.Builder
	for i, c := range []byte(path) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-._~/", c) >= 0,
			c == ':' && i == 2 && driveForm.MatchString(path[1:]):
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
