package bench

import (
	"context"
	"fmt"
	"sync"
	"time"

	"rabbithole/backend/fake"
	"rabbithole/kb"
)

// span is the length of the run that the overhead is a share of: what a 14B model on a desktop takes for as many calls.
const span = 5 * time.Minute

// usage is what a run asked of the model.
type usage struct {
	mu            sync.Mutex
	calls         int
	read, written int // tokens, a quarter of the characters
	busy          time.Duration
}

// research measures the standard run: the demo's question to the sample library, answered by a scripted model in no time. What it takes
// beyond the model's own time is what the program costs, search, journal, checkpoints and the process included.
func (b *bench) research(ctx context.Context) error {
	home, err := b.standard(ctx)
	if err != nil {
		return err
	}
	program, err := b.program(ctx)
	if err != nil {
		return err
	}
	row := table("run", "model calls", "tokens read", "tokens written", "time outside the model", "share of a 5-minute run", "peak memory")
	server, stop := fake.Serve()
	defer stop()
	environment := append(append([]string{}, quiet...), "OLLAMA_HOST="+server.URL.Host, "RABBITHOLE_ENGINE=ollama")
	for _, question := range []struct{ name, text string }{{"standard, English", kb.Question}, {"standard, German", kb.Frage}} {
		u := &usage{}
		server.Script(u.handle)
		took, err := execute(ctx, environment, program, "--home", home, "research", "--yes", question.text)
		if err != nil {
			return err
		}
		own := took.wall - u.busy
		row(question.name, fmt.Sprint(u.calls), fmt.Sprint(u.read), fmt.Sprint(u.written), own.Round(10*time.Millisecond).String(),
			fmt.Sprintf("%.2f %%", 100*own.Seconds()/span.Seconds()), memoryCell(took.memory))
	}
	took, err := execute(ctx, quiet, program, "--home", home, "research", "--yes", kb.Question)
	if err != nil {
		return err
	}
	row("the same without a model, English", "0", "0", "0", took.wall.Round(10*time.Millisecond).String(), "", memoryCell(took.memory))
	return nil
}

// handle answers as a sensible model would and counts.
func (u *usage) handle(req fake.ChatRequest) fake.ChatReply {
	begun := time.Now()
	reply := fake.Sensible(req)
	u.mu.Lock()
	defer u.mu.Unlock()
	u.calls++
	u.read += len([]rune(req.System+req.User))/4 + 1
	u.written += len([]rune(reply.Text))/4 + 1
	u.busy += time.Since(begun)
	return reply
}
