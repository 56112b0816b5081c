package answer_test

import (
	"testing"

	"rabbithole/backend/flow/answer"
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
