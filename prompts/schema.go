package prompts

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// schemaOf derives the JSON schema of T from its Go type. Bounds come from the `bound` tag of a field, such as
// `bound:"items=5,len=200"` or `bound:"min=0,max=100"` or `bound:"enum=yes|no"`: small flat schemas with bounded strings are what
// constrained decoding handles well, and what keeps a rambling model from filling its reply.
func schemaOf[T any]() (json.RawMessage, error) {
	d := derive(reflect.TypeFor[T]())
	return d.raw, d.err
}

// derived is the schema of a type, as it is sent and as replies are held against it.
type derived struct {
	raw      json.RawMessage
	resolved *jsonschema.Resolved
	err      error
}

// schemas remembers what was derived, by type: a memo of a pure function, the types of a program do not change while it runs.
var schemas = sync.OnceValue(func() *sync.Map { return &sync.Map{} })

func derive(t reflect.Type) derived {
	if d, ok := schemas().Load(t); ok {
		return d.(derived)
	}
	var d derived
	var schema *jsonschema.Schema
	if schema, d.err = jsonschema.ForType(t, &jsonschema.ForOptions{}); d.err == nil {
		d.err = bind(schema, t)
	}
	if d.err == nil {
		d.raw, d.err = json.Marshal(schema)
	}
	if d.err == nil {
		d.resolved, d.err = schema.Resolve(nil)
	}
	if d.err != nil {
		d.err = fmt.Errorf("derive the schema of %s: %w", t, d.err)
	}
	schemas().Store(t, d)
	return d
}

// Check validates raw against the schema of T and decodes it.
func Check[T any](raw json.RawMessage) (T, error) {
	var out T
	d := derive(reflect.TypeFor[T]())
	if d.err != nil {
		return out, d.err
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return out, err
	}
	if err := d.resolved.Validate(value); err != nil {
		return out, err
	}
	return out, json.Unmarshal(raw, &out)
}

// bind applies the bound tags of t's fields to schema, recursively.
func bind(schema *jsonschema.Schema, t reflect.Type) error {
	switch t.Kind() {
	case reflect.Slice:
		notNull(schema, "array")
		if schema.Items != nil {
			return bind(schema.Items, t.Elem())
		}
	case reflect.Struct:
		for i := range t.NumField() {
			field := t.Field(i)
			name := strings.Split(field.Tag.Get("json"), ",")[0]
			property := schema.Properties[name]
			if property == nil {
				continue
			}
			if err := bind(property, field.Type); err != nil {
				return err
			}
			if err := bound(property, field.Tag.Get("bound")); err != nil {
				return fmt.Errorf("field %s: %w", name, err)
			}
		}
	}
	return nil
}

// notNull removes "null" from the types a Go slice may have: a model must write an array.
func notNull(schema *jsonschema.Schema, kind string) {
	schema.Type, schema.Types = kind, nil
}

func bound(schema *jsonschema.Schema, tag string) error {
	if tag == "" {
		return nil
	}
	for _, part := range strings.Split(tag, ",") {
		key, value, _ := strings.Cut(part, "=")
		if key == "enum" {
			for _, v := range strings.Split(value, "|") {
				leaf(schema).Enum = append(leaf(schema).Enum, v)
			}
			continue
		}
		n, err := strconv.Atoi(value)
		if err != nil {
			return fmt.Errorf("bound %q: %w", part, err)
		}
		f := float64(n)
		switch key {
		case "items":
			schema.MaxItems = &n
		case "least":
			schema.MinItems = &n
		case "len":
			leaf(schema).MaxLength = &n
		case "min":
			schema.Minimum = &f
		case "max":
			schema.Maximum = &f
		default:
			return fmt.Errorf("unknown bound %q", key)
		}
	}
	return nil
}

// leaf returns the schema a string bound is meant for: the items of an array, else the schema itself.
func leaf(schema *jsonschema.Schema) *jsonschema.Schema {
	if schema.Items != nil {
		return schema.Items
	}
	return schema
}
