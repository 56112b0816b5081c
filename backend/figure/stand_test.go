package figure

import (
	"strings"
	"testing"
)

func TestStand_WhatStandsInAnotherForm(t *testing.T) {
	for claim, text := range map[string]string{
		"It is checked every twelve months.":               "Every lantern is inspected once a year.",
		"Sie werden alle zwölf Monate geprüft.":            "Sie sind jährlich zu prüfen.",
		"The limit is 20 millisieverts.":                   "Der Grenzwert beträgt 20 mSv im Kalenderjahr.",
		"The loss was 1.3 million dollars.":                "Net income (loss) ... $ (1,301) (in thousands)",
		"Three times 1,200 bytes, which is 3,600 bytes.":   "at most three times ... datagrams of at least 1200 bytes",
		"It must be reported within three days.":           "not later than 72 hours after having become aware of it",
		"The share rose by 2.5 percentage points.":         "from 10.0 % to 12.5 %",
		"Only 39% of those below $30,000 go online.":       "<$30,000 39 25\n$30,000-$49,999 63 53",
		"90% of the richest seniors go online.":            "d $75,000+ (n=274) 90ab",
		"As of 2014, 59% of them are online.":              "Pew, 2014. Six in ten seniors—59%—are online.",
		"It was 22% of net sales in 2019 and 21% in 2018.": "22% and 21% of net sales for the years ended December 31, 2019 and 2018, respectively",
		"2019 oder 59 %":                                      "im Jahr 2019 waren es 59 %",
		"It weighs 2000 to 2500 kg.":                          "from 2,000 to 2,500 kg",
		"Zwischen 2000 und 2500 kg sind erlaubt.":             "2.000 bis 2.500 kg",
		"60% of urban seniors go online.":                     "Urban (n=413) 60c\nRural (n=355) 50",
		"Die Quote stieg um 3,0 Prozentpunkte.":               "Cost of sales 56.2 % 53.2 % 3.0 %",
		"Der Umsatz betrug 2,41 Milliarden.":                  "2,410 (in millions)",
		"Paragraph 62 StrlSchG says so.":                      "gemäß § 62 StrlSchG",
		"59 % of them are online.":                            "Six in ten seniors—59%—report using the internet.",
		"The period ends on 31 March 2025.":                   "bis zum 31.03.2025",
		"Within ten working days from 3 March 2025 it is due": "innerhalb von zehn Arbeitstagen ab dem 03.03.2025",
	} {
		if s := Stand(claim, text); len(s.Missing) > 0 {
			t.Errorf("%q of %q: missing %q", claim, text, s.Missing[0].Text)
		}
	}
}

func TestStand_WhatStandsNowhere(t *testing.T) {
	for claim, want := range map[string]string{
		"The limit is 30 mSv.":                 "30 mSv",
		"The limit is 20 Sv.":                  "20 Sv",
		"It must be reported within 96 hours.": "96 hours",
		"The law was passed on 4 May 2021.":    "4 May 2021",
		"Section 63 says so.":                  "63",
		"The revenue was 5.2 billion dollars.": "5.2 billion dollars",
	} {
		text := "Section 62. The limit is 20 mSv in a calendar year. It is reported within 72 hours. Passed on 3 May 2020. Revenue: 2,410 million dollars."
		s := Stand(claim, text)
		if len(s.Missing) != 1 || !strings.Contains(s.Missing[0].Text, want) {
			t.Errorf("%q: missing %+v, derived %+v, want %q", claim, s.Missing, s.Derived, want)
		}
	}
}

// The sum is shown as it can be checked.
func TestStand_ShowsTheSum(t *testing.T) {
	s := Stand("Together they are 1,520 pages.", "The first has 1,200 pages, the second 320 pages.")
	if len(s.Derived) != 1 || !strings.Contains(s.Derived[0].Formula, "1,200 + 320 = 1,520") {
		t.Errorf("%+v", s)
	}
}

// What a table says stands there, and needs no sum.
func TestStand_PercentagePointsStandAsPercent(t *testing.T) {
	if s := Stand("Die Quote stieg um 3,0 Prozentpunkte.", "Cost of sales 56.2 % 53.2 % 3.0 %"); len(s.Missing)+len(s.Derived) > 0 {
		t.Errorf("%+v", s)
	}
}

// What fits by chance is no sum: a half that would be rounded up, percent of one thing and of another, times and pure numbers.
func TestStand_NoSumByChance(t *testing.T) {
	for claim, text := range map[string]string{
		"At least 10 people are employed.":         "Article 38 (1). At least 20 people.",
		"Firms with 10 persons must appoint one.":  "(2) At least 20 persons are employed. Absatz 2",
		"The dose is 20 Mikrosievert.":             "fünf Arbeiter, 3 Anträge je Kalenderjahr",
		"It is due after acht Monaten.":            "one month after receipt, eight weeks at most",
		"The share rose to 59 %.":                  "It rose to 53 %. There were 6 offices.",
		"The rate is 5.7 %.":                       "43 % in 7.6 regions",
		"It grew by 20 %.":                         "Three months ended, 14,680 sold",
		"The notice may take 2,000 days at least.": "per week and in weeks to come",
	} {
		if s := Stand(claim, text); len(s.Derived) > 0 {
			t.Errorf("%q: %+v", claim, s.Derived)
		}
	}
	if s := Stand("In 50 weeks they work 2,000 hours.", "40 hours a week, 50 weeks"); len(s.Missing) > 0 {
		t.Errorf("missing: %+v", s.Missing)
	}
}

// Of several sums that fit, none is told; that of the sentence's own figures is.
func TestStand_TellsTheSumThatIsMeant(t *testing.T) {
	table := "Operating income 1,795 3,039. Revenue 46,298 51,761. Dividends 723 732. Share buyback 432 601. Operating cash flow 1,261 1,526. Margin 20.8 %."
	for claim, want := range map[string]string{
		"Dividends of 723 million and buybacks of 432 million came to 92 % of the cash flow of 1,261 million.": "(723 million + 432 million) / 1,261 million = 91.59 %",
		"Operating income of 1,795 million is 3.9 % of revenue of 46,298 million.":                             "1,795 million / 46,298 million = 3.88 %",
		"It paid out about 72 %.":                                    "",
		"The margin was about 3.7 %, and the dividends 723 million.": "",
	} {
		s := Stand(claim, table)
		for _, d := range s.Derived {
			if d.Formula != want {
				t.Errorf("%q: %q, want %q", claim, d.Formula, want)
			}
		}
		if want != "" && len(s.Derived) != 1 {
			t.Errorf("%q: %+v", claim, s)
		}
	}
}

func TestWordValue_GermanThousands(t *testing.T) {
	for form, want := range map[string]float64{"einhunderttausend": 100_000, "fünfzigtausend": 50_000, "zweihundertfünfzigtausend": 250_000,
		"zweitausendfünfhundert": 2_500, "dreihundert": 300, "zweiundsiebzig": 72} {
		if got, ok := wordValue(form); !ok || got != want {
			t.Errorf("%s is %v, %v", form, got, ok)
		}
	}
}

// Cells without a sign are figures in whatever the sentence says, also where the next cell is an amount of money.
func TestStand_ACellTakesNoUnitFromTheNext(t *testing.T) {
	if s := Stand("Sales grew 0.9%, while currency took 5.3%.", "Worldwide\t$ 23,706\t24,804\t(4.4) %\t0.9\t(5.3)\t$ 94,943\t93,775"); len(s.Missing)+len(s.Derived) > 0 {
		t.Errorf("%+v", s)
	}
}

func TestStand_TwoTimesAsASign(t *testing.T) {
	for claim, text := range map[string]string{"It runs 2.15 times as fast.": "a speedup of 2.15x over all sets", "The speedup is 2.15x.": "It is 2.15 times as fast.", "3 x 1,200 pages are 3,600 pages.": "3 parts of 1,200 pages"} {
		if s := Stand(claim, text); len(s.Missing) > 0 {
			t.Errorf("%q: %+v", claim, s.Missing)
		}
	}
}

// Between a year and a day lies no time that can be told.
func TestStand_NoTimeBetweenAYearAndADay(t *testing.T) {
	if s := Stand("In the six months revenue fell.", "The quarter ended 2023-07-02; more is expected for 2024."); len(s.Derived) > 0 {
		t.Errorf("%+v", s.Derived)
	}
	if s := Stand("It took three years.", "It began in 2019 and ended in 2022."); len(s.Missing) > 0 {
		t.Errorf("%+v", s.Missing)
	}
}

// The end of a range takes no unit over "and": "at ages 75-79 and 37 % at 80" tells an age and a share.
func TestStand_AnAgeIsNoShare(t *testing.T) {
	claim := "Use falls from 74% at ages 65-69 and 68% in the early 70s to 47% at 75-79 and 37% at 80 or older."
	text := "74% of seniors in the 65-69 age group go online. Some 68% of Americans in their early 70s do. It falls to 47% among 75-79 year olds. Of those 80 years of age or older 37% use the internet."
	if s := Stand(claim, text); len(s.Missing)+len(s.Derived) > 0 {
		t.Errorf("%+v", s)
	}
	if s := Stand("The share is between 52 and 68%.", text); len(s.Missing) != 1 {
		t.Errorf("%+v", s)
	}
}
