// Command model serves the scripted model until its input ends: for tests that are not written in Go.
//
// It prints the address of a server that speaks Ollama's API and answers every step of research sensibly, from what stands in the prompt. With
// -stall it falls silent for that long in the middle of every answer of the step -at, as a slow model does; with -wide it lets a tree of
// questions grow as far as it may; the step -astray it answers in no shape that was asked for.
package main

import (
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
	at := flag.String("at", prompts.Respond.Name, "step whose answers stall")
	astray := flag.String("astray", "", "step that is answered in no shape that was asked for")
	wide := flag.Bool("wide", false, "find no question answered, take each apart")
	flag.Parse()
	server, stop := fake.Serve()
	defer stop()
	if *wide {
		server.Script(fake.Wide())
	}
	if *astray != "" {
		server.Script(func(req fake.ChatRequest) fake.ChatReply {
			if req.Step == *astray {
				return fake.ChatReply{Text: "With pleasure: here is what I think of it."}
			}
			return fake.Sensible(req)
		})
	}
	server.Break(func(r fake.Request) fake.Failure {
		if r.Step() != *at {
			return fake.Failure{}
		}
		return fake.Failure{Stall: *stall, Midway: *stall > time.Duration(0)}
	})
	fmt.Println(server.URL)
	io.Copy(io.Discard, os.Stdin)
}
