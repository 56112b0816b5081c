// Package web searches the web and reads what stands there: search providers behind one interface, and a reader that turns a page into text.
//
// A reader makes one request for a page and nothing else: it runs no script, loads no picture, style or frame, and follows no link. What
// it returns is plain text without markup; what a visitor would not see stays out, so that a page has less room to speak to a model. Size,
// depth and time of what is parsed are bounded. Failures are of one query or one page and say what a person can do; keys stand in no error.
//
// The package refuses to know who may be asked: policy, redirects, robots and the guard of addresses are the business of the client it is
// given, which comes from package egress. Everything that it returns is untrusted.
package web

import (
	"context"
	"net/http"

	"rabbithole/backend/source"
)

// Doer sends a request; the client that egress hands out is one.
type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

// Opener reads a file of a format that another package knows: PDF, Markdown.
type Opener func(ctx context.Context, data []byte) ([]source.Page, source.Meta, error)
