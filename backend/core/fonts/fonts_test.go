package fonts

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSystemFonts_TakesWideTrueTypeFontsOnly(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"noto/NotoSansSC-Bold.ttf": "bold", "noto/NotoSansSC-Regular.ttf": "regular", "DroidSansFallbackFull.ttf": "droid", "ipaexg.ttf": "ipa",
		"NotoSansCJK-Regular.ttc": "a collection", "DejaVuSans.ttf": "no Chinese", "NotoSansSC-Regular.woff": "no TrueType",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, font := range systemFonts([]string{filepath.Join(folder, "nowhere"), "relative", folder}) {
		got = append(got, string(font))
	}
	if len(got) != mostFonts || got[0] != "regular" {
		t.Errorf("got %q", got)
	}
}
