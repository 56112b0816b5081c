package typeset

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"rabbithole/backend/report/paper"

	"golang.org/x/image/font/gofont/gomono"
)

func page(text string) paper.Paper {
	return paper.Paper{Title: "T", Subtitle: "S", Language: "en", Blocks: []paper.Block{
		{Kind: paper.Heading, Level: 1, Runs: []paper.Run{{Text: "H"}}}, {Runs: []paper.Run{{Text: text}}},
	}}
}

// A broken font of the system must cost its letters, not the report.
func TestPDF_BrokenFontsArePassedOver(t *testing.T) {
	whole := gomono.TTF
	fonts := [][]byte{nil, []byte("no font"), []byte("OTTO" + string(whole[4:])), bytes.Repeat([]byte{0xff}, 4000)}
	for n := 4; n < len(whole)-3000; n += len(whole) / 25 {
		damaged := bytes.Clone(whole)
		copy(damaged[n:], bytes.Repeat([]byte{0xee}, 3000))
		fonts = append(fonts, whole[:n], damaged)
	}
	for i, broken := range fonts {
		data, missing, err := PDF(page("参考 ✓"), Options{Fonts: func() ([][]byte, error) { return [][]byte{broken}, nil }})
		if err != nil || !bytes.HasPrefix(data, []byte("%PDF-")) || len(missing) == 0 {
			t.Errorf("broken font %d: %d bytes, %v missing, %v", i, len(data), missing, err)
		}
	}
}

func TestPDF_FontsThatCannotBeLoadedFail(t *testing.T) {
	asked := 0
	load := func() ([][]byte, error) { asked++; return nil, errors.New("no disk") }
	if _, _, err := PDF(page("参考"), Options{Fonts: load}); err == nil || !strings.Contains(err.Error(), "no disk") || asked != 1 {
		t.Errorf("asked %d times, %v", asked, err)
	}
	if _, _, err := PDF(page("Straße Ω Ж €"), Options{Fonts: load}); err != nil || asked != 1 {
		t.Errorf("fonts were asked for without need (%v)", err)
	}
}

func TestBreakable_KeepsMarksWithTheirWords(t *testing.T) {
	for _, c := range []struct {
		a, b rune
		want bool
	}{{'参', '考', true}, {'考', '。', false}, {'（', '参', false}, {'A', '参', true}, {'a', 'b', false}, {'の', '、', false}, {'가', '나', true}} {
		if got := breakable(c.a, c.b); got != c.want {
			t.Errorf("%c%c: %v", c.a, c.b, got)
		}
	}
}
