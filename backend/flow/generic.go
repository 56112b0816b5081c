package flow

import (
	"reflect"
	"slices"
)

// Filled returns settings with their defaults in the place of numbers that are not set: those that are zero and, with below,
// those below it. Other fields stay as they are.
func Filled[S any](s, defaults S, below bool) S {
	v, d := reflect.ValueOf(&s).Elem(), reflect.ValueOf(defaults)
	for i := range v.NumField() {
		if f := v.Field(i); f.CanInt() && (f.Int() == 0 || below && f.Int() < 0) {
			f.Set(d.Field(i))
		}
	}
	return s
}

// Find returns the first entry of a list that is what is looked for, nil when there is none. It may be changed in its place.
func Find[T any](list []T, is func(T) bool) *T {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return &list[i]
	}
	return nil
}
