package ollama

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/types/model"

	"rabbithole/backend/fault"
	"rabbithole/prompts"
)

// installed is a model of the server with what it takes to run it.
type installed struct {
	card   prompts.Card
	memory memoryNeed
}

// Models returns what is installed, in the server's order: cards with size, digest, abilities, and the context length it would be
// pinned to. Cloud models are listed and flagged Remote. No server is a fault of kind Unavailable.
func (c *Client) Models(ctx context.Context) ([]prompts.Card, error) {
	list, err := c.installed(ctx)
	if err != nil {
		return nil, err
	}
	cards := make([]prompts.Card, len(list))
	for i, m := range list {
		cards[i] = m.card
	}
	return cards, nil
}

// tag is a model in the server's list.
type tag struct {
	Name        string
	Digest      string
	Size        count
	RemoteHost  string `json:"remote_host"`
	RemoteModel string `json:"remote_model"`
	Details     struct {
		ParameterSize string `json:"parameter_size"`
	}
}

// facts of a model, as the server tells them.
type show struct {
	Capabilities []model.Capability
	RemoteHost   string `json:"remote_host"`
	RemoteModel  string `json:"remote_model"`
	ModelInfo    facts  `json:"model_info"`
}

// mostModels is how many models of a server are looked at; each of them is asked about in a request of its own.
const mostModels = 200

// list returns the models that the server says it has.
func (c *Client) list(ctx context.Context) ([]tag, error) {
	var reply struct{ Models []tag }
	if err := c.ask(ctx, "/api/tags", nil, &reply, mostPlain); err != nil {
		return nil, err
	}
	named := slices.DeleteFunc(reply.Models, func(t tag) bool {
		return t.Name == "" || shown(t.Name) != t.Name || !digestForm.MatchString(t.Digest)
	})
	return named[:min(len(named), mostModels)], nil
}

// digestForm matches the digest of a model, by which is remembered what it said: no more than a key.
var digestForm = regexp.MustCompile(`^[0-9A-Za-z:._-]{0,128}$`)

// listTime is how long a server may take to list its models and to tell of all of them.
const listTime = 30 * time.Second

func (c *Client) installed(ctx context.Context) ([]installed, error) {
	limited, cancel := context.WithTimeoutCause(ctx, listTime, errNoList)
	defer cancel()
	tags, err := c.list(limited)
	if err != nil {
		if errors.Is(err, errUnreadable) {
			err = errors.Join(errNoList, err)
		} else if limited.Err() != nil && ctx.Err() == nil {
			err = context.Cause(limited)
		}
		return nil, c.explain(ctx, "list the models of Ollama", err)
	}
	free := c.free(limited)
	list := make([]installed, 0, len(tags))
	silent := 0
	for _, tag := range tags {
		m, err := c.describe(limited, tag, free)
		switch {
		case ctx.Err() != nil:
			return nil, c.explain(ctx, "list the models of Ollama", ctx.Err())
		case limited.Err() != nil, errors.Is(err, context.DeadlineExceeded):
			silent++
			continue // it does not tell of this one in time; another may do
		case fault.KindOf(err) == fault.NotFound:
			continue // removed between the two requests
		case err != nil:
			return nil, err
		}
		list = append(list, m)
	}
	if len(list) == 0 && silent > 0 {
		return nil, c.explain(ctx, "list the models of Ollama", errNoList)
	}
	return list, nil
}

func (c *Client) describe(ctx context.Context, tag tag, free int64) (installed, error) {
	ctx, cancel := context.WithTimeout(ctx, c.opts.Limits.Facts)
	defer cancel()
	var show show
	if err := c.ask(ctx, "/api/show", &api.ShowRequest{Model: tag.Name}, &show, mostFacts); err != nil {
		return installed{}, c.explain(ctx, "ask Ollama about "+tag.Name, err)
	}
	m := installed{card: cardOf(tag, show), memory: needOf(int64(tag.Size), show.ModelInfo)}
	numCtx := c.opts.NumCtx
	if numCtx <= 0 {
		numCtx = m.memory.context(m.card.MaxCtx, free)
	} else if m.card.MaxCtx > 0 {
		numCtx = min(numCtx, m.card.MaxCtx) // the server would cut it to that silently
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if pinned, ok := c.contexts[m.card.Digest]; ok {
		numCtx = pinned
	}
	m.card.NumCtx = numCtx
	return m, nil
}

// free returns what the server could use: free memory and what its loaded models occupy, because it evicts them. 0 when unknown.
func (c *Client) free(ctx context.Context) int64 {
	free := c.opts.Memory()
	if free <= 0 {
		return 0
	}
	var running struct {
		Models []struct {
			Size     count
			SizeVRAM count `json:"size_vram"`
		}
	}
	ctx, cancel := context.WithTimeout(ctx, c.opts.Limits.Facts)
	defer cancel()
	if err := c.ask(ctx, "/api/ps", nil, &running, mostPlain); err != nil {
		return free // an old server; a smaller estimate is safe
	}
	for _, m := range running.Models {
		free += int64(max(0, m.Size-m.SizeVRAM))
	}
	return free
}

func cardOf(tag tag, show show) prompts.Card {
	arch := show.ModelInfo.text("general.architecture")
	card := prompts.Card{
		Name: tag.Name, Digest: tag.Digest, Bytes: int64(tag.Size), Parameters: shown(tag.Details.ParameterSize),
		MaxCtx: int(show.ModelInfo.number(arch + ".context_length")),
		Thinks: slices.Contains(show.Capabilities, model.CapabilityThinking),
		Sees:   slices.Contains(show.Capabilities, model.CapabilityVision),
		Tools:  slices.Contains(show.Capabilities, model.CapabilityTools),
		Chats:  slices.Contains(show.Capabilities, model.CapabilityCompletion),
		Embeds: slices.Contains(show.Capabilities, model.CapabilityEmbedding),
		Remote: remote(tag, show),
	}
	if len(show.Capabilities) == 0 { // servers before 0.6.4 do not say
		_, pooled := show.ModelInfo[arch+".pooling_type"]
		card.Embeds = pooled || strings.Contains(arch, "bert")
		card.Chats = !card.Embeds
	}
	return card
}

func remote(tag tag, show show) bool {
	return tag.RemoteHost != "" || tag.RemoteModel != "" || show.RemoteHost != "" || show.RemoteModel != "" || cloudName(tag.Name)
}

// cloudName tells whether a name means a model that runs in Ollama's cloud: "gpt-oss:120b-cloud", "minimax-m2:cloud".
func cloudName(name string) bool {
	_, tag, _ := strings.Cut(name, ":")
	return tag == "cloud" || strings.HasSuffix(tag, "-cloud")
}

func refuseRemote(name string) error {
	return fault.New("use model "+name, fault.Denied,
		"This model runs in Ollama's cloud and would send your documents there. Choose a model that runs on this computer.",
		fmt.Errorf("%s is a cloud model", name))
}
