// Package backend is the root of the program's Go source. It holds no code of its own, only the tests that keep the
// architecture true: arch_test.go draws the layers, spec_test.go ties docs/specification.md to the tests that show it.
package backend
