package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime/debug"

	"rabbithole/backend/desk"
	"rabbithole/backend/fault"
)

// bound are the methods of a value by name, as Wails binds them: any arguments that JSON can carry, at most a value and an error.
type bound map[string]reflect.Value

// bind collects the exported methods of v.
func bind(v any) bound {
	out := bound{}
	value := reflect.ValueOf(v)
	for i := range value.NumMethod() {
		out[value.Type().Method(i).Name] = value.Method(i)
	}
	return out
}

// call calls a method and returns its result as JSON. A panic becomes an error: a promise that never settles is worse.
func (b bound) call(name string, args []json.RawMessage) (result json.RawMessage, err error) {
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, fmt.Errorf("the program stumbled over itself: %v\n%s", p, debug.Stack())
		}
	}()
	method, ok := b[name]
	if !ok {
		return nil, fault.New("call "+name, fault.NotFound, "The page and the program are of different versions. Load the page again.", nil)
	}
	in, err := arguments(name, method.Type(), args)
	if err != nil {
		return nil, err
	}
	return resultOf(method.Call(in))
}

// arguments reads the arguments of a call.
func arguments(name string, method reflect.Type, args []json.RawMessage) ([]reflect.Value, error) {
	if len(args) != method.NumIn() {
		return nil, fault.New("call "+name, fault.Usage, "", fmt.Errorf("it takes %d arguments, not %d", method.NumIn(), len(args)))
	}
	in := make([]reflect.Value, len(args))
	for i, raw := range args {
		arg := reflect.New(method.In(i))
		if err := json.NewDecoder(bytes.NewReader(raw)).Decode(arg.Interface()); err != nil {
			return nil, fault.New("call "+name, fault.Usage, "", fmt.Errorf("read argument %d: %w", i+1, err))
		}
		in[i] = arg.Elem()
	}
	return in, nil
}

// resultOf turns what a method returned into JSON.
func resultOf(out []reflect.Value) (json.RawMessage, error) {
	if n := len(out); n > 0 && out[n-1].Type() == reflect.TypeFor[error]() {
		if err, _ := out[n-1].Interface().(error); err != nil {
			return nil, err
		}
		out = out[:n-1]
	}
	if len(out) == 0 {
		return json.RawMessage("null"), nil
	}
	return json.Marshal(out[0].Interface())
}

// faultText is an error as the page gets it: the JSON of a desk.Fault.
func faultText(err error) string { return desk.FaultOf(err).Error() }
