//go:build bindings

package main

// generating says that this build only writes the TypeScript bindings.
const generating = true
