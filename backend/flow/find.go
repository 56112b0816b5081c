package flow

import "slices"

// Find returns the first entry of a list that is what is looked for, nil when there is none. It may be changed in its place.
func Find[T any](list []T, is func(T) bool) *T {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return &list[i]
	}
	return nil
}
