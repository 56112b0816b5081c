package index_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/index"
	"rabbithole/backend/source"
)

// laws is a small library in German, English and Chinese.
func laws(t *testing.T) *library {
	l := newLibrary(t, nil)
	l.add(source.Document{Name: "gesetz.pdf", Title: "Strahlenschutzgesetz", Language: "de", Collection: "laws"},
		"Der Grenzwert der Dosis für Beschäftigte beträgt 20 Millisievert im Kalenderjahr.",
		"Die Überwachung der Räume ist nach § 62 Absatz 2 zu dokumentieren. Häuser sind ausgenommen.",
		"Die Vorschriften über die Beförderung gelten 62 Tage nach Verkündung.",
		"Der Dosisgrenzwert für die Organdosis der Augenlinse beträgt 20 Millisievert.",
		"Personendosen werden monatlich ermittelt; die Dosis je Person ist aufzuzeichnen. Der Grenzwert darf nicht überschritten werden.",
		"An der Straße ist das Ausmaß der Verunreinigung zu messen.")
	l.add(source.Document{Name: "guide.pdf", Title: "Radon in homes", Language: "en"},
		"Radon concentrations above 300 Bq/m³ require remediation. Ventilation lowers them.",
		"Caching follows RFC 9110 and section 5.2 of the older document.",
		"The house was measured in winter, when windows stay closed; a long exposure gives a steady result.",
		"A steady exposure is one that is long; results follow.",
		"Quality management follows ISO 9001:2015 as amended.")
	l.add(source.Document{Name: "中文.pdf", Title: "氡", Language: "zh"},
		"室内氡浓度的测量方法包括被动式探测器。", "放射性物质的运输需要许可证。")
	l.add(source.Document{Name: "アジア.pdf", Title: "測定", Language: "ja"},
		"屋内のラドン濃度を測定する。", "방사성 물질의 운송에는 허가가 필요하다.")
	return l
}

func TestSearch_FindsFirst(t *testing.T) {
	l := laws(t)
	for name, c := range map[string]struct{ query, want string }{
		"section":             {"§ 62", "gesetz.pdf:2"},
		"section in sentence": {"Was verlangt § 62?", "gesetz.pdf:2"},
		"inflected":           {"Überwachung eines Raumes", "gesetz.pdf:2"},
		"umlaut written out":  {"Ueberwachung der Raeume", "gesetz.pdf:2"},
		"stem with umlaut":    {"Haus ausgenommen", "gesetz.pdf:2"},
		"capital letters":     {"BEFÖRDERUNG", "gesetz.pdf:3"},
		"number with unit":    {"300 Bq/m3", "guide.pdf:1"},
		"standard":            {"rfc9110", "guide.pdf:2"},
		"dotted number":       {"5.2", "guide.pdf:2"},
		"standard with year":  {"ISO 9001", "guide.pdf:5"},
		"plural":              {"remediations", "guide.pdf:1"},
		"phrase":              {`"long exposure"`, "guide.pdf:3"},
		"ß written ss":        {"Die Strasse und ihr Ausmass", "gesetz.pdf:6"},
		"typographic phrase":  {"„Dosis je Person“", "gesetz.pdf:5"},
		"chinese":             {"氡浓度怎么测量？", "中文.pdf:1"},
		"japanese":            {"ラドン濃度の測定", "アジア.pdf:1"},
		"korean":              {"운송 허가", "アジア.pdf:2"},
		"one sign":            {"探", "中文.pdf:1"},
		"last sign of a run":  {"证", "中文.pdf:2"},
		"title":               {"guide about radon in homes ventilation", "guide.pdf:1"},
		"query syntax":        {`winter AND NOT (windows* OR "`, "guide.pdf:3"},
		"columns and carets":  {"body:remediation ^ - + NEAR(", "guide.pdf:1"},
	} {
		t.Run(name, func(t *testing.T) {
			got := pages(l.search(index.Query{Text: c.query, Scope: source.All()}))
			if len(got) == 0 || got[0] != c.want {
				t.Errorf("%q finds %v, want %s first", c.query, got, c.want)
			}
		})
	}
}

func TestSearch_Compounds(t *testing.T) {
	l := laws(t)
	for query, want := range map[string]string{
		"Dosisgrenzwert":  "gesetz.pdf:1", // "Grenzwert der Dosis"
		"Grenzwert Dosis": "gesetz.pdf:4", // "Dosisgrenzwert"
		"Personendosis":   "gesetz.pdf:5", // "Personendosen"
	} {
		got := pages(l.search(index.Query{Text: query, Language: "de", Limit: 3, Scope: source.All()}))
		if !slices.Contains(got, want) {
			t.Errorf("%q finds %v, want %s among them", query, got, want)
		}
	}
}

func TestSearch_PhraseStandsWordForWord(t *testing.T) {
	l := laws(t)
	if got := pages(l.search(index.Query{Text: `"steady exposure"`, Scope: source.All()})); !reflect.DeepEqual(got,
		[]string{"guide.pdf:4"}) {
		t.Errorf("phrase finds %v, want guide.pdf:4 alone", got)
	}
	if got := pages(l.search(index.Query{Text: `"radon remediation of winter"`, Scope: source.All()})); len(got) == 0 {
		t.Error("a phrase that stands nowhere finds nothing; want its words searched for")
	}
	passing := `How is quality management amended, and which standard do people mean who only say "steady exposure" of winter measurement?`
	if got := pages(l.search(index.Query{Text: passing, Scope: source.All()})); !slices.Contains(got, "guide.pdf:5") {
		t.Errorf("a phrase quoted in passing finds %v, want it to demand nothing", got)
	}
}

// Who types a sentence without quotation marks looks for it, however much more others say of its words.
func TestSearch_SentenceStandsBeforeItsWords(t *testing.T) {
	l := newLibrary(t, index.Hashing{})
	l.add(source.Document{Name: "manual.pdf", Title: "Lanterns", Language: "en"},
		"Lantern keepers trim the wick. The wick of a lantern is trimmed by keepers; keepers of the lantern trim a wick at dusk.",
		"Everything else is written here, about oil, glass, the ladder, the coat of the watch and its dog, what is paid in winter and what in summer. The keepers trim the wick of the lantern at dusk. Then follows more, of boats and bells and ropes.",
		"At dusk: lantern, wick, keepers, trim. Trim the lantern wick, keepers, at dusk.")
	if got := pages(l.search(index.Query{Text: "keepers trim the wick of the lantern at dusk",
		Scope: source.All()})); len(got) != 3 || got[0] != "manual.pdf:2" {
		t.Errorf("the sentence finds %v, want manual.pdf:2 first and the others behind it", got)
	}
	if got := pages(l.search(index.Query{Text: "lantern wick keepers dusk trim",
		Scope: source.All()})); len(got) != 3 || got[0] == "manual.pdf:2" {
		t.Errorf("the words alone find %v, want what says most of them first", got)
	}
}

func TestSearch_Filters(t *testing.T) {
	l := laws(t)
	for name, c := range map[string]struct {
		query index.Query
		want  string
	}{
		"collection": {index.Query{Text: "radon Dosis", Scope: source.All().In("laws")}, "gesetz.pdf"},
		"document":   {index.Query{Text: "radon Dosis", Scope: source.All().Only("guide.pdf")}, "guide.pdf"},
	} {
		hits := l.search(c.query)
		if len(hits) == 0 {
			t.Errorf("%s: nothing found", name)
		}
		for _, h := range hits {
			if h.Document.Name != c.want {
				t.Errorf("%s: %s found, want only %s", name, h.Document.Name, c.want)
			}
		}
	}
	if hits := l.search(index.Query{Text: "radon", Roles: []source.Role{source.Bibliography},
		Scope: source.All()}); len(hits) > 0 {
		t.Errorf("role bibliography finds %v, want nothing", pages(hits))
	}
}

func TestSearch_RolesWithoutEvidenceStayOut(t *testing.T) {
	l := newLibrary(t, nil)
	l.add(source.Document{Name: "a.pdf", Title: "A", Language: "en"}, "placeholder")
	l.addPassages("a.pdf", []source.Passage{
		{ID: "p1", Document: "a.pdf", Ordinal: 0, Text: "Radon, 12", Hash: "1", Role: source.Contents},
		{ID: "p2", Document: "a.pdf", Ordinal: 1, Text: "Radon 40 Bq", Hash: "2", Role: source.Table},
	})
	if hits := l.search(index.Query{Text: "radon", Scope: source.All()}); len(hits) != 1 || hits[0].Passage.ID != "p2" {
		t.Errorf("found %v, want the table alone", hits)
	}
}

func TestSearch_SameTextOnce(t *testing.T) {
	l := newLibrary(t, nil)
	l.add(source.Document{Name: "a.pdf", Title: "T", Language: "en"}, "Radon is a gas.", "Radon is a gas.", "Radon decays.")
	l.add(source.Document{Name: "b.pdf", Title: "T", Language: "en"}, "Radon is a gas.")
	if got, want := pages(l.search(index.Query{Text: "radon gas", Scope: source.All()})), []string{"a.pdf:1",
		"a.pdf:3"}; !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

func TestRemove_NotFoundAnyMore(t *testing.T) {
	l := laws(t)
	if err := l.index.Remove(t.Context(), "guide.pdf"); err != nil {
		t.Fatal(err)
	}
	if hits := l.search(index.Query{Text: "radon ventilation", Scope: source.All()}); len(hits) > 0 {
		t.Errorf("found %v after removal", pages(hits))
	}
	if err := l.db.SetState(t.Context(), "gesetz.pdf", source.Replaced, ""); err != nil {
		t.Fatal(err)
	}
	if hits := l.search(index.Query{Text: "Dosis", Scope: source.All()}); len(hits) > 0 {
		t.Errorf("found %v of a replaced document", pages(hits))
	}
}

func TestSearch_AwkwardQueries(t *testing.T) {
	l := laws(t)
	for _, empty := range []string{"", " \n\t"} {
		_, err := l.index.Search(t.Context(), index.Query{Text: empty, Scope: source.All()})
		if fault.KindOf(err) != fault.Usage || fault.Hint(err) == "" {
			t.Errorf("query %q: %v, want a usage fault with a hint", empty, err)
		}
	}
	if _, err := l.index.Search(t.Context(), index.Query{Text: "radon", Mode: "magic",
		Scope: source.All()}); fault.KindOf(err) != fault.Usage {
		t.Errorf("unknown mode: %v, want a usage fault", err)
	}
	for name, query := range map[string]string{
		"long":            strings.Repeat("radon exposure limits in dwellings and at work, ", 1100),
		"one long word":   strings.Repeat("x", 50000),
		"stop words only": "is it in the",
		"signs only":      "?!*\"'();--",
		"broken UTF-8":    "radon \xff\xfe",
		"unknown words":   "zzyzx qwrtp",
		"one word known":  "zzyzx qwrtp vwxst mnopq radon",
	} {
		first := l.search(index.Query{Text: query, Scope: source.All()})
		if again := l.search(index.Query{Text: query, Scope: source.All()}); !reflect.DeepEqual(first, again) {
			t.Errorf("%s: different hits the second time", name)
		}
		if name == "long" && (len(first) == 0 || first[0].Document.Name != "guide.pdf") {
			t.Errorf("long query finds %v", pages(first))
		}
		if name == "one word known" && len(first) == 0 {
			t.Error("unknown words keep the known one from being found")
		}
		if name == "unknown words" && len(first) > 0 {
			t.Errorf("words that stand nowhere find %v", pages(first))
		}
		if name == "stop words only" && len(first) == 0 {
			t.Error("a query of stop words finds nothing")
		}
	}
}

func TestSearch_Scores(t *testing.T) {
	l := laws(t)
	hits := l.search(index.Query{Text: "radon remediation ventilation", Scope: source.All()})
	for i, h := range hits {
		if h.Score <= 0 || h.Score > 1 || h.Lexical <= 0 || h.Lexical > 1 || i > 0 && h.Score > hits[i-1].Score {
			t.Errorf("hit %d: score %v, lexical %v", i, h.Score, h.Lexical)
		}
	}
	if want := []string{"radon", "remediation", "ventilation"}; !reflect.DeepEqual(hits[0].Why, want) {
		t.Errorf("why %v, want %v", hits[0].Why, want)
	}
}
