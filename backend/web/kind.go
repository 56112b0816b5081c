package web

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"path"
	"strings"

	"rabbithole/backend/markup"
)

// kind is what a body is read as.
type kind string

const (
	htmlKind     kind = "text/html"
	plainKind    kind = "text/plain"
	markdownKind kind = "text/markdown"
	jsonKind     kind = "application/json"
	csvKind      kind = "text/csv"
	pdfKind      kind = "application/pdf"
	xmlKind      kind = "application/xml"
)

// kindOf decides what a body is: by its first bytes where those leave no doubt, else by what the server says, else by the address.
// The second value names what is no text, in a person's words; "" when it is one.
func kindOf(header http.Header, name string, body []byte) (kind, string) {
	said, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	said = strings.ToLower(said)
	seen := sniff(body)
	switch {
	case seen == pdfKind:
		return pdfKind, ""
	case strings.HasPrefix(string(seen), "text/") || seen == xmlKind:
		return textKind(said, name, seen, body), ""
	}
	return "", foreign(string(seen), said)
}

// textKind tells the kinds of text apart.
func textKind(said, name string, seen kind, body []byte) kind {
	ending := strings.ToLower(path.Ext(name))
	switch {
	case seen == htmlKind && said != string(markdownKind) && !(said == string(plainKind) && ending == ".md"):
		return htmlKind // a page that is called something else
	case said == "text/html" || said == "application/xhtml+xml":
		if seen == plainKind && json.Valid(body) && startsLikeJSON(body) {
			return jsonKind
		}
		return htmlKind
	case said == "text/markdown" || said == "text/x-markdown" || ending == ".md" || ending == ".markdown":
		return markdownKind
	case said == "text/csv" || said == "application/csv" || said == "text/tab-separated-values" || vague(said) && (ending == ".csv" || ending == ".tsv"):
		return csvKind
	case strings.HasSuffix(said, "/json") || strings.HasSuffix(said, "+json") || startsLikeJSON(body) && json.Valid(body):
		return jsonKind
	case seen == xmlKind || strings.HasSuffix(said, "/xml") || strings.HasSuffix(said, "+xml"):
		return xmlKind
	}
	return plainKind
}

// vague reports whether a media type says nothing about what a text is.
func vague(said string) bool {
	return said == "" || said == "text/plain" || said == "application/octet-stream" || said == "binary/octet-stream"
}

// sniff looks at the first bytes.
func sniff(body []byte) kind {
	trimmed := bytes.TrimLeft(body[:min(len(body), 1100)], "\x00\t\n\r ")
	if i := bytes.Index(body[:min(len(body), 1024)], []byte("%PDF-")); i >= 0 && (i < 4 || looksBinary(body[:i])) {
		return pdfKind
	}
	if markup.UTF16(body) != nil || bytes.HasPrefix(body, []byte("\xef\xbb\xbf")) && !bytes.Contains(bytes.ToLower(trimmed), []byte("<html")) {
		return plainKind
	}
	guess, _, _ := mime.ParseMediaType(http.DetectContentType(body))
	switch {
	case guess == "text/xml" && bytes.Contains(bytes.ToLower(body[:min(len(body), 1100)]), []byte("<html")):
		return htmlKind
	case guess == "text/xml":
		return xmlKind
	case guess == "text/plain" && bytes.Contains(bytes.ToLower(trimmed), []byte("<html")):
		return htmlKind // after a comment or a blank line too many
	case guess == "application/octet-stream" && !looksBinary(body):
		return plainKind // Shift JIS and the like have bytes that Go takes for binary
	}
	return kind(guess)
}

// looksBinary reports whether a body holds bytes that no text has.
func looksBinary(body []byte) bool {
	head := body[:min(len(body), 4096)]
	control := 0
	for _, b := range head {
		if b == 0 {
			return true
		}
		if b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != 0x1B {
			control++
		}
	}
	return control*50 > len(head)
}

func startsLikeJSON(body []byte) bool {
	trimmed := bytes.TrimLeft(body, " \t\r\n\ufeff")
	return len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[')
}

// foreign names what a body is that holds no text to read.
func foreign(seen, said string) string {
	for _, t := range []string{seen, said} {
		switch {
		case strings.HasPrefix(t, "image/"):
			return "it is a picture"
		case strings.HasPrefix(t, "video/") || strings.HasPrefix(t, "audio/"):
			return "it is a recording, not a text"
		case strings.Contains(t, "zip") || strings.Contains(t, "compressed") || strings.Contains(t, "rar"):
			return "it is an archive or an office document, not a page"
		}
	}
	return "it is a file without text that this program reads"
}
