package step

import (
	"slices"
	"strings"
)

func set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}

func wordSet(words string) map[string]bool { return set(strings.Fields(words)) }

// holdsAll reports whether a set has all of a list.
func holdsAll(have map[string]bool, list []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !have[s] })
}

// inCommon returns how many members two sets share.
func inCommon(a, b map[string]bool) int {
	n := 0
	for s := range a {
		if b[s] {
			n++
		}
	}
	return n
}

// once appends s unless it is there.
func once(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
