package research

import (
	"testing"

	"rabbithole/backend/source"
)

func TestPlace_InTheWordsOfTheDocument(t *testing.T) {
	for _, c := range []struct {
		language, heading, want string
	}{
		{"de", "Section 2 Messen", "Abschnitt 2 Messen"},
		{"en", "Section 2 Measuring", "Section 2 Measuring"},
		{"de", "§ 12 Maßnahmen", "§ 12 Maßnahmen"},
	} {
		if got := place(source.Passage{Headings: []string{"Leitfaden", c.heading}}, c.language); got != c.want {
			t.Errorf("%s in %s is %q, want %q", c.heading, c.language, got, c.want)
		}
	}
	if got := place(source.Passage{Headings: []string{"Section 1 alone"}}, "de"); got != "" {
		t.Errorf("the title is no section: %q", got)
	}
}
