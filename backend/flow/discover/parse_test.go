package discover

import (
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode"
)

func pair(title, caption string, spans ...string) Pair {
	return Pair{Headline{title, caption}, spans}
}

func TestParse_WhatModelsReply(t *testing.T) {
	two := []Pair{pair("Rest", "Eleven hours."), pair("Night", "Two hours.")}
	for name, c := range map[string]struct {
		reply string
		want  []Pair
	}{
		"json": {"```json\n{\"headlines\":[{\"title\":\"Rest\",\"caption\":\"Eleven hours.\"},{\"title\":\"Night\",\"caption\":\"Two hours.\"}]}\n```", two},
		"talk around it": {"Here you are:\n\n```json\n{\"headlines\":[{\"title\":\"Rest\",\"caption\":\"Eleven hours.\"},{\"title\":\"Night\",\"caption\":\"Two hours.\"}]}\n```\nEnjoy.",
			two},
		"no language":      {"```\n{\"headlines\":[{\"title\":\"Rest\",\"caption\":\"Eleven hours.\"}]}\n```", two[:1]},
		"trailing commas":  {"```json\n{\"headlines\":[{\"title\":\"Rest\",\"caption\":\"Eleven hours.\",},{\"title\":\"Night\",\"caption\":\"Two hours.\"},],}\n```", two},
		"windows lines":    {"```json\r\n{\"headlines\":[{\"title\":\"Rest\",\r\n\"caption\":\"Eleven hours.\"}]}\r\n```", two[:1]},
		"thought before":   {"<think>{\"headlines\":[{\"title\":\"No\",\"caption\":\"no\"}]}</think>```json\n{\"headlines\":[{\"title\":\"Rest\",\"caption\":\"Eleven hours.\"}]}\n```", two[:1]},
		"xml items":        {"```xml\n<headlines><item><title>Rest</title><caption>Eleven hours.</caption></item><item><title>Night</title><caption>Two hours.</caption></item></headlines>\n```", two},
		"xml headlines":    {"```xml\n<list><headline><title>Rest</title><caption>Eleven hours.</caption></headline></list>\n```", two[:1]},
		"xml, loose &":     {"```xml\n<headlines><item><title>Rest & night</title><caption>Eleven &amp; two.</caption></item></headlines>\n```", []Pair{pair("Rest & night", "Eleven & two.")}},
		"xml, not closed":  {"```xml\n<headlines><item><title>Rest</title><caption>Eleven hours.</caption></item><item><title>Ni\n```", two[:1]},
		"xml, no language": {"```\n<headlines><item><title>Rest</title><caption>Eleven hours.</caption></item></headlines>\n```", two[:1]},
		"raw json":         {"Sure! {\"headlines\":[{\"title\":\"Rest\",\"caption\":\"Eleven hours.\"}]} That is all.", two[:1]},
		"raw, commas":      {"{\"headlines\":[{\"title\":\"Rest\",\"caption\":\"Eleven hours.\"},]}", two[:1]},
		"cut":              {"```json\n{\"headlines\":[{\"title\":\"Rest\",\"caption\":\"Eleven hours.\"},{\"title\":\"Nig", two[:1]},
		"json before xml": {"```json\n{\"headlines\":[{\"title\":\"Rest\",\"caption\":\"Eleven hours.\"}]}\n```\n```xml\n<headlines><item><title>No</title><caption>no</caption></item></headlines>\n```",
			two[:1]},
		"broken json, then xml": {"```json\n{nothing}\n```\n```xml\n<headlines><item><title>Rest</title><caption>Eleven hours.</caption></item></headlines>\n```", two[:1]},
		"half pairs":            {"```json\n{\"headlines\":[{\"title\":\"Rest\"},{\"caption\":\"x\"},{\"title\":\" \",\"caption\":\"x\"},{\"title\":\"Rest\",\"caption\":\"Eleven hours.\"},7,null,[],{\"title\":{},\"caption\":1}]}\n```", two[:1]},
		"other keys":            {"```json\n{\"headlines\":[{\"Title\":\"Rest\",\"Caption\":\"Eleven hours.\"}]}\n```", nil},
		"other shape":           {"```json\n{\"headlines\":{\"title\":\"Rest\",\"caption\":\"x\"}}\n```", nil},
		"html":                  {"```json\n{\"headlines\":[{\"title\":\"<b>Rest</b><script>x</script>\",\"caption\":\"**Eleven** &lt;img src=x&gt; hours. [E1, E2]\"}]}\n```", []Pair{pair("Rest x", "Eleven hours.")}},
		"unseen signs":          {"```json\n{\"headlines\":[{\"title\":\"Re\\u200bst\\u202e\",\"caption\":\"Eleven\\n\\u0000hours.\"}]}\n```", []Pair{pair("Rest", "Eleven hours.")}},
		"own entities":          {"```xml\n<!DOCTYPE x [<!ENTITY a \"boom\"><!ENTITY b \"&a;&a;\">]><headlines><item><title>T &b;</title><caption>c</caption></item></headlines>\n```", []Pair{pair("T &b;", "c")}},
		"an outside entity":     {"```xml\n<!DOCTYPE x [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><headlines><item><title>&f;</title><caption>c</caption></item></headlines>\n```", []Pair{pair("&f;", "c")}},
		"spans":                 {"```json\n{\"headlines\":[{\"title\":\"Rest\",\"caption\":\"Eleven hours.\",\"spans\":[\"P1.2\",\"P3\",7]}]}\n```", []Pair{pair("Rest", "Eleven hours.", "P1.2", "P3")}},
		"spans, one":            {"```json\n{\"headlines\":[{\"title\":\"Rest\",\"caption\":\"Eleven hours.\",\"spans\":\"P1.2, P1.4\"}]}\n```", []Pair{pair("Rest", "Eleven hours.", "P1.2", "P1.4")}},
		"spans, xml":            {"```xml\n<headlines><item><title>Rest</title><caption>Eleven hours.</caption><spans>P2.1 P2.3</spans></item></headlines>\n```", []Pair{pair("Rest", "Eleven hours.", "P2.1", "P2.3")}},
		"a refusal":             {"I cannot help with that.", nil},
		"nothing":               {"", nil},
		"empty list":            {"```json\n{\"headlines\":[]}\n```", nil},
	} {
		if got := Parse(c.reply); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestParse_HugeAndNestedRepliesEnd(t *testing.T) {
	many := strings.Repeat(`{"title":"a","caption":"b"},`, 2000)
	for name, reply := range map[string]string{
		"nested lists":    "```json\n{\"headlines\":" + strings.Repeat("[", 60000) + "\n```",
		"nested elements": "```xml\n" + strings.Repeat("<item>", 10000) + "\n```",
		"many":            "```json\n{\"headlines\":[" + many + "]}\n```",
		"fences":          strings.Repeat("```json\n{\n```\n", 5000),
		"braces":          strings.Repeat(`{"headlines"`, 5000),
		"huge":            "```json\n{\"headlines\":[{\"title\":\"" + strings.Repeat("x", 10<<20) + "\",\"caption\":\"y\"}]}\n```",
	} {
		done := make(chan []Pair, 1)
		go func() { done <- Parse(reply) }()
		select {
		case list := <-done:
			if len(list) > mostPairs {
				t.Errorf("%s: %d pairs", name, len(list))
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: still reading", name)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("```json\n{\"headlines\":[{\"title\":\"Rest\",\"caption\":\"Eleven hours.\"},]}\n```")
	f.Add("```xml\n<headlines><item><title>Rest &amp;</title><caption>Eleven</caption></item></headlines>\n```")
	f.Add("{\"headlines\":[{\"title\":\"a\",\"caption\":\"<b>b")
	f.Add("<think>x</think>```\n<headline><title>a</title><caption>b</caption></headline>\n```")
	f.Fuzz(func(t *testing.T, reply string) {
		list := Parse(reply)
		if len(list) > mostPairs {
			t.Fatalf("%d pairs", len(list))
		}
		for _, h := range list {
			for _, text := range []string{h.Title, h.Caption} {
				if text == "" || text != strings.TrimSpace(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
					t.Fatalf("%q of %q", text, reply)
				}
			}
		}
		if again := Parse(reply); !reflect.DeepEqual(again, list) {
			t.Fatalf("%q, then %q", list, again)
		}
	})
}
