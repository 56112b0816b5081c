package graph

import (
	"fmt"
	"runtime/debug"
)

// guard calls fn and turns a panic into an error that says what panicked.
func guard(what string, fn func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: string(debug.Stack())}
			if what != "" {
				err = fmt.Errorf("%s: %w", what, err)
			}
		}
	}()
	return fn()
}
