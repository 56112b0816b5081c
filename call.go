package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"rabbithole/backend/core"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
)

// call is what the command line asks for.
type call struct {
	home    string   // folder of the library, absolute
	files   []string // to add, absolute
	version bool     // was printed
}

func readCall(args []string) (call, error) {
	flags := flag.NewFlagSet("rabbithole-app", flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "usage: rabbithole-app [--home DIR] [--version] [FILE OR FOLDER TO ADD ...]")
	}
	home := flags.String("home", os.Getenv("RABBITHOLE_HOME"), "")
	version := flags.Bool("version", false, "")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		os.Exit(0)
	} else if err != nil {
		return call{}, fault.New("read the command line", fault.Usage, "`rabbithole-app --help` says what it takes.", err)
	}
	if *version {
		fmt.Println(core.Version)
	}
	c := call{home: *home, version: *version}
	var err error
	if c.home == "" {
		c.home, err = disk.DefaultHome(os.Getenv)
	}
	for _, name := range append([]string{c.home}, flags.Args()...) {
		path, problem := filepath.Abs(name)
		err = errors.Join(err, problem)
		c.files = append(c.files, path)
	}
	c.home, c.files = c.files[0], c.files[1:]
	return c, err
}
