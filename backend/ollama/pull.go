package ollama

import (
	"context"
	"errors"
	"strings"

	"github.com/ollama/ollama/api"

	"rabbithole/backend/fault"
)

// Progress of a download: what the server does, and for a layer how many bytes of how many are there.
type Progress struct {
	Status    string `json:"status"`
	Digest    string `json:"digest,omitempty"` // of the layer
	Completed int64  `json:"completed,omitempty"`
	Total     int64  `json:"total,omitempty"`
}

// Pull makes the server download a model; it is the server that goes to the internet, and only because a person asked. progress (may
// be nil) is called for every report. An unknown name is a fault of kind NotFound, a cloud model one of kind Denied.
func (c *Client) Pull(ctx context.Context, name string, progress func(Progress)) error {
	if cloudName(name) {
		return refuseRemote(name)
	}
	op := "pull " + name
	success := false
	err := c.stream(ctx, "/api/pull", &api.PullRequest{Model: name}, mostPull, func(line []byte) error {
		var p struct {
			Status, Digest   string
			Completed, Total count
		}
		if err := decode(line, &p); err != nil {
			return err
		}
		success = p.Status == "success"
		if progress != nil {
			progress(Progress{shown(p.Status), shown(p.Digest), int64(p.Completed), int64(p.Total)})
		}
		return nil
	})
	if err == nil && !success {
		err = errBroken
	}
	return c.explainPull(ctx, op, err)
}

func (c *Client) explainPull(ctx context.Context, op string, err error) error {
	switch {
	case err == nil || ctx.Err() != nil || errors.Is(err, errBroken):
		return c.explain(ctx, op, err)
	case strings.Contains(err.Error(), "file does not exist"), strings.Contains(err.Error(), "not found"):
		return fault.New(op, fault.NotFound, "Ollama's library has no model of that name. Check the spelling at ollama.com/library.", err)
	case strings.Contains(err.Error(), "dial tcp"), strings.Contains(err.Error(), "no such host"), strings.Contains(err.Error(), "lookup "):
		if diagnose(err) == gone {
			return c.explain(ctx, op, err)
		}
		return fault.New(op, fault.Unavailable, "Ollama could not reach its library. Connect this computer to the internet for the download, then try again.", err)
	}
	return c.explain(ctx, op, err)
}
