package step

import "rabbithole/backend/step/ask"

// What a question is, as package ask reads it.
type (
	Question = ask.Question
	Home     = ask.Home
	Part     = ask.Part
)
