package proof

var germanFacts = []fact{
	{
		before: "Dies regelt die Verordnung.", sentence: "Der Grenzwert der effektiven Dosis beträgt für beruflich exponierte Personen 20 Millisievert im Kalenderjahr.", after: "Ausnahmen regelt § 74.",
		place: "Modellstrahlengesetz.pdf, § 78 Grenzwerte",
		same:  []string{"Für beruflich exponierte Personen beträgt der Grenzwert der effektiven Dosis 20 mSv im Kalenderjahr.", "Der Grenzwert der effektiven Dosis liegt für beruflich exponierte Personen bei 20 mSv pro Jahr."},
		spoil: map[string][][2]string{
			number:   {{"20 Millisievert", "50 Millisievert"}, {"20 mSv", "6 mSv"}},
			measures: {{"20 Millisievert", "20 Mikrosievert"}, {"20 mSv", "20 µSv"}, {"im Kalenderjahr", "im Monat"}},
			negated:  {{"beträgt", "beträgt nicht"}},
		},
		other: []string{"Der Grenzwert der Organ-Äquivalentdosis beträgt für die Augenlinse 15 Millisievert im Kalenderjahr.", "Für Einzelpersonen der Bevölkerung beträgt der Grenzwert der effektiven Dosis 1 Millisievert im Kalenderjahr."},
	},
	{
		before: "Wer misst, hebt auf.", sentence: "Der Betreiber muss die Aufzeichnungen mindestens zehn Jahre aufbewahren und der Behörde auf Verlangen vorlegen.", after: "Kopien genügen.",
		place: "Messordnung.pdf, § 12 Aufzeichnungen",
		same:  []string{"Die Aufzeichnungen muss der Betreiber mindestens 10 Jahre aufbewahren.", "Auf Verlangen muss der Betreiber die Aufzeichnungen der Behörde vorlegen."},
		spoil: map[string][][2]string{
			number:   {{"zehn Jahre", "drei Jahre"}, {"10 Jahre", "30 Jahre"}},
			measures: {{"zehn Jahre", "zehn Monate"}, {"10 Jahre", "10 Wochen"}},
			negated:  {{"aufbewahren und", "nicht aufbewahren und"}, {"Jahre aufbewahren.", "Jahre nicht aufbewahren."}, {"Behörde vorlegen.", "Behörde nicht vorlegen."}},
			compared: {{"mindestens", "höchstens"}},
			forced:   {{"muss", "kann"}, {"muss", "soll"}},
		},
		other: []string{"Der Eigentümer muss die Rechnungen zwei Jahre aufheben."},
	},
	{
		before: "Das Amt zog um.", sentence: "Am 1. Januar 2020 übernahm das Amt in Kassel die Aufsicht über 14 Messstellen.", after: "Das Personal blieb.",
		place: "Jahresbericht.pdf, 2 Aufsicht",
		same:  []string{"Das Amt in Kassel übernahm am 01.01.2020 die Aufsicht über 14 Messstellen.", "Die Aufsicht über 14 Messstellen übernahm am 2020-01-01 das Amt in Kassel."},
		spoil: map[string][][2]string{
			dated:   {{"1. Januar 2020", "1. Juli 2020"}, {"01.01.2020", "01.02.2020"}, {"2020-01-01", "2022-01-01"}},
			renamed: {{"in Kassel", "in Hamburg"}, {"in Kassel", "in Göttingen"}},
			number:  {{"14 Messstellen", "41 Messstellen"}},
			negated: {{"Messstellen", "Messstellen nicht"}},
		},
		other: []string{"Das Amt in Hamburg beschäftigt viele Fachkräfte."},
	},
	{
		before: "Türen sind zu kennzeichnen.", sentence: "Die Lüftung darf den Schallpegel von 45 dB in Schlafräumen nicht überschreiten.", after: "Gemessen wird nachts.",
		place: "Lüftungsrichtlinie.pdf, 5.3 Schall",
		same:  []string{"In Schlafräumen darf die Lüftung einen Schallpegel von höchstens 45 dB haben.", "Der Schallpegel der Lüftung darf in Schlafräumen 45 dB nicht übersteigen."},
		spoil: map[string][][2]string{
			number:   {{"45 dB", "65 dB"}},
			measures: {{"45 dB", "45 Hz"}},
			compared: {{"nicht überschreiten", "überschreiten"}, {"höchstens", "mindestens"}, {"nicht übersteigen", "übersteigen"}},
		},
		other: []string{"In Werkstätten darf der Schallpegel 80 dB nicht überschreiten."},
	},
	{
		before: "Die Bilanz ist geprüft.", sentence: "Der Umsatz der Firma Rabenau stieg im Jahr 2021 auf 3,4 Mrd. Euro, der Gewinn sank um 5 Prozent.", after: "Die Dividende bleibt.",
		place: "Rabenau Geschäftsbericht.pdf, Ertragslage",
		same:  []string{"Im Jahr 2021 stieg der Umsatz der Firma Rabenau auf 3.400 Millionen Euro.", "Der Gewinn der Firma Rabenau sank im Jahr 2021 um 5 %."},
		spoil: map[string][][2]string{
			number:   {{"3,4 Mrd.", "4,3 Mrd."}, {"3.400 Millionen", "2.400 Millionen"}, {"5 Prozent", "8 Prozent"}, {"5 %", "15 %"}},
			measures: {{"3,4 Mrd. Euro", "3,4 Mio. Euro"}, {"3.400 Millionen Euro", "3.400 Millionen Dollar"}},
			dated:    {{"Jahr 2021", "Jahr 2018"}},
			renamed:  {{"Firma Rabenau", "Firma Dohlenberg"}},
			negated:  {{"sank", "stieg"}, {"stieg der", "sank der"}},
		},
		other: []string{"Die Firma Rabenau beschäftigt 1.200 Personen in Leipzig."},
	},
	{
		before: "", sentence: "Eine Anmeldung ist nicht erforderlich, wenn der Raum weniger als 50 Stunden im Jahr genutzt wird.", after: "Die Nutzung ist zu belegen.",
		place: "Raumordnung.pdf, § 6 Anmeldung",
		same:  []string{"Wenn der Raum weniger als 50 Stunden im Jahr genutzt wird, ist keine Anmeldung erforderlich."},
		spoil: map[string][][2]string{
			number:   {{"50 Stunden", "80 Stunden"}},
			measures: {{"50 Stunden", "50 Tage"}},
			negated:  {{"ist nicht erforderlich", "ist erforderlich"}, {"keine Anmeldung", "eine Anmeldung"}},
			compared: {{"weniger als", "mehr als"}},
		},
		other: []string{"Die Anmeldung kostet nichts."},
	},
	{
		before: "Kellerräume sind feucht.", sentence: "Bei Überschreitung des Referenzwertes von 300 Bq/m³ hat der Verantwortliche innerhalb von 24 Monaten Maßnahmen zu ergreifen.", after: "Die Frist beginnt mit dem Ergebnis.",
		place: "MRadV.pdf, § 12 Maßnahmen",
		same:  []string{"Der Verantwortliche hat bei Überschreitung des Referenzwertes von 300 Bq/m³ innerhalb von 2 Jahren Maßnahmen zu ergreifen.", "Innerhalb von 24 Monaten hat der Verantwortliche Maßnahmen zu ergreifen, wenn der Referenzwert von 300 Bq/m³ überschritten ist."},
		spoil: map[string][][2]string{
			number:   {{"24 Monaten", "12 Monaten"}, {"2 Jahren", "5 Jahren"}, {"300 Bq", "100 Bq"}},
			measures: {{"24 Monaten", "24 Tagen"}, {"2 Jahren", "2 Wochen"}, {"300 Bq/m³", "300 kBq/m³"}},
			negated:  {{"Maßnahmen zu ergreifen", "keine Maßnahmen zu ergreifen"}},
		},
		other: []string{"Der Verantwortliche hat die Beschäftigten innerhalb von 4 Wochen zu unterrichten."},
	},
	{
		before: "Der Zutritt ist geregelt.", sentence: "Besucher dürfen den Kontrollbereich nur in Begleitung betreten; Schwangeren ist der Zutritt untersagt.", after: "Schilder weisen darauf hin.",
		place: "Hausordnung.pdf, 3 Zutritt",
		same:  []string{"Schwangeren ist der Zutritt untersagt.", "Den Kontrollbereich dürfen Besucher nur in Begleitung betreten."},
		spoil: map[string][][2]string{
			negated: {{"Zutritt untersagt", "Zutritt erlaubt"}, {"Begleitung betreten", "Begleitung nicht betreten"}},
			forced:  {{"dürfen", "müssen"}},
		},
		other: []string{"Lieferanten melden sich am Tor an."},
	},
}
