// Package frontend carries the built user interface inside the binary. It holds what `npm run build` left in dist
// and knows nothing of windows, servers or the engine: whoever shows the interface takes the files from here.
package frontend

import "embed"

// Dist is the built interface below the folder "dist"; before the first build it holds a placeholder only.
//
//go:embed all:dist
var Dist embed.FS
