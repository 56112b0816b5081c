package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"

	"rabbithole/backend/core"
	"rabbithole/backend/core/askable"
	"rabbithole/backend/fault"
)

// Fault is a failure as the user interface shows it. The error of a bound method carries one as JSON in its message, because its message
// is all that reaches TypeScript.
type Fault struct {
	Message string `json:"message"`
	Kind    string `json:"kind"`             // see package fault
	Hint    string `json:"hint"`             // what to do about it
	Reason  string `json:"reason,omitempty"` // what the user interface says in the person's language instead; "" when it has no words of its own
	Wait    int    `json:"wait,omitempty"`   // seconds after which to try again; 0 when that would not help
}

// ReasonTooMany is that of what was asked for too often.
const ReasonTooMany = "too_many"

// reasonOf names a failure that the user interface has words of its own for.
func reasonOf(err error) string {
	for name, reason := range map[string]error{"finished": errFinished, "empty": askable.ErrEmpty, "unread": askable.ErrUnread,
		"not_yet": askable.ErrNotYet, "blank": askable.ErrBlank,
		"vague": askable.ErrVague, "long": askable.ErrLong, "pasted": askable.ErrPasted, "greeting": askable.ErrGreeting} {
		if errors.Is(err, reason) {
			return name
		}
	}
	return ""
}

// Error returns the fault as JSON.
func (f Fault) Error() string {
	data, _ := json.Marshal(struct {
		Message string `json:"message"`
		Kind    string `json:"kind"`
		Hint    string `json:"hint"`
		Reason  string `json:"reason,omitempty"`
		Wait    int    `json:"wait,omitempty"`
	}(f))
	return string(data)
}

// FaultOf says an error to the user interface.
func FaultOf(err error) Fault {
	var f Fault
	if errors.As(err, &f) {
		return f
	}
	f = Fault{Message: fault.Said(err), Kind: string(fault.KindOf(err)), Hint: fault.Hint(err), Reason: reasonOf(err)}
	if many := (core.TooMany{}); errors.As(err, &many) {
		f.Reason, f.Wait = ReasonTooMany, int(many.After.Seconds())+1
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		f.Kind, f.Hint = string(fault.Unavailable), "It took too long. Try again."
	case errors.Is(err, errClosed):
		f.Kind = string(fault.Cancelled)
	}
	return f
}

// guard ends every bound method. A panic becomes an error, because a promise that never settles is worse; so does a result that JSON
// cannot carry, because that would end the process. Lists and maps are never null.
func guard[T any](out *T, err *error) {
	if p := recover(); p != nil {
		*err = stumble(p)
	}
	if *err == nil {
		fillIn(out)
		_, *err = json.Marshal(*out)
	}
	if *err != nil {
		var zero T
		*out, *err = zero, FaultOf(*err)
	}
}

// stumble says a panic; called while it is being recovered, so that the stack shows where it was.
func stumble(p any) error {
	return fmt.Errorf("the program stumbled over itself: %v\n%s", p, debug.Stack())
}

// fillIn is fill for what is sent some other way than as a result.
func fillIn[T any](out *T) { fill(reflect.ValueOf(out).Elem()) }

// fill makes nil lists and maps empty ones, all the way down: the bindings promise that they are never null.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fill(v.Elem())
		}
	case reflect.Slice:
		if v.IsNil() && v.CanSet() && v.Type().Elem().Kind() != reflect.Uint8 {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		if nested(v.Type().Elem()) {
			for i := range v.Len() {
				fill(v.Index(i))
			}
		}
	case reflect.Map:
		if v.IsNil() && v.CanSet() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		if nested(v.Type().Elem()) {
			for _, key := range v.MapKeys() { // values of a map cannot be changed where they are
				value := reflect.New(v.Type().Elem()).Elem()
				value.Set(v.MapIndex(key))
				fill(value)
				v.SetMapIndex(key, value)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	}
}

// nested says whether values of the type can hold lists.
func nested(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct, reflect.Slice, reflect.Map, reflect.Pointer:
		return true
	}
	return false
}
