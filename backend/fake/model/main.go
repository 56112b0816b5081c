// Command model serves the scripted model until its input ends: for tests that are not written in Go.
//
// It prints the address of a server that speaks Ollama's API and answers every step of research sensibly, from what stands in the prompt. With
// -stall it falls silent for that long in the middle of every answer of the step -at, with -read before every answer, and with -pause before every 16 bytes, as a slow model does; with -wide it lets a tree of
// questions grow as far as it may; with -weak it fails the test of a model, which it answers after -trial; the step -astray it answers in
// no shape that was asked for.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"rabbithole/backend/fake"
	"rabbithole/prompts"
)

func main() {
	stall := flag.Duration("stall", 0, "silence in the middle of an answer")
	at := flag.String("at", prompts.Settle.Name, "step whose answers stall")
	read := flag.Duration("read", 0, "silence before every answer")
	pause := flag.Duration("pause", 0, "silence before every part of an answer")
	astray := flag.String("astray", "", "step that is answered in no shape that was asked for")
	wide := flag.Bool("wide", false, "find no question answered, take each apart")
	weak := flag.Bool("weak", false, "take every sentence that tests a model for right")
	trial := flag.Duration("trial", 0, "silence before the answer to the test of a model")
	flag.Parse()
	server, stop := fake.Serve()
	defer stop()
	server.Trial = func(ctx context.Context) fake.ChatReply {
		select {
		case <-time.After(*trial):
		case <-ctx.Done():
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
		case *stall > 0 && r.Step() == *at:
			return fake.Failure{Stall: *stall, Midway: true}
		}
		return fake.Failure{Stall: *read}
	})
	fmt.Println(server.URL)
	io.Copy(io.Discard, os.Stdin)
}
