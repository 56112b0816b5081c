package related

import "rabbithole/backend/event"

// The flow's events. Page text is in none of them.
const (
	EventStatus event.Kind = "related.status" // StatusData
	EventStep   event.Kind = "related.step"   // StepData
)

// StatusData says how far a run is.
type StatusData struct {
	Article int64  `json:"articleId"`
	Status  Status `json:"status"`
	Doing   Doing  `json:"doing"`
	Message string `json:"message"` // for people, in the language of the run
}

// StepData tells what was done.
type StepData struct {
	Text string `json:"text"`
}
