package main

// evalCommand measures the program; each subcommand has a file of its own.
type evalCommand struct {
	Refs evalRefsCommand `cmd:"" help:"References: how many are found, and how many lead where they should."`
}
