// Package kb is the sample knowledge base: seven PDFs about radon and radiation protection, written for this program, dense with
// references to one another. `make demo` asks them a question, and tests ask them many.
//
// The files are ordinary PDFs; the program knows them by their content alone, to offer questions for them (Examples). Their text is in
// kb/text, and what is hidden in them (a contradiction, a work that is missing, a scanned page, a question without an answer) in
// kb/README.md.
package kb

import "embed"

// Files holds the PDFs of the sample library, named as a person would see them.
//
//go:embed *.pdf
var Files embed.FS

// Question is a hard one. Its answer stands in no single document: a memo gives the corrected value, the handbook it
// refers to gives the action class and the remediation, and the protocol which that refers to gives the verification.
const Question = "The craft room of Lindenhof School was measured for radon: which action class does the corrected annual mean fall into, " +
	"what remediation does that class call for, and how must its success be verified?"

// Frage is the question in German: from the duty in one paragraph to the time limits in an annex, and on to what follows when
// the remediation fails.
const Frage = "Was muss der Verantwortliche tun, wenn an einem Arbeitsplatz der Referenzwert für Radon überschritten wird, welche " +
	"Fristen gelten dafür, und wann muss der Arbeitsplatz angemeldet werden?"

// Unanswerable is a question the library has no answer to, though its words stand all over it.
const Unanswerable = "How much does the installation of an active sub-slab depressurisation system cost in euros?"

// Disputed is a question on which two documents of the library contradict each other.
const Disputed = "For how long shall the exposure of a detector last for a decision about remediation?"
