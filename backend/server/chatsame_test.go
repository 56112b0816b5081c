package server

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/report"
)

var cited = regexp.MustCompile(`\[(\d+)\]`)

// The numbers that are streamed are those of the citations, of the conversation as it is kept, and of the report.
func TestChat_StreamsWhatIsKept(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	all := messagesOf(t, s.request(t, "POST", "/v1/chat/messages", strings.NewReader(`{"message": "What was measured at Lindenhof School?"}`)).Body)
	text, run := "", dataOf[startMessage](t, all[0])
	var citations []answer.Citation
	for _, m := range all {
		switch m.kind {
		case "delta":
			d := dataOf[deltaMessage](t, m)
			if text += d.Text; d.Reset {
				text = d.Text
			}
		case "citations":
			citations = dataOf[citationsMessage](t, m).Citations
		}
	}
	next := 1
	for _, n := range cited.FindAllStringSubmatch(text, -1) { // the first mention of each source follows the order of the claims
		if n[1] == fmt.Sprint(next) {
			next++
		}
	}
	if len(citations) == 0 || next != len(citations)+1 {
		t.Errorf("%d citations in %q", len(citations), text)
	}
	for i, c := range citations {
		if c.Number != i+1 {
			t.Errorf("citation %d is numbered %d", i+1, c.Number)
		}
	}
	kept := ask[struct{ Messages []core.Message }](t, s, "GET", "/v1/chat/conversations/"+run.ConversationID, "", 200)
	if len(kept.Messages) != 1 || kept.Messages[0].Run != run.MessageID || kept.Messages[0].Answer != text || !reflect.DeepEqual(kept.Messages[0].Citations, citations) {
		t.Errorf("streamed %q with %+v, kept %+v", text, citations, kept.Messages)
	}
	r := ask[report.Report](t, s, "GET", "/api/reports/"+run.MessageID+"?format=json", "", 200)
	if len(r.Sources) != len(citations) || answer.Text(r) != text {
		t.Errorf("the report's sources %+v, its text %q", r.Sources, answer.Text(r))
	}
}
