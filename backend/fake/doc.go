// Package fake holds stand-ins for tests: a scripted model server that speaks Ollama's API and answers sensibly from the evidence in
// the prompt, ways to make it fail as real servers do, and a real Ollama server on a private port.
//
// It promises that everything is deterministic and stays on this computer. No file of the program proper imports it; the benchmark does,
// for a run that is the same every time.
package fake
