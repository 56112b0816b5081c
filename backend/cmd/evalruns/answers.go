package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"rabbithole/backend/fake"
	"rabbithole/prompts"
)

// given is what a reader answered in the place of a model.
type given struct {
	Asked string          `json:"asked"` // hash of the words of the request
	Text  json.RawMessage `json:"text"`  // JSON as it was answered, or a string
}

// said is the text of an answer.
func (a given) said() string {
	var text string
	if json.Unmarshal(a.Text, &text) == nil {
		return text
	}
	return string(a.Text)
}

// varies is what differs from run to run: the marks of fences and the day.
var varies = regexp.MustCompile(`(<<<)` + prompts.MarkForm + `\b|\b` + prompts.MarkForm + `(>>>)|\b20\d\d-\d\d-\d\d\b`)

// keyOf names a request by its words.
func keyOf(messages []string) string {
	sum := sha256.Sum256([]byte(varies.ReplaceAllString(strings.Join(messages, "\x00"), "$1$2")))
	return hex.EncodeToString(sum[:12])
}

// replay answers requests from a recording.
type replay struct {
	file  string // answers.jsonl
	ask   string // folder in which requests wait, "" for none
	mu    sync.Mutex
	known map[string]given
	calls int
	fresh int // requests that were not in the recording

	pace pace       // how fast to answer, none for at once
	turn sync.Mutex // held while a prompt is read: one at a time

	made    []made // calls, in order
	written string // what the answer or report was written from last
}

// made is a call of the model: its step, and the tokens that it read and wrote, at four letters each.
type made struct {
	Step   string `json:"step"`
	Prompt int    `json:"prompt"`
	Reply  int    `json:"reply"`
}

// openReplay reads the answers of a recorded run.
func openReplay(folder, ask string) (*replay, error) {
	r := &replay{file: filepath.Join(folder, "answers.jsonl"), known: map[string]given{}}
	if ask != "" {
		r.ask = filepath.Join(ask, filepath.Base(folder))
		if err := os.MkdirAll(r.ask, 0o700); err != nil {
			return nil, err
		}
	}
	data, err := os.ReadFile(r.file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a given
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			return nil, fmt.Errorf("%s: %w", r.file, err)
		}
		r.known[a.Asked] = a
	}
	return r, lines.Err()
}

// reply answers a chat.
func (r *replay) reply(req fake.ChatRequest) fake.ChatReply {
	var words []string
	for _, m := range req.Raw.Messages {
		words = append(words, m.Content)
	}
	key := keyOf(words)
	r.mu.Lock()
	r.calls++
	a, ok := r.known[key]
	if !ok {
		r.fresh++
	}
	n := r.fresh
	r.mu.Unlock()
	if !ok && r.ask != "" {
		a, ok = r.wait(key, n, req)
	}
	said := "There is no recorded answer to this."
	if ok {
		said = a.said()
	}
	r.count(req, words, said)
	return r.slowly(fake.ChatReply{Text: said}, words)
}

// trial judges the sentences that test a model, all of them rightly.
func (r *replay) trial(ctx context.Context) fake.ChatReply {
	reply := fake.Discerning(ctx)
	in := prompts.TrialIn{Passages: prompts.TrialPassages(), Claims: prompts.TrialClaims()}
	p, err := prompts.Trial.Render(in)
	if err != nil {
		panic(err) // the program's own prompt
	}
	return r.slowly(reply, []string{p.System, p.User})
}

// slowly gives a reply after the time that a computer of the pace takes to read the words, and has it written at that pace.
func (r *replay) slowly(reply fake.ChatReply, words []string) fake.ChatReply {
	if r.pace == (pace{}) {
		return reply
	}
	r.turn.Lock()
	defer r.turn.Unlock()
	time.Sleep(time.Duration(float64(len(strings.Join(words, ""))) / letters / r.pace.read * float64(time.Second)))
	whole := float64(len(reply.Text)) / letters / r.pace.write
	reply.Pause = time.Duration(whole / float64(fake.Parts(reply.Text)) * float64(time.Second))
	return reply
}

// pace is how many tokens a computer reads and writes a second.
type pace struct{ read, write float64 }

func (p *pace) String() string { return fmt.Sprintf("%g/%g", p.read, p.write) }

// Set reads "200/15".
func (p *pace) Set(s string) error {
	_, err := fmt.Sscanf(s, "%g/%g", &p.read, &p.write)
	if err == nil && (p.read <= 0 || p.write <= 0) {
		err = errors.New("neither may be zero or less")
	}
	return err
}

// letters is how many letters a token has, about.
const letters = 4

// tokens is how many all calls read and wrote.
func (r *replay) tokens() (prompt, reply int) {
	for _, m := range r.made {
		prompt, reply = prompt+m.Prompt, reply+m.Reply
	}
	return prompt, reply
}

// count adds a call to what a run takes.
func (r *replay) count(req fake.ChatRequest, words []string, said string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.made = append(r.made, made{req.Step, len(strings.Join(words, "")) / letters, len(said) / letters})
	if req.Step == prompts.Draft.Name || req.Step == prompts.Respond.Name || req.Step == prompts.Settle.Name {
		r.written = req.User
	}
}

// wait writes a request down, waits for its answer, and keeps that in the recording.
func (r *replay) wait(key string, n int, req fake.ChatRequest) (given, bool) {
	base := filepath.Join(r.ask, fmt.Sprintf("%03d", n))
	data, err := json.MarshalIndent(req.Raw, "", " ")
	if err == nil {
		err = os.WriteFile(base+".request.json", data, 0o600)
	}
	for err == nil {
		text, missing := os.ReadFile(base + ".answer")
		if missing == nil {
			a := given{key, raw(text)}
			return a, r.keep(a) == nil
		}
		time.Sleep(200 * time.Millisecond)
	}
	fmt.Fprintln(os.Stderr, "evalruns:", err)
	return given{}, false
}

// raw is a text as JSON: as it is where it is JSON, else as a string.
func raw(text []byte) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		quoted, _ := json.Marshal(strings.TrimSpace(string(text))) // a string always marshals
		return quoted
	}
	return b.Bytes()
}

// keep adds an answer to the recording.
func (r *replay) keep(a given) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known[a.Asked] = a
	f, err := os.OpenFile(r.file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(json.NewEncoder(f).Encode(a), f.Close())
}

// take adds to a recording what was answered elsewhere: NNN.request.json with its NNN.answer.
func take(folder, from string) error {
	r, err := openReplay(folder, "")
	if err != nil {
		return err
	}
	requests, err := filepath.Glob(filepath.Join(from, "*.request.json"))
	for _, file := range requests {
		if err != nil {
			return err
		}
		var asked struct {
			Messages []struct {
				Content string `json:"content"`
			} `json:"messages"`
		}
		text, missing := os.ReadFile(strings.TrimSuffix(file, ".request.json") + ".answer")
		if missing != nil {
			continue
		}
		var data []byte
		if data, err = os.ReadFile(file); err == nil {
			err = json.Unmarshal(data, &asked)
		}
		var words []string
		for _, m := range asked.Messages {
			words = append(words, m.Content)
		}
		if err == nil {
			err = r.keep(given{keyOf(words), raw(text)})
		}
	}
	return err
}
