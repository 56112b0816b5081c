package web

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"rabbithole/backend/markup"
)

// silent are elements whose text a visitor does not read as part of the page: programs, forms, frames, what stands in for them.
var silent = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Iframe: true, atom.Object: true, atom.Embed: true,
	atom.Svg: true, atom.Canvas: true, atom.Audio: true, atom.Video: true, atom.Select: true, atom.Textarea: true, atom.Button: true,
	atom.Input: true, atom.Dialog: true, atom.Applet: true, atom.Frameset: true, atom.Noframes: true, atom.Datalist: true,
	atom.Img: true, atom.Map: true, atom.Area: true, atom.Link: true, atom.Source: true, atom.Track: true, atom.Math: true, atom.Progress: true,
	atom.Meter: true,
}

// prune takes out of a page what a visitor does not see: comments, what is silent, and what its style hides. What only a style sheet hides, or
// a white ink on a background that is not named, comes back when nothing else is left: such a page shows itself by script, or is dark.
func prune(doc *html.Node) {
	sheet := hidingRules(doc)
	var perhaps []taken
	walk(doc, func(n *html.Node) bool {
		switch {
		case n.Type == html.CommentNode, n.Type == html.ElementNode && (silent[n.DataAtom] || hiddenByItself(n)):
			n.Parent.RemoveChild(n)
			return false
		case n.Type == html.ElementNode && (sheet.hides(n) || whiteInk(n)):
			perhaps = append(perhaps, taken{node: n, parent: n.Parent, next: n.NextSibling})
			n.Parent.RemoveChild(n)
			return false
		}
		return true
	})
	if len(perhaps) > 0 && len(strings.Join(strings.Fields(textOf(doc)), " ")) < 250 {
		for i := len(perhaps) - 1; i >= 0; i-- {
			perhaps[i].putBack()
		}
	}
}

// taken is a node that was taken out, and where it stood.
type taken struct{ node, parent, next *html.Node }

func (t taken) putBack() {
	if t.next != nil && t.next.Parent == t.parent {
		t.parent.InsertBefore(t.node, t.next)
		return
	}
	t.parent.AppendChild(t.node)
}

// walk visits the nodes below n, in order; visit returns whether to go on inside. It may take out the node that it visits.
func walk(n *html.Node, visit func(*html.Node) bool) {
	for k := n.FirstChild; k != nil; {
		next := k.NextSibling
		if visit(k) {
			walk(k, visit)
		}
		k = next
	}
}

// textOf returns the text below n.
func textOf(n *html.Node) string {
	var b strings.Builder
	walk(n, func(k *html.Node) bool {
		if k.Type == html.TextNode {
			b.WriteString(k.Data)
			b.WriteByte(' ')
		}
		return k.DataAtom != atom.Head
	})
	return b.String()
}

// forReaders are classes that put a text where only a screen reader finds it.
var forReaders = regexp.MustCompile(`(?i)(^|\s)(sr-only|visually-?hidden|screen-reader(-text|-only)?|u-hidden-visually|a11y-hidden|offscreen|d-none|is-hidden|element-invisible|invisible)(\s|$)`)

// onWideScreens are classes that show again, where there is room, what another class hides.
var onWideScreens = regexp.MustCompile(`(^|\s)d-(sm|md|lg|xl|xxl)-(block|flex|grid|inline|table)`)

// hiddenByItself reports whether an element's own attributes keep it out of sight.
func hiddenByItself(n *html.Node) bool {
	if n.DataAtom == atom.Html || n.DataAtom == atom.Body {
		return false
	}
	for _, a := range n.Attr {
		switch a.Key {
		case "hidden":
			return !strings.EqualFold(a.Val, "until-found")
		case "aria-hidden":
			if strings.EqualFold(strings.TrimSpace(a.Val), "true") {
				return true
			}
		case "class":
			if len(a.Val) < 2000 && forReaders.MatchString(a.Val) && !onWideScreens.MatchString(a.Val) {
				return true
			}
		case "style":
			if hiding(a.Val) {
				return true
			}
		}
	}
	return false
}

// whiteInk reports whether an element's letters have the colour of what they stand on, white where that is not named.
func whiteInk(n *html.Node) bool {
	if n.DataAtom == atom.Html || n.DataAtom == atom.Body {
		return false
	}
	d := declarations(markup.Attr(n, "style"))
	return invisibleInk(cmp.Or(d["color"], markup.Attr(n, "color")), cmp.Or(d["background-color"], d["background"]), n.Parent)
}

// hiding reports whether declarations keep an element out of sight.
func hiding(style string) bool {
	d := declarations(style)
	switch {
	case d["display"] == "none", d["visibility"] == "hidden", d["visibility"] == "collapse", d["content-visibility"] == "hidden":
		return true
	case d["opacity"] != "" && number(d["opacity"], 1) < 0.05:
		return true
	case d["font-size"] != "" && tiny(d["font-size"]), strings.HasPrefix(d["font"], "0 ") || strings.HasPrefix(d["font"], "0px"):
		return true
	case number(d["text-indent"], 0) <= -500, d["transform"] == "scale(0)", d["zoom"] == "0":
		return true
	case (d["position"] == "absolute" || d["position"] == "fixed") && away(d):
		return true
	case strings.HasPrefix(d["overflow"], "hidden") && (flat(d, "height") || flat(d, "width") || flat(d, "max-height") || flat(d, "max-width")):
		return true
	}
	return colorOf(d["color"]) == "transparent"
}

// declarations reads "a: b; c: d". The last one counts, as in a browser, but a long list is not read to its end.
func declarations(style string) map[string]string {
	out := map[string]string{}
	for i, part := range strings.Split(style[:min(len(style), 4000)], ";") {
		name, value, ok := strings.Cut(part, ":")
		if ok && i < 100 {
			value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(strings.ToLower(value)), "!important"))
			out[strings.TrimSpace(strings.ToLower(name))] = value
		}
	}
	return out
}

var leadingNumber = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)`)

// number returns the number that a value begins with, fallback when it begins with none.
func number(value string, fallback float64) float64 {
	f, err := strconv.ParseFloat(leadingNumber.FindString(value), 64)
	if err != nil {
		return fallback
	}
	if strings.HasSuffix(value, "%") {
		return f / 100
	}
	return f
}

// tiny reports whether a size of letters cannot be read.
func tiny(size string) bool {
	n := number(size, 100)
	switch {
	case strings.HasSuffix(size, "%"):
		return n < 0.1
	case strings.HasSuffix(size, "em"):
		return n < 0.1
	case strings.HasSuffix(size, "vw"), strings.HasSuffix(size, "vh"):
		return n == 0
	}
	return n <= 2
}

// away reports whether an element is put where nobody looks, or cut to nothing.
func away(d map[string]string) bool {
	for _, side := range []string{"left", "top", "right", "bottom"} {
		if n := number(d[side], 0); n <= -500 || n >= 9000 {
			return true
		}
	}
	clip := strings.ReplaceAll(d["clip"]+d["clip-path"], " ", "")
	return strings.HasPrefix(clip, "rect(0,0,0,0") || strings.HasPrefix(clip, "rect(1px,1px,1px,1px") || strings.HasPrefix(clip, "rect(0000)") ||
		strings.HasPrefix(clip, "rect(0px,0px,0px,0px") || strings.HasPrefix(clip, "inset(50%") || strings.HasPrefix(clip, "inset(100%")
}

func flat(d map[string]string, side string) bool {
	return d[side] != "" && number(d[side], 100) <= 1 && !strings.HasSuffix(d[side], "%") && !strings.HasSuffix(d[side], "em")
}

// invisibleInk reports whether letters have the colour of what they stand on. Where no background is named, it is taken to be white.
func invisibleInk(ink, ground string, parent *html.Node) bool {
	color := colorOf(ink)
	if color == "" {
		return false
	}
	for ; ground == "" && parent != nil; parent = parent.Parent {
		d := declarations(markup.Attr(parent, "style"))
		ground = cmp.Or(d["background-color"], d["background"], markup.Attr(parent, "bgcolor"))
	}
	if ground == "" {
		return color == "#ffffff"
	}
	return color == colorOf(ground)
}

var namedColors = map[string]string{"white": "#ffffff", "black": "#000000", "transparent": "transparent", "snow": "#ffffff", "ivory": "#ffffff",
	"ghostwhite": "#ffffff", "whitesmoke": "#ffffff"}

var rgb = regexp.MustCompile(`^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+%?))?\s*\)`)

// colorOf returns a colour as #rrggbb, almost white as white; "" when it is none that is known.
func colorOf(value string) string {
	value = strings.ToLower(strings.TrimSpace(value))
	if m := rgb.FindStringSubmatch(value); m != nil {
		if m[4] != "" && number(m[4], 1) < 0.05 {
			return "transparent"
		}
		return nearlyWhite(atoi(m[1]), atoi(m[2]), atoi(m[3]))
	}
	value, _, _ = strings.Cut(value, " ")
	if c := namedColors[value]; c != "" {
		return c
	}
	hex, ok := strings.CutPrefix(value, "#")
	if ok && len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	if !ok || err != nil || len(hex) != 6 {
		return ""
	}
	return nearlyWhite(int(n>>16), int(n>>8&255), int(n&255))
}

func nearlyWhite(r, g, b int) string {
	if r >= 250 && g >= 250 && b >= 250 {
		return "#ffffff"
	}
	return "#" + strconv.FormatInt(int64(1<<24|(r&255)<<16|(g&255)<<8|b&255), 16)[1:]
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s[:min(len(s), 6)])
	return n
}
