package step_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/budget"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/reason"
	"rabbithole/backend/refs"
	"rabbithole/backend/relevance"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/prompts"
)

// words is the lexicon of the invented texts, made once: it is a snapshot in memory.
var words struct {
	sync.Once
	relevance.Lexicon
}

func lexicon(t *testing.T) relevance.Lexicon {
	t.Helper()
	words.Do(func() {
		_, kit := shelf.New(t, shelf.Invented(t))
		words.Lexicon = kit.Lexicon
	})
	return words.Lexicon
}

// kit is what the steps work with in a test, and what they say meanwhile.
type kit struct {
	*step.Kit
	events []event.Event
}

func newKit(t *testing.T, m *oracle) *kit {
	t.Helper()
	k := &kit{Kit: &step.Kit{Engine: extract.Engine{Lexicon: lexicon(t), Library: blank{}}, Caller: reason.Caller{Meter: &budget.Meter{}}}}
	k.Emit = func(_ context.Context, e event.Event) { k.events = append(k.events, e) }
	if m != nil {
		k.Model = m
	}
	return k
}

// blank is a library of documents whose first pages say nothing.
type blank struct{ extract.Library }

func (blank) Document(_ context.Context, hash string) (source.Document, error) {
	return source.Document{Hash: hash, Name: hash}, nil
}
func (blank) PageText(context.Context, string, int) (string, error) { return "", nil }
func (blank) Documents(context.Context) ([]source.Document, error) {
	return nil, nil
}

func (blank) Pointed(context.Context, string) ([]refs.Mention, error) { return nil, nil }

func (k *kit) count(kind event.Kind) int {
	return len(slices.DeleteFunc(slices.Clone(k.events), func(e event.Event) bool { return e.Kind != kind }))
}

// oracle is a model that gives its replies one after the other, the last one for ever, and remembers what it was asked. A reply is a
// string (the text), an error, a prompts.Reply, a func(prompts.Call) any, or a value that is sent as JSON.
type oracle struct {
	numCtx  int // 16384 when 0
	replies []any
	calls   []prompts.Call
}

func (o *oracle) Card() prompts.Card {
	if o.numCtx == 0 {
		return prompts.Card{Name: "oracle", NumCtx: 16384}
	}
	return prompts.Card{Name: "oracle", NumCtx: o.numCtx}
}

func (o *oracle) Generate(ctx context.Context, call prompts.Call, _ func(string)) (prompts.Reply, error) {
	o.calls = append(o.calls, call)
	if err := ctx.Err(); err != nil {
		return prompts.Reply{}, err
	}
	reply := o.replies[min(len(o.calls), len(o.replies))-1]
	if f, ok := reply.(func(prompts.Call) any); ok {
		reply = f(call)
	}
	switch r := reply.(type) {
	case error:
		return prompts.Reply{}, r
	case string:
		return prompts.Reply{Text: r, DoneReason: "stop", PromptTokens: 50, ReplyTokens: 5}, nil
	case prompts.Reply:
		return r, nil
	}
	raw, err := json.Marshal(reply)
	return prompts.Reply{Text: string(raw), DoneReason: "stop", PromptTokens: 50, ReplyTokens: 5}, err
}

// The questions of the tables: one per language, and one the twins have no words for.
var (
	english = ask.Question{Text: "How far from the road must a beehive stand, and who registers it?", Language: "en"}
	german  = ask.Question{Text: "Wie hoch ist der Grenzwert für die Helligkeit einer Laterne, und wer prüft sie?", Language: "de"}
	chinese = ask.Question{Text: "船上的灯笼最大亮度是多少？谁来检查？", Language: "zh"}
	all     = []ask.Question{english, german, chinese, {Text: "?", Language: "en"}, {Text: "Hive", Language: "en"}, {Text: "ist", Language: "de"}}
)

// fits says whether a value meets the schema of T, as a model's answer must.
func fits[T any](t *testing.T, what string, v T) {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := prompts.Check[T](raw); err != nil {
		t.Errorf("%s does not fit its schema: %v\n%s", what, err, raw)
	}
}
