package web

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestPrune_TakesWhatAVisitorDoesNotSee(t *testing.T) {
	rest := "<p>" + strings.Repeat(sentence, 6) + "</p>"
	for piece, hidden := range map[string]bool{
		`<p>X1</p>`: false, `<p style="">X1</p>`: false, `<p style="display:block">X1</p>`: false, `<p style="display:none">X1</p>`: true,
		`<p style="display:none;display:block">X1</p>`: false, `<p style="font-size:12px">X1</p>`: false, `<p style="font-size:.05em">X1</p>`: true, `<p style="font-size:80%">X1</p>`: false,
		`<p style="opacity:.5">X1</p>`: false, `<p style="opacity:0">X1</p>`: true, `<p style="color:#eee">X1</p>`: false, `<p style="color:white">X1</p>`: true,
		`<div style="background:#000"><p style="color:white">X1</p></div>`: false, `<div bgcolor="black"><p><font color="white">X1</font></p></div>`: false,
		`<p style="color:black;background:black">X1</p>`: true, `<p style="color:rgb(255,255,255)">X1</p>`: true, `<p style="color:rgb(0 0 0 / 0%)">X1</p>`: true,
		`<p style="position:absolute;left:-10px">X1</p>`: false, `<p style="left:-9999px">X1</p>`: false, `<p style="position:fixed;top:-2000px">X1</p>`: true,
		`<p style="height:0">X1</p>`: false, `<p style="max-height:0;overflow:hidden">X1</p>`: true, `<p style="width:100%;overflow:hidden">X1</p>`: false,
		`<p hidden>X1</p>`: true, `<p hidden="until-found">X1</p>`: false, `<p aria-hidden="false">X1</p>`: false, `<p class="d-none">X1</p>`: true, `<p class="d-none d-lg-block">X1</p>`: false,
		`<p class="hidden-gems">X1</p>`: false, `<style>.a{display:none}</style><p class="a">X1</p>`: true, `<style>.a{display:none}</style><p class="b">X1</p>`: false,
		`<style>@media print{.a{display:none}}</style><p class="a">X1</p>`: false, `<style>.js .a{display:none}</style><p class="a">X1</p>`: false, `<style>p.a,#b{visibility:hidden}</style><p id="b">X1</p>`: true,
		`<style>.a{color:#fff}</style><p class="a">X1</p>`: false, `<style>.a{color:#fff;background:#fff}</style><p class="a">X1</p>`: true, `<details><p>X1</p></details>`: false,
	} {
		doc, err := html.Parse(strings.NewReader("<html><body>" + piece + rest + "</body></html>"))
		if err != nil {
			t.Fatal(err)
		}
		prune(doc)
		if got := !strings.Contains(textOf(doc), "X1"); got != hidden {
			t.Errorf("%s: hidden %v, want %v", piece, got, hidden)
		}
	}
}

func TestPrune_APageThatShowsItselfByScriptIsRead(t *testing.T) {
	for name, page := range map[string]string{
		"by sheet": `<style>.app{display:none}</style><div class="app"><p>` + strings.Repeat(sentence, 6) + `</p></div>`,
		"dark":     `<div class="night" style="color:white"><p>` + strings.Repeat(sentence, 6) + `</p></div>`,
	} {
		got, err := Extract(t.Context(), []byte("<html><body>"+page+"</body></html>"), nil)
		if err != nil || !strings.Contains(got.Text(), strings.TrimSpace(sentence)) {
			t.Errorf("%s: %v, %q", name, err, got.Text())
		}
	}
}
