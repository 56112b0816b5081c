package explore

import (
	"encoding/json"
	"fmt"

	"rabbithole/backend/event"
	"rabbithole/backend/graph"
)

// heard tells what a person's word did to the tree.
func (f *run) heard(s State, m graph.Message) []event.Event {
	var d Steering
	if json.Unmarshal(m.Data, &d) != nil {
		return nil
	}
	text := said(s.Language, m.Kind, d)
	n := s.node(d.Node)
	if text == "" || n == nil {
		return nil
	}
	return []event.Event{event.New(EventSteered, NodeData{NodeID: n.ID, Depth: n.Depth(), Question: d.Question, Status: n.Status, Kept: n.Kept, Text: text})}
}

// said is the sentence for a person's word, "" for what is no branch's.
func said(language, kind string, d Steering) string {
	words := map[string]string{MessageStop: "You stopped question %s.", MessageReask: "In the place of question %s you ask: %s", MessageDig: "You had question %s taken apart."}
	under := "Under question %s you ask: %s"
	if language == "de" {
		words = map[string]string{MessageStop: "Sie haben Frage %s angehalten.", MessageReask: "Anstelle von Frage %s fragen Sie: %s", MessageDig: "Sie lassen Frage %s zerlegen."}
		under = "Unter Frage %s fragen Sie: %s"
	}
	switch form, ok := words[kind]; {
	case !ok:
		return ""
	case kind == MessageDig && d.Question != "":
		return fmt.Sprintf(under, d.Node, d.Question)
	case kind == MessageReask:
		return fmt.Sprintf(form, d.Node, d.Question)
	default:
		return fmt.Sprintf(form, d.Node)
	}
}
