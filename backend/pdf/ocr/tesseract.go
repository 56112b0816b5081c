// Package ocr reads the text of page pictures with Tesseract, where that is installed: scans, and pages whose text layer means nothing.
//
// It promises that no picture hangs it (each has a time limit, and a cancelled context kills the program at once), that it leaves no
// files behind (picture and text go through pipes), and that every word of the text says where on the page it stands. It refuses to know
// how pages are drawn and what becomes of the text.
package ocr

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/child"
	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Tesseract runs the program of this name. The zero value works where it is on the search path. Ready comes before Recognise, which may
// be called by several goroutines.
type Tesseract struct {
	Program string        // "" means tesseract
	Time    time.Duration // longest wait for a page; 0 means 90 s

	tool Tool
}

// Cure says how to get Tesseract.
const Cure = "Install it to have scanned pages read (Debian, Ubuntu: apt install tesseract-ocr tesseract-ocr-deu; macOS: brew install " +
	"tesseract tesseract-lang; Windows: winget install UB-Mannheim.TesseractOCR); then run `rabbithole add` without a file."

// Tool is what is installed.
type Tool struct {
	Path      string
	Version   string   // "5.3.0"
	Languages []string // codes such as "deu"; "osd" stands for telling which way up a page is
}

// Find looks for the program. The fault is of kind Unavailable when it is not there or does not work.
func (t *Tesseract) Find(ctx context.Context) (Tool, error) {
	path, err := exec.LookPath(t.program())
	if err != nil {
		return Tool{}, fault.New("look for tesseract", fault.Unavailable, Cure, errors.New("tesseract is not installed"))
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	tool := Tool{Path: path}
	version, err := child.Output(exec.CommandContext(ctx, path, "--version")) // old ones print it as an error
	if err != nil {
		return tool, fault.New("ask tesseract for its version", fault.Unavailable, "Run `tesseract --version` to see what is wrong with it.", err)
	}
	first, _, _ := strings.Cut(string(version), "\n")
	tool.Version = strings.TrimSpace(strings.TrimPrefix(first, "tesseract"))
	list, err := child.Output(exec.CommandContext(ctx, path, "--list-langs"))
	if err != nil {
		return tool, fault.New("ask tesseract for its languages", fault.Unavailable, "Run `tesseract --list-langs` to see what is wrong with it.", err)
	}
	_, rest, _ := strings.Cut(string(list), "\n") // the heading
	tool.Languages = strings.Fields(rest)
	return tool, nil
}

// Ready finds the program, or says why pages cannot be recognised on this machine.
func (t *Tesseract) Ready(ctx context.Context) (err error) {
	t.tool, err = t.Find(ctx)
	return err
}

func (t *Tesseract) program() string {
	if t.Program == "" {
		return "tesseract"
	}
	return t.Program
}

// languages returns what a page of a document in language (ISO 639-1, "" when unknown) is read with: its own language first, because
// names and quotes in the other one are common. Both are tried when the document's is unknown.
func (t Tool) languages(language string) string {
	wanted := []string{"deu", "eng"}
	if language == "en" {
		wanted = []string{"eng", "deu"}
	}
	wanted = slices.DeleteFunc(wanted, func(l string) bool { return !slices.Contains(t.Languages, l) })
	return strings.Join(wanted, "+")
}

// Recognise reads a page drawn at dpi dots per inch. The page has text, lines, words and the flag OCRText, and no text when there is none to
// read; its number and label are the caller's. The fault is of kind Unavailable when Tesseract cannot be run, Unreadable when
// this picture defeats it.
func (t *Tesseract) Recognise(ctx context.Context, png []byte, dpi float64, language string) (source.Page, error) {
	wait := t.Time
	if wait == 0 {
		wait = 90 * time.Second
	}
	limited, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	tsv, err := run(limited, t.tool, png, dpi, language)
	switch {
	case ctx.Err() != nil:
		return source.Page{}, ctx.Err()
	case limited.Err() != nil:
		return source.Page{}, fault.New("recognise text", fault.Unreadable, otherPages, fmt.Errorf("it took longer than %s", wait))
	case err != nil:
		return source.Page{}, err
	}
	return layOut(parse(tsv), 72/dpi), nil
}

func run(ctx context.Context, tool Tool, png []byte, dpi float64, language string) ([]byte, error) {
	layout := "3" // find columns and paragraphs
	if slices.Contains(tool.Languages, "osd") {
		layout = "1" // and which way up the page is
	}
	args := []string{"stdin", "stdout", "--dpi", fmt.Sprintf("%.0f", dpi), "--psm", layout}
	if langs := tool.languages(language); langs != "" {
		args = append(args, "-l", langs)
	}
	cmd := exec.CommandContext(ctx, tool.Path, append(args, "tsv")...)
	cmd.WaitDelay = time.Second
	cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1") // pages are read side by side; more threads for one only wait for each other
	var out, complaint bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(png), &out, &complaint
	started, err := child.Start(cmd, child.Options{Low: true})
	if err != nil {
		return nil, fault.New("start tesseract", fault.Unavailable, Cure, err)
	}
	if err := started.Wait(); err != nil {
		return nil, fault.New("recognise text", fault.Unreadable, otherPages, fmt.Errorf("tesseract: %s", lastLine(complaint.String(), err)))
	}
	return out.Bytes(), nil
}

const otherPages = "The other pages are not affected; look at this one in a PDF viewer."

// lastLine returns the last line of what a program complained about, or its error when it said nothing.
func lastLine(complaint string, err error) string {
	lines := strings.Split(strings.TrimSpace(complaint), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		return last
	}
	return err.Error()
}
