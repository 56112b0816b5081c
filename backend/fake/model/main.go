// Command model serves the scripted model until its input ends: for tests that are not written in Go.
//
// It prints the address of a server that speaks Ollama's API and answers every step of research sensibly, from what stands in the prompt.
package main

import (
	"fmt"
	"io"
	"os"

	"rabbithole/backend/fake"
)

func main() {
	server, stop := fake.Serve()
	defer stop()
	fmt.Println(server.URL)
	io.Copy(io.Discard, os.Stdin)
}
