// Command model serves the scripted model until its input ends: for tests that are not written in Go.
//
// It prints the address of a server that speaks Ollama's API and answers every step of research sensibly, from what stands in the prompt. With
// -stall it falls silent for that long in the middle of every answer of the step -at, with -read before every answer, and with -pause before every 16 bytes, as a slow model does; with -hold
// it falls silent in the middle of every answer of that step until a line "go" comes in, and again after a line "hold"; with -wide it lets a tree of
// questions grow as far as it may; with -weak it fails the test of a model, which -hold trial holds; the step -astray it answers in
// no shape that was asked for.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"sync"

	"rabbithole/backend/fake"
)

func main() {
	stall := flag.Duration("stall", 0, "silence in the middle of an answer")
	at := flag.String("at", "", "step whose answers stall")
	read := flag.Duration("read", 0, "silence before every answer")
	pause := flag.Duration("pause", 0, "silence before every part of an answer")
	astray := flag.String("astray", "", "step that is answered in no shape that was asked for")
	wide := flag.Bool("wide", false, "find no question answered, take each apart")
	weak := flag.Bool("weak", false, "take every sentence that tests a model for right")
	hold := flag.String("hold", "", `step whose answers wait in the middle for a line "go", or "trial"`)
	flag.Parse()
	var held gate
	held.shut()
	server, stop := fake.Serve()
	defer stop()
	server.Trial = func(ctx context.Context) fake.ChatReply {
		if *hold == "trial" {
			select {
			case <-held.opened():
			case <-ctx.Done():
			}
		}
		if *weak {
			return fake.Credulous(ctx)
		}
		return fake.Discerning(ctx)
	}
	answer := fake.Sensible
	if *wide {
		answer = fake.Wide()
	}
	server.Script(func(req fake.ChatRequest) fake.ChatReply {
		reply := answer(req)
		if req.Step == *astray && *astray != "" {
			reply = fake.ChatReply{Text: "With pleasure: here is what I think of it."}
		}
		reply.Pause = *pause
		return reply
	})
	server.Break(func(r fake.Request) fake.Failure {
		switch {
		case r.Loads():
			return fake.Failure{}
		case *hold != "" && r.Step() == *hold:
			return fake.Failure{Held: held.opened(), Midway: true}
		case *stall > 0 && r.Step() == *at:
			return fake.Failure{Stall: *stall, Midway: true}
		}
		return fake.Failure{Stall: *read}
	})
	fmt.Println(server.URL)
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch in.Text() {
		case "go":
			held.open()
		case "hold":
			held.shut()
		}
	}
}

// A gate holds whoever waits for it until it is opened; it may be shut again.
type gate struct {
	mu sync.Mutex
	ch chan struct{} // closed: open
}

func (g *gate) opened() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ch
}

func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.ch:
	default:
		close(g.ch)
	}
}

// shut holds who comes from now on.
func (g *gate) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ch = make(chan struct{})
}
