package worker

import (
	"runtime/metrics"
	"time"
)

// watchMemory calls exit when the Go runtime holds more than limit bytes. It looks at metrics that are read without stopping
// the world, for compiled WebAssembly cannot be stopped. It ends with the process.
func watchMemory(limit uint64, exit func(int)) {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for {
		metrics.Read(samples)
		if samples[0].Value.Uint64()-samples[1].Value.Uint64() > limit {
			exit(ExitMemory)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
