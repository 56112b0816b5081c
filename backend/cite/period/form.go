package period

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	year   = `(?:19|20)\d\d`
	count  = `(?:three|six|nine|twelve|drei|sechs|neun|zwölf|3|6|9|12)`
	weeks  = `(?:13|14|26|27|39|40|52|53|thirteen|fourteen|twenty-six|thirty-nine|fifty-two|fifty-three)`
	month  = `(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez)\.?`
	ended  = `(?:end(?:ed|ing|s)|endete\w*|endend\w*|zum|bis(?: zum)?)(?: am| on)?`
	day    = `(?:` + month + ` \d{1,2},? ` + year + `|\d{1,2}\. ?(?:` + month + ` |\d{1,2}\. ?)` + year + `|` + month + ` \d{1,2}\b|` + year + `)`
	more   = `(?:(?:,| and| und| or| oder| compared (?:to|with)| vs\.?| from| gegenüber)(?: the)? ` + day + `)*`
	nth    = `(?P<nth>first|second|third|fourth|1st|2nd|3rd|4th|[1-4]\.|erste|zweite|dritte|vierte)[nrsm]?`
	ofYear = `(?:,? (?:of|in|des|im|vom))?(?: (?:the|our|this|its))?(?: fiscal(?: years?)?| financial years?| geschäftsjahr\w*| fy| gj| (?:calendar )?years?| jahr\w*)?(?: |')*(?P<year>` + year + `)\b`
)

// forms are how stretches of time are written, longer ones first.
var forms = []*regexp.Regexp{
	regexp.MustCompile(`(?i)\b(?:(?P<also>` + count + `)(?:[ -]months?)?,? (?:and|und|or|oder) )?(?P<length>` + count + `)[ -](?:months?|monat\w*)(?: periods?)?,? ` + ended + `(?P<days> ` + day + more + `)?`),
	regexp.MustCompile(`(?i)\b(?P<length>` + weeks + `)[ -]weeks?(?: periods?)? ` + ended + `(?P<days> ` + day + more + `)?`),
	regexp.MustCompile(`(?i)\b(?P<nth>first|ersten?) (?P<length>` + count + `) (?:months?|monat\w*)(?:` + ofYear + `)?`),
	regexp.MustCompile(`(?i)\b(?P<length>` + count + `) (?:months?|monat\w*)` + ofYear),
	regexp.MustCompile(`(?i)\b` + nth + `(?: fiscal| calendar)?[ -](?P<part>quarters?|quartal\w*|half(?:[ -]?years?)?\b|halbjahr\w*)(?:` + ofYear + `)?`),
	regexp.MustCompile(`(?i)\b(?P<part>[qh])(?P<nth>[1-4])(?:` + ofYear + `|[ /-]?'?(?P<short>\d\d(?:\d\d)?)\b|\b)`),
	regexp.MustCompile(`(?i)\b(?P<nth>[1-4])(?P<part>[qh])[ /-]?'?(?P<short>\d\d(?:\d\d)?)\b`),
	regexp.MustCompile(`(?i)\b(?P<part>quarters?|quarterly periods?|quartal\w*|halbjahr\w*),? ` + ended + `(?P<days> ` + day + more + `)?`),
	regexp.MustCompile(`(?i)\b(?P<part>qtd)\b`),
	regexp.MustCompile(`(?i)\b(?P<whole>(?:(?:fiscal|financial) )?years?|geschäftsjahr\w*|jahr\w*),? ` + ended + `(?P<days> ` + day + more + `)?`),
	regexp.MustCompile(`(?i)\b(?P<whole>(?:fiscal(?: years?)?|financial years?|geschäftsjahr\w*|fy|gj)|full[ -]years?) ?'?(?P<short>` + year + `|\d\d\b)(?P<days>` + more + `)`),
	regexp.MustCompile(`\b(?P<days>` + year + `)\b`),
}

var number = map[string]int{"first": 1, "1st": 1, "1.": 1, "1": 1, "erste": 1, "ersten": 1, "second": 2, "2nd": 2, "2.": 2, "2": 2, "zweite": 2,
	"third": 3, "3rd": 3, "3.": 3, "3": 3, "dritte": 3, "fourth": 4, "4th": 4, "4.": 4, "4": 4, "vierte": 4,
	"three": 3, "drei": 3, "six": 6, "sechs": 6, "6": 6, "nine": 9, "neun": 9, "9": 9, "twelve": 12, "zwölf": 12, "12": 12,
	"13": 3, "14": 3, "thirteen": 3, "fourteen": 3, "26": 6, "27": 6, "twenty-six": 6, "39": 9, "40": 9, "thirty-nine": 9, "52": 12, "53": 12, "fifty-two": 12, "fifty-three": 12}

var yearNumber = regexp.MustCompile(year)

// point matches what stands before a stretch of which only the end or the beginning is meant.
var point = regexp.MustCompile(`(?i)\b(?:end|beginning|start|close|ende|anfang|beginn)(?: of| des| der| vom)?(?: the| our| its)?\s$`)

// Of returns the stretches of time that a text names, each once.
func Of(text string) []Period {
	text = strings.Join(strings.Fields(text), " ")
	var out []Period
	for _, form := range forms {
		for _, at := range form.FindAllStringSubmatchIndex(text, -1) {
			before := text[:at[0]]
			found := map[string]string{}
			for i, name := range form.SubexpNames() {
				if name != "" && at[2*i] >= 0 {
					found[name] += text[at[2*i]:at[2*i+1]]
				}
			}
			for _, p := range read(found) {
				if !slices.Contains(out, p) && !point.MatchString(before) {
					out = append(out, p)
				}
			}
			text = before + strings.Repeat("\x00", at[1]-at[0]) + text[at[1]:] // what is read is read once
		}
	}
	return out
}

// read makes periods of what the groups of a form found.
func read(found map[string]string) []Period {
	p := Period{Nth: number[strings.ToLower(found["nth"])]}
	switch part := strings.ToLower(found["part"]); {
	case strings.HasPrefix(part, "q"):
		p.Months = quarter
	case strings.HasPrefix(part, "h"):
		p.Months = half
	case found["whole"] != "":
		p.Months = fullYear
	default:
		p.Months = number[strings.ToLower(found["length"])]
	}
	lengths := []int{p.Months}
	if also := found["also"]; also != "" {
		lengths = append(lengths, number[strings.ToLower(also)])
	}
	var years []int
	for _, y := range []string{found["year"], found["short"]} {
		if n, err := strconv.Atoi(y); err == nil {
			if n < 100 {
				n += 2000
			}
			years = append(years, n)
		}
	}
	days := yearNumber.FindAllString(found["days"], -1)
	for _, y := range days {
		n, _ := strconv.Atoi(y)
		years = append(years, n)
	}
	p.Ended = len(days) > 0 && p.Months > 0 && found["short"] == ""
	if len(years) == 0 {
		years = []int{0}
	}
	var out []Period
	for _, p.Months = range lengths {
		for _, p.Year = range years {
			out = append(out, p)
		}
	}
	return out
}
