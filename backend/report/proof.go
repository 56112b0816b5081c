package report

import (
	"fmt"
	"strings"

	"rabbithole/backend/cite"
)

// counts are how the claims stand: as the run counted them, or counted here for a report that was made before runs did.
func (v view) counts() Proof {
	if p := v.Proof; p != (Proof{}) {
		return p
	}
	p := Proof{Struck: len(v.Struck)}
	for _, c := range v.Claims {
		p = p.With(c, false)
	}
	return p
}

// With counts one more claim, and whether a model checked it.
func (p Proof) With(c cite.Claim, modelled bool) Proof {
	switch c.Verdict {
	case cite.Supported:
		p.Supported++
	case cite.Contradicted:
		p.Contradicted++
	case cite.Shortened:
		p.Shortened++
	default:
		p.Unproven++
	}
	if modelled {
		p.Modelled++
	}
	return p
}

// Claims is how many claims a report states.
func (p Proof) Claims() int { return p.Supported + p.Contradicted + p.Unproven + p.Shortened }

// proofText says how those claims stand that are not proven, and who has checked them all.
func (v view) proofText() string {
	p := v.counts()
	var parts []string
	for _, part := range []struct {
		n    int
		word string
	}{{p.Contradicted, v.contradicted}, {p.Shortened, v.shortened}, {p.Unproven, v.unproven}} {
		if part.n > 0 {
			parts = append(parts, v.grouped(part.n)+" "+part.word)
		}
	}
	if p.Mended > 0 {
		parts = append(parts, v.count(p.Mended, v.mendedCount))
	}
	checked := v.checkedByCode
	if p.Modelled > 0 {
		checked = fmt.Sprintf(v.checkedByModel, v.count(p.Modelled, v.claimCount))
	}
	return joinedBy(". ", strings.Join(parts, ", "), checked)
}

// certificate is the last line of a report: what there was of proven and struck claims, calls that the server cut, references followed and open; "" for nothing.
func (v view) certificate() string {
	p, s := v.counts(), v.Making.Spend
	var parts []string
	if p.Claims() > 0 {
		parts = append(parts, fmt.Sprintf(v.footProven, v.grouped(p.Supported), v.count(p.Claims(), v.claimCount)))
	}
	if p.Struck > 0 {
		parts = append(parts, v.count(p.Struck, v.struckCount))
	}
	switch {
	case s.Truncated > 0:
		parts = append(parts, v.count(s.Truncated, v.truncated))
	case s.Calls+s.Replayed > 0:
		parts = append(parts, v.certified)
	}
	if v.Coverage.Followed+len(v.Open) > 0 {
		followed := fmt.Sprintf(v.followed, v.count(v.Coverage.Followed, v.references))
		if len(v.Open) > 0 {
			followed += ", " + fmt.Sprintf(v.footOpen, v.grouped(len(v.Open)))
		}
		parts = append(parts, followed)
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, " · ") + "."
}

// unreadText names the pages in scope without usable text, "" when there are none to name.
func (v view) unreadText() string { return v.pagesText(v.Coverage.Unread) }

// pagesText names pages of documents, "" when there are none.
func (v view) pagesText(list []Unread) string {
	var parts []string
	for _, u := range list {
		if len(u.Pages) == 0 {
			continue
		}
		parts = append(parts, v.called(u.Name)+", "+v.pageList(u.folios()))
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ") + "."
}

// sweepKind names a kind of sweep; one of somebody else is printed as it is.
func (w words) sweepKind(kind string) string {
	switch kind {
	case "lexical":
		return w.lexical
	case "semantic":
		return w.semantic
	case "entity":
		return w.entity
	}
	return clean(kind)
}

// Amended says in the language of r how many sentences of its draft were taken out or written anew after the check, "" for none.
func Amended(r Report) string {
	v := newView(r, nil)
	text := strings.Join(v.amended(v.counts()), ", ")
	if text != "" {
		text += "."
	}
	return text
}

func (v view) amended(p Proof) (parts []string) {
	if p.Struck > 0 {
		parts = append(parts, v.count(p.Struck, v.struckCount))
	}
	if p.Mended > 0 {
		parts = append(parts, v.count(p.Mended, v.mendedCount))
	}
	return parts
}
