package modeltest

import (
	"time"

	"rabbithole/kb"
)

// trial is a run that is done with a model and without.
type trial struct {
	flow, name string
	args       []string
	gold       []page // that answer
	silent     bool   // the documents do not say it
	limit      time.Duration
}

// page is a page of a document of the sample library.
type page struct {
	document string
	number   int
}

// question is a quick one on the sample library with the page that answers it.
type question struct {
	text string
	gold page
}

// questions are in English and in German; the last one has no answer.
func questions() []question {
	const memo, handbook, mp07, law, guide = "Memo-Lindenhof-School.pdf", "Radon-in-Homes-Handbook.pdf", "MP-07-Measuring-Radon-in-Indoor-Air.pdf",
		"Modell-Radonschutzverordnung.pdf", "Leitfaden-Radon-am-Arbeitsplatz.pdf"
	return []question{
		{"What is the annual mean of the craft room of Lindenhof School after correction?", page{memo, 1}},
		{"Wie hoch ist der Referenzwert für Radon in Aufenthaltsräumen?", page{law, 2}},
		{"How long does a verification measurement after remediation last?", page{mp07, 5}},
		{"Wie lange sind Aufzeichnungen über Messungen aufzubewahren?", page{law, 5}},
		{"Which remediation does action class C call for?", page{handbook, 4}},
		{"Innerhalb welcher Frist ist ein Arbeitsplatz anzumelden?", page{law, 4}},
		{"What is the reference level for radon in homes?", page{handbook, 2}},
		{"Wer wird als Radonfachperson anerkannt?", page{law, 5}},
		{"Welche Schritte und Fristen nennt der Leitfaden für den Arbeitsplatz?", page{guide, 2}},
		{kb.Unanswerable, page{}},
	}
}

// trials are the runs, of every flow.
func trials() (out []trial) {
	for i, q := range questions() {
		t := trial{flow: "ask", name: string(rune('a' + i)), args: []string{"ask", q.text}, silent: q.gold.number == 0, limit: quick}
		if !t.silent {
			t.gold = []page{q.gold}
		}
		out = append(out, t)
	}
	first := questions()[0].gold
	return append(out,
		trial{flow: "research", name: "school", args: []string{"research", "--yes", kb.Question}, gold: []page{first}, limit: long},
		trial{flow: "explore", name: "school", args: []string{"explore", kb.Question}, gold: []page{first}, limit: long},
		trial{flow: "discover", name: "workplace", args: []string{"discover", "radon at the workplace"}, limit: long},
		trial{flow: "related", name: "memo", args: []string{"related", first.document, "--page", "2", "--force"}, limit: long})
}
