//go:build race

package pdf

// raced says that children run under the race detector too, ten times as large and slow.
const raced = true
