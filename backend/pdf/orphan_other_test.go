//go:build !unix

package pdf

func runParentIfAsked() {}

// childMemory returns 0: it is not measured here.
func childMemory() int64 { return 0 }
