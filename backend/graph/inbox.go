package graph

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"rabbithole/backend/event"
)

// receive reads the inbox and does what it says.
func (l *loop[S]) receive(ctx context.Context) error {
	inbox, err := l.r.store.Inbox(ctx, l.run.ID)
	if err != nil {
		return wrap("read inbox of", l.run.ID, err)
	}
	for _, m := range inbox {
		if slices.Contains(l.handled, m.ID) {
			continue
		}
		l.handled = append(l.handled, m.ID)
		e := MessageEvent{Kind: m.Kind}
		kind := MessageHandled
		err := l.obey(m)
		if err != nil {
			kind, e.Error = MessageRefused, err.Error()
		}
		l.events = append(l.events, event.New(kind, e))
		if err != nil {
			continue
		}
		told, err := l.told(m)
		if err != nil {
			return err
		}
		l.events = append(l.events, told...)
	}
	return nil
}

// obey does what one message says, or nothing and says why not.
func (l *loop[S]) obey(m Message) error {
	switch m.Kind {
	case MessageAnswer:
		return l.answer(m)
	case MessagePause:
		if l.stop == "" {
			l.stop = Paused
		}
		return nil
	case MessageCancel:
		l.stop = Cancelled
		return nil
	case MessageWake:
		l.pos.wake()
		l.changed = true
		for n := range l.running {
			l.woken[n] = true
		}
		return nil
	}
	return l.steer(m)
}

func (l *loop[S]) answer(m Message) error {
	var a answer
	if err := json.Unmarshal(m.Data, &a); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	if a.Answer == nil {
		a.Answer = json.RawMessage("null")
	}
	t, q := l.pos.answer(a)
	if t == nil {
		return fmt.Errorf("no open question %q", a.Question)
	}
	l.changed = true
	l.events = append(l.events, event.New(QuestionAnswered, QuestionEvent{Question: q, Node: t.Node, Task: t.id()}))
	return nil
}

// steer lets the graph's handler change a copy of the state and add tasks; both or neither take effect.
func (l *loop[S]) steer(m Message) error {
	g := l.r.graph
	if g.handle == nil {
		return fmt.Errorf("flow %q does not understand %q", g.name, m.Kind)
	}
	s, err := g.decodeState(l.state)
	if err != nil {
		return err
	}
	var tasks []Task
	err = guard("message "+m.Kind, func() (err error) {
		tasks, err = g.handle(&s, m)
		return err
	})
	if err != nil {
		return err
	}
	for _, t := range tasks {
		if t.err != nil {
			return t.err
		}
		if !slices.Contains(g.entries, t.Node) {
			return fmt.Errorf("message %q leads to %q, which OnMessage does not list", m.Kind, t.Node)
		}
	}
	state, err := g.encodeState(s)
	if err != nil {
		return err
	}
	return l.accept(state, tasks)
}

// told is what the flow has to say of a message that it carried out.
func (l *loop[S]) told(m Message) (out []event.Event, err error) {
	g := l.r.graph
	if g.heard == nil {
		return nil, nil
	}
	s, err := g.decodeState(l.state)
	if err != nil {
		return nil, err
	}
	err = guard("message "+m.Kind, func() error {
		out = g.heard(s, m)
		return nil
	})
	return out, err
}

// accept makes the handler's wishes the run's state and tasks.
func (l *loop[S]) accept(state json.RawMessage, tasks []Task) error {
	next := l.pos.clone()
	if slices.ContainsFunc(tasks, func(t Task) bool { return t.only }) {
		kept, err := l.r.graph.apply(state, changesOf(next.collect()))
		if err != nil {
			return err
		}
		state, next.Tasks = kept, nil
	}
	for _, t := range tasks {
		if err := next.add(&l.r.graph.layout, t); err != nil {
			return err
		}
	}
	l.state, l.pos, l.changed = state, next, true
	l.abandon()
	return nil
}

// abandon stops the running tasks that are not under way any more.
func (l *loop[S]) abandon() {
	for n, cancel := range l.running {
		if l.pos.find(n) == nil {
			l.dropped[n] = true
			cancel()
		}
	}
}
