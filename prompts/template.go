package prompts

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"text/template"
)

//go:embed *.tmpl
var files embed.FS

// Template is the prompt of one step: In is what the template is rendered with, Out is the shape of the model's answer.
// Its text is the file Name.tmpl, which defines the blocks "system" and "user".
type Template[In, Out any] struct {
	Name       string
	NumPredict int  // tokens reserved for the reply
	Free       bool // the reply is free text: no schema is sent
}

// Render returns the call for in. The same input gives the same bytes.
func (t Template[In, Out]) Render(in In) (Call, error) {
	parsed, err := template.New(t.Name).Funcs(template.FuncMap{"fence": Fence, "named": Named, "lines": func(list []string) string { return strings.Join(list, "\n") }, "inc": func(i int) int { return i + 1 }}).ParseFS(files, "rules.tmpl", "context_preprocess_common.tmpl", t.Name+".tmpl")
	if err != nil {
		return Call{}, fmt.Errorf("parse prompt %s: %w", t.Name, err)
	}
	call := Call{Step: t.Name, NumPredict: t.NumPredict}
	if call.System, err = block(parsed, "system", in); err != nil {
		return Call{}, err
	}
	if call.User, err = block(parsed, "user", in); err != nil {
		return Call{}, err
	}
	if t.Free {
		return call, nil
	}
	call.Schema, err = t.Schema()
	if counted, ok := any(in).(interface{ entries() map[string]int }); ok && err == nil {
		call.Schema, err = atMost[Out](counted.entries())
	}
	return call, err
}

// Schema returns the JSON schema of Out.
func (t Template[In, Out]) Schema() (json.RawMessage, error) { return schemaOf[Out]() }

func block(t *template.Template, name string, in any) (string, error) {
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, name, in); err != nil {
		return "", fmt.Errorf("render prompt %s/%s: %w", t.Name(), name, err)
	}
	return strings.TrimSpace(b.String()), nil
}
