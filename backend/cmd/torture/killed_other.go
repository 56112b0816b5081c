//go:build !unix

package main

import (
	"context"
	"errors"
	"time"
)

func (l library) killed(context.Context, time.Duration, ...string) (int, error) {
	return 0, errors.New("only systems of the Unix kind can be asked what a killed program leaves running")
}
