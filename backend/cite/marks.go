package cite

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// mark is a bracket with evidence IDs, and the byte of the cleaned text it stood at.
type mark struct {
	ids []string
	at  int
}

// stand takes the place of a mark while the text around it is cleaned; it is removed from what came in.
const stand = "\ue000"

var (
	markdownLink = regexp.MustCompile(`!?\[([^\[\]]*)\]\(<?([^()\s<>]*[./#:](?:[^()\s<>]|\([^()\s<>]*\))*)>?(?:\s+"[^"]*")?\)`)
	bareURL      = regexp.MustCompile(`<?(?:(?i:https?|ftp|file|mailto)://?|www\.|mailto:)[^\s<>"'\])}】]*[^\s<>"'\])}】.,;:!?]>?`)
	htmlTag      = regexp.MustCompile(`</?[a-zA-Z][a-zA-Z0-9]*(?:\s[^<>]*)?/?>`)
	strong       = regexp.MustCompile(`\*\*\*([^*]+)\*\*\*|\*\*([^*]+)\*\*|\b__([^_]+)__\b|` + "`([^`]+)`")
	emphasis     = regexp.MustCompile(`(^|[^\pL\d*])\*([^\s*]|[^\s*][^*]*[^\s*])\*`)
	bracket      = regexp.MustCompile(`[\[(【〔［（]\^?([^\[\]()【】〔〕［］（）]{1,160})[\])】〕］）]`)
	hollow       = regexp.MustCompile(`[\[(【〔［（][\s,;]*(` + stand + `*)[\s,;]*[\])】〕］）]`)
	evidenceID   = regexp.MustCompile(`(?i)\bE[ -]?(\d{1,4})(\.\d{1,3})?\b`) // with the number of a span
	idRange      = regexp.MustCompile(`(?i)\bE[ -]?(\d{1,4})\s*(?:-|–|—|to|bis)\s*E?(\d{1,4})\b`)
	fileName     = regexp.MustCompile(`[\pL\d_][\pL\d_.\-]*\.(?i:pdf|docx?|md|txt|html?|epub)\b`)
	pageNote     = regexp.MustCompile(`(?i)(?:\b(?:pp?|pages?|S|Seiten?)\b\.?\s*\d+(?:\s*[-–]\s*\d+)?\s*(?:ff?\b\.?)?)`)
	fillers      = regexp.MustCompile(`(?i)\b(?:and|und|see|siehe|vgl|cf|evidence|source|sources|quelle|quellen|beleg|belege|ref|id|ids)\b|†\S*`)
	spaces       = regexp.MustCompile(`\s+`)
	beforeStop   = regexp.MustCompile(` ([.,](?: |$|` + stand + `))`)
)

// extractMarks cleans text of Markdown, links and brackets that only code may write, takes the evidence brackets out, and
// returns the plain text with the places where they stood.
func extractMarks(text string) (string, []mark) {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, ""), stand, "") // broken letters first: their halves could join to a stand
	text = markdownLink.ReplaceAllStringFunc(text, linkText)
	text = bareURL.ReplaceAllString(text, "")
	text = htmlTag.ReplaceAllString(text, "")
	text = emphasis.ReplaceAllString(strong.ReplaceAllString(text, "$1$2$3$4"), "$1$2")
	var ids [][]string
	text = bracket.ReplaceAllStringFunc(text, func(b string) string {
		found, drop := classify(b)
		if len(found) > 0 {
			ids = append(ids, found)
			return stand
		}
		if drop {
			return ""
		}
		return b
	})
	text = hollow.ReplaceAllString(text, "$1")
	text = strings.TrimSpace(spaces.ReplaceAllString(text, " "))
	text = strings.ReplaceAll(text, " "+stand, stand)
	return takeMarks(beforeStop.ReplaceAllString(text, "$1"), ids)
}

func takeMarks(text string, ids [][]string) (string, []mark) {
	var b strings.Builder
	var marks []mark
	for i, piece := range strings.Split(text, stand) {
		if i > 0 {
			marks = append(marks, mark{ids: ids[i-1], at: b.Len()})
		}
		if b.Len() == 0 {
			piece = strings.TrimLeft(piece, " ")
		}
		if after, stops := strings.CutPrefix(piece, "."); stops && strings.HasSuffix(b.String(), ".") && !strings.HasPrefix(after, ".") {
			piece = after // "the U.S. [E1]."
		}
		b.WriteString(piece)
	}
	return b.String(), marks
}

// linkText keeps what a Markdown link says and drops where it leads.
func linkText(link string) string {
	m := markdownLink.FindStringSubmatch(link)
	if evidenceID.MatchString(m[1]) || fileName.MatchString(m[1]) {
		return "[" + m[1] + "]"
	}
	return m[1]
}

// classify decides what a bracket is: evidence (its IDs), a source note only code may write (drop), or part of the sentence.
func classify(b string) (ids []string, drop bool) {
	content := bracket.FindStringSubmatch(b)[1]
	rest := fillers.ReplaceAllString(pageNote.ReplaceAllString(fileName.ReplaceAllString(content, ""), ""), "")
	ids = listIDs(content)
	bare := !strings.ContainsFunc(evidenceID.ReplaceAllString(idRange.ReplaceAllString(rest, ""), ""), isAlnum)
	round := strings.HasPrefix(b, "(") || strings.HasPrefix(b, "（")
	if len(ids) > 0 && (bare || !round) {
		return ids, true
	}
	return nil, fileName.MatchString(content) || (bare && pageNote.MatchString(content))
}

// listIDs returns the evidence IDs of a bracket's content, ranges of up to ten spelled out.
func listIDs(content string) []string {
	content = idRange.ReplaceAllStringFunc(content, func(r string) string {
		m := idRange.FindStringSubmatch(r)
		from, _ := strconv.Atoi(m[1])
		to, _ := strconv.Atoi(m[2])
		if to <= from || to-from > 9 {
			return "E" + m[1] + " E" + m[2]
		}
		var all []string
		for n := from; n <= to; n++ {
			all = append(all, "E"+strconv.Itoa(n))
		}
		return strings.Join(all, " ")
	})
	var ids []string
	for _, m := range evidenceID.FindAllStringSubmatch(content, -1) {
		ids = append(ids, canonicalID("E"+m[1]+m[2]))
	}
	return ids
}

// canonicalID turns " e03 " and "[E3]" into "E3", "e3.02" into "E3.2"; what is no ID stays as it is.
func canonicalID(id string) string {
	id = strings.Trim(id, " []()【】")
	m := evidenceID.FindStringSubmatch(id)
	if m == nil || m[0] != id {
		return id
	}
	n, _ := strconv.Atoi(m[1]) // digits
	id = "E" + strconv.Itoa(n)
	if span, err := strconv.Atoi(strings.TrimPrefix(m[2], ".")); err == nil {
		id += "." + strconv.Itoa(span)
	}
	return id
}

// evidenceOf returns the ID of the evidence that an ID names, whole or a span of it.
func evidenceOf(id string) string {
	of, _, _ := strings.Cut(id, ".")
	return of
}

var mention = regexp.MustCompile(`(?i)\b((?:according to|as shown in|see|gemäß|laut|siehe|vgl\.|nach) )?((?:evidence|source|beleg|quelle) )?(E\d{1,4})(?:\.\d{1,3})?\b`)

// nameMentions replaces an ID that runs in the sentence ("According to E3, ...") by the name of its document, and returns the IDs.
// Without a word before it that says so, "E3" may mean anything and stays.
func nameMentions(text string, known map[string]Evidence) (string, []string) {
	var ids []string
	text = mention.ReplaceAllStringFunc(text, func(s string) string {
		m := mention.FindStringSubmatch(s)
		e, ok := known[m[3]]
		if !ok || m[1]+m[2] == "" {
			return s
		}
		ids = append(ids, m[3])
		return m[1] + strings.TrimSuffix(e.Name, path.Ext(e.Name))
	})
	return text, ids
}

// namesOtherFile reports whether text names a file that is not among the sentence's evidence.
func namesOtherFile(text string, ids []string, known map[string]Evidence) bool {
	return slices.ContainsFunc(fileName.FindAllString(text, -1), func(name string) bool {
		return !slices.ContainsFunc(ids, func(id string) bool {
			return strings.HasSuffix(strings.ToLower(known[id].Name), strings.ToLower(name))
		})
	})
}
