package prompts

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

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
		anyNumber(schema) // servers ignore bounds of numbers, and Check brings both within their bounds
		d.resolved, d.err = schema.Resolve(nil)
	}
	if d.err != nil {
		d.err = fmt.Errorf("derive the schema of %s: %w", t, d.err)
	}
	schemas().Store(t, d)
	return d
}

// anyNumber takes the bounds of numbers and of the length of texts out of a schema.
func anyNumber(schema *jsonschema.Schema) {
	if schema == nil {
		return
	}
	schema.Minimum, schema.Maximum, schema.MaxLength = nil, nil, nil
	anyNumber(schema.Items)
	for _, property := range schema.Properties {
		anyNumber(property)
	}
}

// atMost returns the schema of T whose lists of these names have at most so many entries, and one where there is nothing to list: servers do not take 0. A
// weak model fills what it is given. The properties keep their order, which is the one in which a model writes them.
func atMost[T any](entries map[string]int) (json.RawMessage, error) {
	t := reflect.TypeFor[T]()
	schema, err := jsonschema.ForType(t, &jsonschema.ForOptions{})
	if err == nil {
		err = bind(schema, t)
	}
	if err != nil {
		return nil, fmt.Errorf("derive the schema of %s: %w", t, err)
	}
	for name, n := range entries {
		n = max(1, n)
		if list := schema.Properties[name]; list != nil && (list.MaxItems == nil || n < *list.MaxItems) {
			list.MaxItems = &n
		}
	}
	return json.Marshal(schema)
}

// clamp brings numbers and texts within the bounds of their fields.
func clamp(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			clamp(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field, tag := v.Field(i), v.Type().Field(i).Tag.Get("bound")
			least, most := numbers(tag)
			switch {
			case field.Kind() == reflect.String:
				shorten(field, tag)
			case field.Kind() == reflect.Slice && field.Type().Elem().Kind() == reflect.String:
				for n := range field.Len() {
					shorten(field.Index(n), tag)
				}
			case field.CanFloat() && most > least:
				x := field.Float()
				switch { // a share told out of ten, or of a hundred
				case most == 1 && x >= 2 && x <= 10:
					x /= 10
				case most == 1 && x > 10 && x <= 100:
					x /= 100
				}
				field.SetFloat(max(least, min(most, x)))
			case field.CanInt() && most > least:
				field.SetInt(max(int64(least), min(int64(most), field.Int())))
			default:
				clamp(field)
			}
		}
	}
}

// shorten cuts a text that is longer than its bound: asking again would cost more than what is lost.
func shorten(text reflect.Value, tag string) {
	for _, part := range strings.Split(tag, ",") {
		if n, err := strconv.Atoi(strings.TrimPrefix(part, "len=")); err == nil && strings.HasPrefix(part, "len=") && utf8.RuneCountInString(text.String()) > n {
			text.SetString(string([]rune(text.String())[:n]))
		}
	}
}

// numbers returns the bounds of a number, both 0 when it has none.
func numbers(tag string) (least, most float64) {
	for _, part := range strings.Split(tag, ",") {
		key, value, _ := strings.Cut(part, "=")
		n, _ := strconv.ParseFloat(value, 64) // bound has checked it
		switch key {
		case "min":
			least = n
		case "max":
			most = n
		}
	}
	return least, most
}

// Check validates raw against the schema of T, decodes it, and brings its numbers and texts within their bounds.
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
	if err := json.Unmarshal(raw, &out); err != nil {
		return out, err
	}
	clamp(reflect.ValueOf(&out).Elem())
	return out, nil
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
			if field.Anonymous {
				if err := bind(schema, field.Type); err != nil {
					return err
				}
				continue
			}
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
