// Command rabbithole is the headless shell: every ability of the program from a terminal or a script.
//
// A file holds a command, or the few that belong together. Each is given the library, calls it and prints: for people, or with
// --json for programs. It promises the exit codes and JSON fields that docs/cli.md documents. It refuses to import the window, and it needs no cgo.
package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"reflect"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"rabbithole/backend/core"
	"rabbithole/backend/core/disk"
)

// commands is the command line: kong reads it.
type commands struct {
	Home string `help:"Folder of the library." env:"RABBITHOLE_HOME" placeholder:"DIR"`

	Version kong.VersionFlag `help:"Print the version."`
	Verbose bool             `help:"Log on standard error, between the lines for people, what happens and all that is asked of a model: a JSON object a line."`

	Add       addCommand       `cmd:"" group:"Your documents" help:"Add PDF, Markdown, text and HTML files, or whole folders."`
	Documents documentsCommand `cmd:"" group:"Your documents" help:"List the documents."`
	Reread    rereadCommand    `cmd:"" group:"Your documents" help:"Read documents again that an older version of the program read."`
	Remove    removeCommand    `cmd:"" group:"Your documents" help:"Take documents out of search; what reports cite stays."`
	Search    searchCommand    `cmd:"" group:"Your documents" help:"Find passages by words and meaning."`
	Examples  examplesCommand  `cmd:"" group:"Your documents" help:"List questions that the library has an answer to."`
	Refs      refsCommand      `cmd:"" group:"Your documents" help:"Show the cross-references of a document and where they lead."`
	Watch     watchCommand     `cmd:"" group:"Your documents" help:"Watch folders: what comes into them is added."`

	Ask      askCommand      `cmd:"" group:"Asking" help:"Quick: get a short cited answer at once, from the library and, if you allow it, the web."`
	Research researchCommand `cmd:"" group:"Asking" help:"Report: make a plan for a question of several sides, read by it, and write a cited report."`
	Explore  exploreCommand  `cmd:"" group:"Asking" help:"Deep: take a large subject apart into a tree of questions, with your own files in mind, and write a cited report."`
	Discover discoverCommand `cmd:"" group:"Asking" help:"See what there is to discover about words or a picture: cards that each open what stands behind them."`
	Related  relatedCommand  `cmd:"" group:"Asking" help:"Find what the rest of the library, and if you allow it the web, say to a document."`

	Runs   runsCommand   `cmd:"" group:"What was asked" help:"List the runs."`
	Show   showCommand   `cmd:"" group:"What was asked" help:"Show a run: its report, or where it stands."`
	Resume resumeCommand `cmd:"" group:"What was asked" help:"Go on with a run: after a crash, a pause, or to answer its questions."`
	Fork   forkCommand   `cmd:"" group:"What was asked" help:"Start a new run from a checkpoint of another."`
	Export exportCommand `cmd:"" group:"What was asked" help:"Export a report: PDF, DOCX, HTML, Markdown, JSON, BibTeX, RIS, CSL-JSON; or the state of the run."`
	Delete deleteCommand `cmd:"" group:"What was asked" help:"Delete runs with their reports for good."`

	Models   modelsCommand   `cmd:"" group:"Models and settings" help:"List the Ollama models that are installed, or pull one."`
	Embedder embedderCommand `cmd:"" group:"Models and settings" help:"Change what makes embeddings; the old vectors answer until the new ones are all there."`
	Settings settingsCommand `cmd:"" group:"Models and settings" help:"List the settings with their values and defaults."`
	Key      keyCommand      `cmd:"" group:"Models and settings" help:"Keep the keys of search providers."`

	Serve   serveCommand   `cmd:"" group:"The library and the program" help:"Serve the user interface to a browser on this computer."`
	Backup  backupCommand  `cmd:"" group:"The library and the program" help:"Write the whole library into one file."`
	Restore restoreCommand `cmd:"" group:"The library and the program" help:"Make the library what it was when a backup was made."`
	Check   checkCommand   `cmd:"" group:"The library and the program" help:"Check the library for damage, and repair it."`
	Token   tokenCommand   `cmd:"" group:"The library and the program" help:"Print or replace the token that lets programs in where the library is served."`
	Doctor  doctorCommand  `cmd:"" group:"The library and the program" help:"Look at what this machine offers and what is missing."`
	Demo    demoCommand    `cmd:"" group:"The library and the program" help:"Make a sample library about radon and research a question in it."`

	Eval evalCommand `cmd:"" hidden:"" help:"Measure the program over a set of documents with known answers."`
}

func main() {
	core.RunWorkerIfAsked()
	attended := term.IsTerminal(int(os.Stderr.Fd())) && term.IsTerminal(int(os.Stdin.Fd()))
	s := &shell{out: os.Stdout, err: os.Stderr, in: os.Stdin, called: calledBy(os.Args[0]), attended: attended,
		screen: term.IsTerminal(int(os.Stdout.Fd()))}
	if fd := int(os.Stderr.Fd()); term.IsTerminal(fd) {
		s.width = func() int {
			width, _, err := term.GetSize(fd)
			if err != nil || width == 0 { // a terminal that was never told its size
				return 80
			}
			return width
		}
	}
	os.Exit(run(os.Args[1:], s))
}

// verbatim decodes a string argument unchanged. Kong's own decoder goes through JSON, which destroys file names that are
// not UTF-8.
func verbatim(ctx *kong.DecodeContext, target reflect.Value) error {
	t, err := ctx.Scan.PopValue("text")
	if err == nil {
		target.SetString(t.String())
	}
	return err
}

// run parses and executes args with the shell and returns the exit code.
func run(args []string, s *shell) int {
	var c commands
	parser, err := kong.New(&c, kong.Name("rabbithole"),
		kong.Description("Research over your own documents, offline, every claim with a page you can open."),
		kong.Writers(s.out, s.err), kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.Vars{"version": core.Version},
		kong.KindMapper(reflect.String, kong.MapperFunc(verbatim)))
	if err != nil {
		return s.fail(err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if err != nil {
		s.json = slices.Contains(args, "--json")
		return s.fail(misused(err))
	}
	if c.Home != os.Getenv("RABBITHOLE_HOME") {
		s.named = c.Home
	}
	if c.Home == "" {
		if c.Home, err = disk.DefaultHome(os.Getenv); err != nil {
			return s.fail(err)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s.home = c.Home
	if c.Verbose {
		s.verbose = true
		slog.SetDefault(slog.New(slog.NewJSONHandler(s.err, &slog.HandlerOptions{Level: slog.LevelDebug})))
	}
	for _, flag := range command.Flags() {
		if flag.Name == "json" {
			s.json, _ = command.FlagValue(flag).(bool)
		}
	}
	command.BindTo(ctx, (*context.Context)(nil))
	if err = s.provide(ctx, command); err == nil {
		err = command.Run(s)
	}
	s.close()
	if err != nil {
		return s.fail(err)
	}
	return s.code
}
