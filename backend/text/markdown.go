package text

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	gtext "github.com/yuin/goldmark/text"

	"rabbithole/backend/chunk"
	"rabbithole/backend/source"
)

// readMarkdown reads CommonMark, with a YAML header for title, author and date. Tables stay rows of cells between bars.
func readMarkdown(s string) content {
	var c content
	s = header(s, &c.meta)
	if !tame(s) {
		c.blocks = paragraphs(s)
		return c
	}
	src := []byte(s)
	m := &markdown{src: src}
	m.children(goldmark.DefaultParser().Parse(gtext.NewReader(src)), "", 0)
	c.blocks = m.blocks
	return c
}

// Bounds of what is parsed as Markdown: the parser takes quadratic time on runs of delimiters and on nested marks.
const (
	maxMarkdown   = 16 << 20 // bytes of a file
	maxDelimiters = 2000     // in one paragraph
	maxMarks      = 30       // quotation marks and bullets before a line
	maxIndent     = 200      // blanks before a line
)

// tame reports whether s can be parsed in reasonable time. What cannot is read as plain text.
func tame(s string) bool {
	if len(s) > maxMarkdown {
		return false
	}
	delimiters := 0
	for line := range strings.Lines(s) {
		trimmed := strings.TrimLeft(line, " \t>")
		lead := line[:len(line)-len(trimmed)]
		if len(lead) > maxIndent || strings.Count(lead, ">")+bullets(trimmed) > maxMarks {
			return false
		}
		if strings.TrimSpace(trimmed) == "" {
			delimiters = 0
			continue
		}
		for _, r := range trimmed {
			if strings.ContainsRune("*_[]`<~", r) {
				delimiters++
			}
		}
		if delimiters > maxDelimiters {
			return false
		}
	}
	return true
}

// bullets returns how many list bullets line begins with: each opens a list in the one before.
func bullets(line string) int {
	n := 0
	for n <= maxMarks {
		rest := strings.TrimLeft(line, "0123456789")
		if len(rest) < len(line) && len(rest) > 1 && (rest[0] == '.' || rest[0] == ')') {
			rest = "-" + rest[1:]
		}
		if len(rest) < 2 || !strings.ContainsRune("-*+>", rune(rest[0])) || rest[1] != ' ' {
			break
		}
		line = strings.TrimLeft(rest[1:], " ")
		n++
	}
	return n
}

var headerLine = regexp.MustCompile(`(?i)^(title|author|authors|date)\s*:\s*(.+)$`)

// header takes a YAML header off s and its title, author and date into meta.
func header(s string, meta *source.Meta) string {
	if !strings.HasPrefix(s, "---\n") {
		return s
	}
	end := strings.Index(s, "\n---\n")
	if end < 0 || end > 16<<10 {
		return s
	}
	for _, line := range strings.Split(s[4:max(end, 4)], "\n") {
		m := headerLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		value := strings.Trim(strings.TrimSpace(m[2]), `"'[]`)
		switch strings.ToLower(m[1]) {
		case "title":
			meta.Title = value
		case "date":
			meta.Date = isoDate(value)
		default:
			meta.Author = value
		}
	}
	return s[end+5:]
}

// markdown turns a syntax tree into blocks.
type markdown struct {
	src    []byte
	blocks []chunk.Piece
}

// children reads the blocks in n. The first of them gets prefix (a list's bullet), the others are indented like it.
func (m *markdown) children(n ast.Node, prefix string, depth int) {
	for k := n.FirstChild(); k != nil; k = k.NextSibling() {
		m.node(k, prefix, depth)
		prefix = strings.Repeat(" ", len([]rune(prefix)))
	}
}

func (m *markdown) node(n ast.Node, prefix string, depth int) {
	switch n := n.(type) {
	case *ast.Heading:
		m.inline(n, "", n.Level)
	case *ast.Paragraph, *ast.TextBlock:
		m.inline(n, prefix, 0)
	case *ast.List:
		m.list(n, depth)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		m.put(chunk.Piece{Text: prefix + strings.TrimRight(string(n.Lines().Value(m.src)), "\n ")})
	case *ast.HTMLBlock:
		raw := string(n.Lines().Value(m.src))
		if n.HasClosure() {
			raw += string(n.ClosureLine.Value(m.src))
		}
		m.blocks = append(m.blocks, visible(raw)...)
	case *ast.ThematicBreak:
	default:
		m.children(n, prefix, depth)
	}
}

func (m *markdown) list(n *ast.List, depth int) {
	number := n.Start
	indent := strings.Repeat("  ", min(depth, 8))
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		bullet := "- "
		if n.IsOrdered() {
			bullet = fmt.Sprintf("%d%c ", number, n.Marker)
			number++
		}
		first := len(m.blocks)
		m.children(item, indent+bullet, depth+1)
		if first > 0 && first < len(m.blocks) && (item != n.FirstChild() || depth > 0) {
			m.blocks[first].Tight = true
		}
	}
}

// inline puts the text of a block's inline nodes.
func (m *markdown) inline(n ast.Node, prefix string, level int) {
	w := &inliner{src: m.src}
	w.text.WriteString(prefix)
	w.children(n)
	s := w.text.String()
	if level == 0 {
		s = dropRules(s)
	}
	if len(s) != w.text.Len() {
		w.links = nil // rows were taken out; offsets do not fit any more
	}
	m.put(chunk.Piece{Text: s, Level: level, Links: w.links})
}

func (m *markdown) put(b chunk.Piece) {
	if strings.TrimSpace(b.Text) != "" {
		m.blocks = append(m.blocks, b)
	}
}

var tableRule = regexp.MustCompile(`(?m)^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*\n`)

// dropRules removes the line under a table's head.
func dropRules(s string) string {
	if !strings.Contains(s, "|") {
		return s
	}
	return tableRule.ReplaceAllString(s, "")
}

// inliner collects the plain text of inline nodes and the links in it.
type inliner struct {
	src   []byte
	text  strings.Builder
	links []source.Link
}

func (w *inliner) children(n ast.Node) {
	for k := n.FirstChild(); k != nil; k = k.NextSibling() {
		w.node(k)
	}
}

func (w *inliner) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		w.text.Write(n.Segment.Value(w.src))
		if n.SoftLineBreak() || n.HardLineBreak() {
			w.text.WriteString("\n")
		}
	case *ast.String:
		w.text.Write(n.Value)
	case *ast.AutoLink:
		w.link(string(n.URL(w.src)), func() { w.text.Write(n.Label(w.src)) })
	case *ast.Link:
		w.link(string(n.Destination), func() { w.children(n) })
	case *ast.RawHTML:
		if strings.HasPrefix(strings.ToLower(string(n.Segments.Value(w.src))), "<br") {
			w.text.WriteString("\n")
		}
	default:
		w.children(n)
	}
}

func (w *inliner) link(uri string, write func()) {
	start := w.text.Len()
	write()
	if uri != "" && len(uri) <= source.MostURI && !strings.HasPrefix(uri, "#") && w.text.Len() > start {
		w.links = append(w.links, source.Link{Start: start, End: w.text.Len(), URI: uri})
	}
}
