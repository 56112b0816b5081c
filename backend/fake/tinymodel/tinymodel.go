// Package tinymodel makes a language model out of nothing: a one-layer llama with random weights and a byte-level vocabulary,
// about 300 KB, always the same bytes. A real Ollama server loads it and answers chat, embeddings and model facts with it, so the
// plumbing can be tested where no weights can be downloaded. It knows nothing: with a JSON schema it writes valid nonsense.
//
// For tests only.
package tinymodel

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"

	"github.com/ollama/ollama/api"
)

// The shape of the model. Context is its trained context length in tokens; one token is one byte.
const (
	Context    = 131072
	Width      = 64 // also the dimension of its embeddings
	heads      = 4
	inner      = 128
	vocabulary = 260
)

// template is a chat template without special tokens: system, then prompt, each on its own line.
const template = "{{ if .System }}{{ .System }}\n{{ end }}{{ if .Prompt }}{{ .Prompt }}\n{{ end }}{{ .Response }}"

// tooled is a chat template of a model that may be given tools: they stand first, then what was said, tool calls as a model would write them.
const tooled = "{{ if .System }}{{ .System }}\n{{ end }}{{ range .Tools }}{{ . }}\n{{ end }}{{ range .Messages }}{{ .Role }}: {{ .Content }}" +
	"{{ range .ToolCalls }}{\"name\": \"{{ .Function.Name }}\", \"parameters\": {{ .Function.Arguments }}}{{ end }}\n{{ end }}{{ .Response }}"

// Create makes the model known to the server at base under name. A nil client fails.
func Create(ctx context.Context, client *http.Client, base *url.URL, name string) error {
	return create(ctx, client, base, name, template)
}

// CreateTooled makes the model known as one that may be given tools.
func CreateTooled(ctx context.Context, client *http.Client, base *url.URL, name string) error {
	return create(ctx, client, base, name, tooled)
}

func create(ctx context.Context, client *http.Client, base *url.URL, name, template string) error {
	file := Bytes()
	sum := sha256.Sum256(file)
	digest := "sha256:" + hex.EncodeToString(sum[:])
	server := api.NewClient(base, client)
	if err := server.CreateBlob(ctx, digest, bytes.NewReader(file)); err != nil {
		return fmt.Errorf("upload the tiny model: %w", err)
	}
	req := &api.CreateRequest{Model: name, Files: map[string]string{"tiny.gguf": digest}, Template: template}
	if err := server.Create(ctx, req, func(api.ProgressResponse) error { return nil }); err != nil {
		return fmt.Errorf("create model %s: %w", name, err)
	}
	return nil
}

// Bytes returns the GGUF file. The same bytes every time.
func Bytes() []byte {
	w := &writer{}
	describe(w)
	words := tokens()
	w.str("tokenizer.ggml.model", "gpt2")
	w.str("tokenizer.ggml.pre", "default")
	w.strs("tokenizer.ggml.tokens", words)
	w.ints("tokenizer.ggml.token_type", kinds())
	w.strs("tokenizer.ggml.merges", []string{words[' '] + " " + words[' ']}) // one is enough for the reader; its product is no token
	w.uint("tokenizer.ggml.bos_token_id", 256)
	w.uint("tokenizer.ggml.eos_token_id", 257)
	w.uint("tokenizer.ggml.unknown_token_id", 258)
	w.uint("tokenizer.ggml.padding_token_id", 259)
	w.tensors = weights()
	return w.bytes()
}

func describe(w *writer) {
	w.str("general.architecture", "llama")
	w.str("general.name", "tiny")
	w.uint("general.file_type", 0)
	w.uint("llama.vocab_size", vocabulary)
	w.uint("llama.context_length", Context)
	w.uint("llama.embedding_length", Width)
	w.uint("llama.block_count", 1)
	w.uint("llama.feed_forward_length", inner)
	w.uint("llama.attention.head_count", heads)
	w.uint("llama.attention.head_count_kv", heads)
	w.uint("llama.rope.dimension_count", Width/heads)
	w.float("llama.rope.freq_base", 10000)
	w.float("llama.attention.layer_norm_rms_epsilon", 1e-5)
}

// tokens returns the vocabulary: GPT-2's printable stand-ins for the 256 bytes, in byte order, then four control tokens.
func tokens() []string {
	list := make([]string, 0, vocabulary)
	next := rune(256)
	for b := rune(0); b < 256; b++ {
		if b >= '!' && b <= '~' || b >= 0xA1 && b <= 0xAC || b >= 0xAE {
			list = append(list, string(b))
			continue
		}
		list = append(list, string(next))
		next++
	}
	return append(list, "<s>", "</s>", "<unk>", "<pad>")
}

// kinds marks the bytes as normal tokens (1) and the rest as control tokens (3).
func kinds() []int32 {
	list := make([]int32, vocabulary)
	for i := range list {
		list[i] = 1
		if i >= 256 {
			list[i] = 3
		}
	}
	return list
}

func weights() []tensor {
	random := rand.New(rand.NewPCG(20, 26))
	const w, v = uint64(Width), uint64(vocabulary)
	return []tensor{
		{"token_embd.weight", []uint64{w, v}, embeddings(random)},
		{"blk.0.attn_norm.weight", []uint64{w}, ones(Width)},
		{"blk.0.attn_q.weight", []uint64{w, w}, noise(random, Width*Width)},
		{"blk.0.attn_k.weight", []uint64{w, w}, noise(random, Width*Width)},
		{"blk.0.attn_v.weight", []uint64{w, w}, noise(random, Width*Width)},
		{"blk.0.attn_output.weight", []uint64{w, w}, noise(random, Width*Width)},
		{"blk.0.ffn_norm.weight", []uint64{w}, ones(Width)},
		{"blk.0.ffn_gate.weight", []uint64{w, inner}, noise(random, Width*inner)},
		{"blk.0.ffn_up.weight", []uint64{w, inner}, noise(random, Width*inner)},
		{"blk.0.ffn_down.weight", []uint64{inner, w}, noise(random, Width*inner)},
		{"output_norm.weight", []uint64{w}, ones(Width)},
		{"output.weight", []uint64{w, v}, output(random)},
	}
}

// embeddings gives dimension 0 of every token a constant, which output turns into a bias.
func embeddings(random *rand.Rand) []float32 {
	data := noise(random, Width*vocabulary)
	for row := range vocabulary {
		data[row*Width] = 0.5
	}
	return data
}

// output favours the bytes that end a JSON string, array or object, space and letters: strings and arrays stay short.
func output(random *rand.Rand) []float32 {
	data := noise(random, Width*vocabulary)
	for row := range vocabulary {
		data[row*Width] = bias(row)
	}
	return data
}

func bias(token int) float32 {
	switch {
	case token == '"':
		return 2.4
	case token >= 256: // control tokens would show as text
		return -3
	case token == ' ' || token >= 'a' && token <= 'z':
		return 1.6
	case token == '}' || token == ']':
		return 1.4
	case token >= '0' && token <= '9' || token >= 'A' && token <= 'Z':
		return 1
	}
	return 0
}

func noise(random *rand.Rand, n int) []float32 {
	data := make([]float32, n)
	for i := range data {
		data[i] = float32(random.NormFloat64()) * 0.2
	}
	return data
}

func ones(n int) []float32 {
	data := make([]float32, n)
	for i := range data {
		data[i] = 1
	}
	return data
}
