package answer_test

import (
	"testing"

	"rabbithole/backend/flow/answer"
	"rabbithole/prompts"
)

func TestSettings_TheSpecificationsDefaults(t *testing.T) {
	s := answer.Settings{ChatMaxLoops: -3}.Filled()
	if s != answer.Defaults() {
		t.Errorf("filled up it is %+v", s)
	}
	chat, deep := s.Budget(answer.Chat), s.Budget(answer.Deep)
	for what, ok := range map[string]bool{
		"chat": chat.Loops == 2 && chat.Sources == 4 && chat.Queries == 4 && chat.Timeout.Seconds() == 20 && chat.Citations == 8 && !chat.Single,
		"deep": deep.Loops == 6 && deep.Sources == 16 && deep.Queries == 18 && deep.Timeout.Seconds() == 150 && deep.Citations == 12 && !deep.Single,
		"page": chat.Fetch.Seconds() == 12 && s.SourceMaxBytes == 1500000, "unknown": s.Budget("else") == chat,
	} {
		if !ok {
			t.Errorf("%s: %+v %+v", what, chat, deep)
		}
	}
	set := answer.Settings{ChatMaxLoops: 3, DeepTimeoutSeconds: 40, DeepSinglePass: true}.Filled()
	if set.Budget(answer.Chat).Loops != 3 || set.Budget(answer.Deep).Timeout.Seconds() != 40 || !set.Budget(answer.Deep).Single || set.Budget(answer.Deep).Loops != 1 {
		t.Errorf("%+v", set)
	}
}

func TestSettings_AModelGetsTheTimeItNeedsUnlessThePersonSetOne(t *testing.T) {
	seconds := func(s answer.Settings, pace float64) [2]int {
		s = s.For(prompts.Card{Pace: pace})
		return [2]int{s.ChatTimeoutSeconds, s.DeepTimeoutSeconds}
	}
	if slow, fast := seconds(answer.Settings{}, 60), seconds(answer.Settings{}, 1000); slow[0] <= fast[0] || slow[1] <= fast[1] || fast[0] < 20 || fast[1] < 150 {
		t.Errorf("slow %v, fast %v", slow, fast)
	}
	if unknown := seconds(answer.Settings{}, 0); unknown != seconds(answer.Settings{}, prompts.UnknownPace) {
		t.Errorf("a model that was never measured gets %v", unknown)
	}
	set := answer.Settings{ChatTimeoutSeconds: 20, ChatTimeoutSet: true, DeepTimeoutSeconds: 90, DeepTimeoutSet: true}
	if got := seconds(set, 60); got != [2]int{20, 90} {
		t.Errorf("what the person set became %v", got)
	}
}
