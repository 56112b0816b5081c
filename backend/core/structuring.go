package core

import (
	"bytes"
	"context"
	"encoding/gob"

	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/pdf"
	"rabbithole/backend/pdf/worker"
	"rabbithole/backend/source"
)

// RunWorkerIfAsked makes this process a reader of documents, or the guard of a child, and does not return, when it was started as one. A program
// that opens a library calls it first thing in main, a test in TestMain.
func RunWorkerIfAsked() { pdf.RunWorkerIfAsked(structureData) }

// unstructured is a document whose text is read.
type unstructured struct {
	Document source.Document
	Meta     source.Meta
	Pages    []source.Page
}

// structure finds what stands in a document's text, in a process of its own: that takes many times the memory of the text.
func (c *Core) structure(ctx context.Context, d source.Document, meta source.Meta, pages []source.Page) (found ingest.Structured, err error) {
	var data bytes.Buffer
	if err := gob.NewEncoder(&data).Encode(unstructured{d, meta, pages}); err != nil {
		return found, err
	}
	out, err := c.pdf.Work(ctx, len(pages), data.Bytes())
	if err != nil {
		return found, err
	}
	return found, gob.NewDecoder(bytes.NewReader(out)).Decode(&found)
}

// structureData is structure's other end.
func structureData(data []byte) ([]byte, error) {
	var in unstructured
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&in); err != nil {
		return nil, err
	}
	found, err := ingest.Structure(context.Background(), in.Document, in.Meta, in.Pages)
	if why, text := source.TroubleOf(err); why != "" {
		return nil, &worker.Failure{Kind: fault.Unreadable, Reason: text, Why: why}
	}
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = gob.NewEncoder(&out).Encode(found)
	return out.Bytes(), err
}
