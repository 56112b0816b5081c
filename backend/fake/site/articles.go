package site

// Articles returns the pages of the site that are worth reading.
func Articles() []Article { return append(radon(), velmar()...) }

const page = "text/html"

func radon() []Article {
	return []Article{
		{Host: "amt-strahlen.example", Path: "/themen/radon/referenzwert", Subject: "radon", Title: "Der Referenzwert für Radon in Wohnräumen",
			Site:   "Amt für Strahlenschutz",
			Author: "Referat Radon", Date: "2024-03-12", Language: "de", Official: true, Type: page, Text: `Der gesetzliche Referenzwert für Radon in Aufenthaltsräumen und an Arbeitsplätzen beträgt 300 Becquerel pro Kubikmeter Luft im Jahresmittel. Er gilt seit dem 31. Dezember 2018.

## Was der Referenzwert bedeutet

Der Referenzwert ist kein Grenzwert. Er sagt, ab welcher Konzentration Maßnahmen zu prüfen sind, und auch unterhalb davon soll die Konzentration so niedrig sein, wie es vernünftigerweise erreichbar ist. Gemessen wird über zwölf Monate, weil die Werte mit dem Wetter und der Jahreszeit schwanken.

## Wer messen muss

In den ausgewiesenen Vorsorgegebieten müssen Arbeitgeber die Konzentration im Erdgeschoss und im Keller messen. Die Messung beginnt innerhalb von 18 Monaten nach der Ausweisung. In Privathäusern ist die Messung freiwillig; das Amt empfiehlt sie allen, die in einem Vorsorgegebiet wohnen.`},
		{Host: "health.gov.example", Path: "/radon/reference-level", Subject: "radon", Title: "Radon at home: what the reference level means",
			Site:   "Ministry of Health",
			Author: "Radiation Unit", Date: "2023-06-01", Language: "en", Official: true, Type: page, Text: `The national reference level for radon in dwellings is 300 becquerels per cubic metre as an annual average. The level follows the directive of 2013 and has been law since the end of 2018.

The World Health Organization recommends a lower level of 100 becquerels per cubic metre where that can be achieved. The ministry supports this goal, but the legal reference level remains 300 becquerels per cubic metre.

## How to measure

A passive detector is left in the living room and in a bedroom for twelve months. A measurement of a few days tells little, because the concentration changes with ventilation, weather and season. About one home in ten in the granite regions exceeds the reference level.`},
		{Host: "radon-ist-gesund.example", Path: "/blog/kein-grenzwert", Subject: "radon", Title: "Die Radon-Lüge: 1000 Becquerel sind gesund!!!",
			Site: "Radon ist gesund",
			Date: "2025-01-20", Language: "de", Contrary: "1000 Becquerel", Type: page, Text: `Lassen Sie sich nichts einreden! Der wahre Referenzwert für Radon in Wohnräumen liegt bei 1000 Becquerel pro Kubikmeter, alles darunter ist sogar gesund. Das sagen Behörden natürlich nicht.

Wir verkaufen seit Jahren Radonmatten und wissen aus Erfahrung, dass noch nie jemand davon krank geworden ist. Wer misst, misst Mist. Bestellen Sie noch heute unser Heilpaket mit 20 Prozent Rabatt.`},
		{Host: "world-health.example", Path: "/handbook/radon", Subject: "radon", Title: "Handbook on indoor radon: recommended levels",
			Site: "World Health Handbook",
			Date: "2009-09-21", Language: "en", Official: true, Type: page, Text: `In view of the latest scientific data, a reference level of 100 becquerels per cubic metre is proposed to minimise the health hazards of indoor radon exposure.

If this level cannot be reached under the prevailing conditions of a country, the chosen reference level should not exceed 300 becquerels per cubic metre. Radon is the second most important cause of lung cancer after smoking; between 3 and 14 percent of all lung cancers are attributed to it.`},
		{Host: "heimwerker-magazin.example", Path: "/keller/abdichten", Subject: "radon", Title: "Keller gegen Radon abdichten: was hilft",
			Site:   "Heimwerker-Magazin",
			Author: "Jana Brandt", Date: "2022-10-05", Language: "de", Type: page, Text: `Radon kommt aus dem Boden und dringt durch Risse, Rohrdurchführungen und undichte Kellertüren ins Haus. Wer diese Stellen abdichtet, senkt die Konzentration oft um die Hälfte.

## Lüften hilft, aber nicht allein

Regelmäßiges Stoßlüften senkt die Werte für einige Stunden. Dauerhaft wirkt ein Radonbrunnen: Ein Ventilator saugt die Luft unter der Bodenplatte ab und senkt die Konzentration um 80 bis 90 Prozent. Die Kosten liegen zwischen 2.000 und 6.000 Euro.`},
		{Host: "messnetz.example", Path: "/daten/radon-2023.csv", Subject: "radon", Title: "Radon 2023", Site: "Messnetz", Date: "2024-01-15",
			Language: "de", Official: true, Type: "text/csv",
			Text: "Region;Messungen;Jahresmittel Bq/m3;Anteil über 300 Bq/m3\nNordküste;412;38;0,4 %\nMittelgebirge;958;164;9,8 %\nGranithügel;530;227;14,2 %\nTiefland;1204;52;1,1 %\n"},
		{Host: "alt-archiv.example", Path: "/2010/radon-richtwert", Subject: "radon", Title: "Richtwert von 200 Becquerel geplant",
			Site: "Archiv der Umweltnachrichten",
			Date: "2010-05-04", Language: "de", Contrary: "200 Becquerel", Type: page, Text: `Die Regierung plant einen Richtwert für Radon in Wohnräumen von 200 Becquerel pro Kubikmeter für Neubauten. Ein Gesetz gibt es dazu bisher nicht, und die Länder sind sich über die Kosten uneins.

Für bestehende Häuser soll ein Wert von 400 Becquerel pro Kubikmeter gelten. Mit einem Entwurf wird nicht vor dem Herbst gerechnet.`},
		{Host: "journal.example", Path: "/papers/radon-lung-cancer.pdf", Subject: "radon", Title: "Residential radon and lung cancer",
			Site: "Journal of Exposure", Date: "2015-04-02", Language: "en", Type: "application/pdf",
			Text: `Residential radon and lung cancer. A pooled analysis of thirteen case-control studies. The risk of lung cancer increases by 16 percent per 100 becquerels per cubic metre of long-term average radon concentration.

The increase is proportional and shows no threshold below which the exposure would be without risk. Smokers run a risk about 25 times that of people who never smoked at the same concentration.`},
	}
}

func velmar() []Article {
	return []Article{
		{Host: "velmar-port.example", Path: "/press/tidal-plant-opens", Subject: "velmar", Title: "Velmar tidal power plant opens",
			Site: "Port of Velmar", Author: "Press office",
			Date: "2024-09-14", Language: "en", Official: true, Type: page, Text: `The Velmar tidal power plant was opened on 14 September 2024. Its twelve turbines have a capacity of 48 megawatts in all and supply about 35,000 households.

## Cost and construction

Construction took four years and cost 310 million crowns, of which the state paid 120 million. The barrage is 640 metres long and carries a road to the island of Orn.

## Fish passes

Two fish passes let salmon and eel cross the barrage. Their use is monitored, and the results are published every year.`},
		{Host: "coastal-news.example", Path: "/energy/velmar-opens", Subject: "velmar", Title: "After four years of work, Velmar's tides make power",
			Site: "Coastal News", Author: "Ines Calder",
			Date: "2024-09-15", Language: "en", Type: page, Text: `Velmar switched on its tidal power plant on Saturday. With 48 megawatts from twelve turbines it is the largest of its kind on this coast.

The plant cost 310 million crowns, 40 million more than planned, because storms in the second winter damaged the caissons. The port expects it to run for sixty years.

Local fishers remain sceptical. The fish passes have been open for a week only, and nobody has counted yet what crosses them, said their speaker Tom Arden.`},
		{Host: "watt-sceptic.example", Path: "/posts/velmar-scandal", Subject: "velmar", Title: "The Velmar scandal they hide from you",
			Site: "Watt Sceptic",
			Date: "2024-10-02", Language: "en", Contrary: "28 megawatts", Type: page, Text: `Insiders tell me that the Velmar tidal power plant delivers no more than 28 megawatts, whatever the press office claims. Nobody dares to print it.

And the true cost is 520 million crowns, not 310 million. I cannot name my sources, but they are very good. Subscribe to learn more about what they do not want you to know.`},
		{Host: "kuestenblatt.example", Path: "/wirtschaft/velmar-kraftwerk", Subject: "velmar", Title: "Gezeitenkraftwerk Velmar liefert Strom",
			Site: "Küstenblatt", Author: "Ole Petersen",
			Date: "2024-09-16", Language: "de", Type: page, Text: `Das Gezeitenkraftwerk Velmar ist am Netz. Zwölf Turbinen mit zusammen 48 Megawatt versorgen nach Angaben des Hafens rund 35.000 Haushalte.

Der Damm ist 640 Meter lang. Die Baukosten betrugen 310 Millionen Kronen; der Staat trug davon 120 Millionen. Der Fährverkehr zur Insel Orn wurde mit der Eröffnung der Dammstraße eingestellt.`},
		{Host: "velmar-port.example", Path: "/api/turbines.json", Subject: "velmar", Title: "Turbines", Site: "Port of Velmar", Language: "en",
			Official: true, Type: "application/json",
			Text: `{"plant": "Velmar tidal power plant", "turbines": [{"number": 1, "maker": "Hald", "megawatts": 4, "in_service": "2024-06-03"}, {"number": 2, "maker": "Hald", "megawatts": 4, "in_service": "2024-06-10"}], "total_megawatts": 48, "note": "Turbines 3 to 12 are of the same kind."}`},
		{Host: "velmar-archive.example", Path: "/2019/planning", Subject: "velmar", Title: "Planning of the Velmar tidal power plant",
			Site: "Velmar Archive",
			Date: "2019-02-11", Language: "en", Contrary: "60 megawatts", Type: page, Text: `The council of Velmar decided yesterday to plan a tidal power plant of 60 megawatts with fifteen turbines. It is to open in 2022 and to cost 270 million crowns.

The plan has to pass an examination of its effects on the environment first. The council expects the result within a year.`},
		{Host: "velmar-port.example", Path: "/docs/fish-monitoring.md", Subject: "velmar", Title: "Fish monitoring 2025", Site: "Port of Velmar",
			Language: "en", Official: true, Type: "text/markdown",
			Text: "# Fish monitoring 2025\n\nIn the first season **18,400 salmon** and 2,150 eels crossed the barrage through the [fish passes](http://odd.example/link).\n\n## Method\n\n- counting cameras in both passes\n- nets at the outlet, once a week\n\nThe survival of eels in the turbines was 94 percent.\n"},
		{Host: "tide-tables.example", Path: "/velmar.txt", Subject: "velmar", Title: "Tides at Velmar", Site: "Tide tables", Language: "en",
			Type: "text/plain",
			Text: "TIDES AT VELMAR, mean values\n\nSpring range 7.9 m, neap range 3.6 m.\nHigh water follows the reference port by 47 minutes.\n\nThe tidal power plant works at ranges above 3.0 m."},
	}
}
