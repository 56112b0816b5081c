// Command torture does to libraries what disks and crashes do to them, again and again, and counts what the program
// makes of it.
//
// It drives the command line from outside, as a person would, and looks into the files behind its back. What it does is
// drawn from a seed that it prints; the library is made anew each time, so that the same seed hits the same places but
// not always the same rows. It exits with 1 when anything went wrong that it looked for.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
)

// torments are what can be done to a library.
var torments = map[string]func(ctx context.Context, args []string) error{"damage": damage, "kill": kill}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) < 2 || torments[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: torture damage [-program FILE] [-n N] [-seed N] [-only N]\n       torture kill [-program FILE] [-n N] [-seed N] [-verb NAME]")
		os.Exit(2)
	}
	if err := torments[os.Args[1]](ctx, os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "torture:", err)
		os.Exit(1)
	}
}
