package main

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestCommands_EachIsDocumented(t *testing.T) {
	docs, err := os.ReadFile("../../../docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	for field := range reflect.TypeFor[commands]().Fields() {
		if _, command := field.Tag.Lookup("cmd"); command && !strings.Contains(string(docs), "\n| `"+strings.ToLower(field.Name)) {
			t.Errorf("docs/cli.md has no row for the command %s", strings.ToLower(field.Name))
		}
	}
}
