package extract

// What orders words, passages and quotes stands here together: each weight is seen beside those that it competes with. They were set by hand. What another value does
// is seen question by question with `rabbithole eval answers --json` and `rabbithole eval ask --json`, over filings, manuals, surveys and laws; what most of them decide, in weights_test.go.

// What words weigh beside each other in a profile.
const (
	taskWeight  = 0.7 // a task beside the question,
	taskLed     = 0.5 // and beside the question with the sentence whose reference led to a passage
	queryWeight = 0.8 // a query beside the question, for a summary
	besides     = 0.2 // never more than this share of what such a clause weighs itself
)

// What a passage weighs: from 0 to 1, after the square root of relevance.
const (
	ofQuestion   = 0.8     // of its score that the question alone makes; the rest makes the question with the task
	inherited    = 0.7     // of the score of the sentence whose reference led to it that it has by that; the rest it earns by what it shares with it
	leastShared  = 0.2     // what it must share at least
	subjectShare = 1.0 / 3 // of the words of a profile that are its subject, the weightiest
	clauseShare  = 0.5     // the same of the first clause, where others speak of what that names
	unanswering  = 0.5     // the most of one that has none of them
	partial      = 0.9     // one that answers one clause of several, measured by that clause
	foundShare   = 0.1     // of what it lacks that being found adds, in full for the score 1 of search
	clearMargin  = 0.05    // from which the first hit of a search stands out
	firstScore   = 0.65    // the least of one that stands out
)

// What of a quote's words counts.
const (
	focusWeight = 0.25 // of its score that it loses if all it says is something else
	underHead   = 0.1  // what is said above a unit when a passage is read
	headWeight  = 0.5  // of a sentence of a person's file: what stands under "Duties of the officer" need not say so again
	standing    = 0.1  // of its score that its evidence's relevance to the whole question makes
	entryScore  = 0.7  // of all there is to say that the entry of a list for just what is asked says at least
	nearlyWhole = 0.9  // of a name that must stand before the words of a definition or a duty
)

// What a quote gains.
const (
	bySearch      = 0.5  // added, for where the search's first hit stands; for others by their score
	kindBonus     = 1.15 // it states the kind of thing asked for
	quantityBonus = 1.2  // it has a quantity where one is asked for,
	definingBonus = 1.3  // it defines what the clause asks for,
	entryBonus    = 1.6  // as the entry of a list of definitions does,
	tellingBonus  = 1.2  // or as a sentence may that begins by saying what it is
	namedBonus    = 0.25 // added, the question itself points to where it stands: in full where it carries half of what is asked, or the place itself is asked for
)

// What is left of one that falls short.
const (
	otherwise    = 0.85 // it states nothing of the kind asked for
	announcement = 0.4  // it only says what follows
)

// From which share of another a quote is taken.
const (
	nearby      = 0.3  // of how high the search puts the first
	besideUnit  = 0.45 // of the best quote of its passage
	asGoodAsAny = 0.8  // as one more while there is room
	besidePoint = 0.6  // of the best quote of the question: below it is beside the point,
	besideHop   = 0.4  // where the answer led to it
	worthHop    = 0.4  // of the best quote that a reference leads to, beside that
	worthAdding = 0.1  // of a clause's weight: from here a text is about it
)
