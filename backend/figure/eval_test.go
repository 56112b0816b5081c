package figure

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Of the labelled sentences code alone strikes hardly a right one. What it catches is what is exact.
func TestStand_Claims(t *testing.T) {
	root := os.Getenv("RABBITHOLE_EVAL")
	if root == "" {
		t.Skip("RABBITHOLE_EVAL names no evaluation sets")
	}
	files, _ := filepath.Glob(filepath.Join(root, "claims", "*.jsonl"))
	right, wrong, struck, caught := 0, 0, 0, 0
	for _, f := range files {
		in, err := os.Open(f)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, 1<<22)
		for lines.Scan() {
			var c struct {
				ID, Question, Claim, Label, Kind, Before string
				Evidence                                 []struct {
					Document, Text string
					Headings       []string
				}
			}
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			texts := []string{c.Question, c.Before}
			for _, e := range c.Evidence {
				texts = append(append(texts, e.Document, e.Text), e.Headings...)
			}
			s := Stand(c.Claim, texts...)
			if c.Label == "supported" {
				right++
				if len(s.Missing) > 0 {
					struck++
					t.Logf("RIGHT STRUCK %s %s: %s\n   missing %+v", c.ID, c.Kind, c.Claim, s.Missing)
				}
			} else {
				wrong++
				if len(s.Missing) > 0 {
					caught++
					t.Logf("wrong caught %s %s: %s  missing %v", c.ID, c.Kind, c.Claim, s.Missing[0].Text)
				}
			}
			for _, d := range s.Derived {
				t.Logf("  %s %s %s derived %s", c.ID, c.Label, c.Kind, d.Formula)
			}
		}
		in.Close()
	}
	t.Logf("of %d right sentences %d are struck, of %d wrong ones %d", right, struck, wrong, caught)
	if struck*50 > right {
		t.Errorf("code alone strikes %d of %d right sentences", struck, right)
	}
}
