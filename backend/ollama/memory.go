package ollama

// memoryNeed is what a model takes: its weights, and the key-value cache that grows with the context.
type memoryNeed struct {
	weights  int64 // bytes
	perToken int64 // bytes of cache per token of context
}

const (
	// usualPerToken stands in for models that do not tell their shape: a 14B model with grouped heads.
	usualPerToken = 160 << 10
	// mostPerToken is far more than the largest model needs; facts that come to more are not believed.
	mostPerToken = 64 << 20
	// smallestContext is the least a research run needs: a dozen passages and the answer.
	smallestContext = 4096
	// unknownContext is pinned when nobody knows the server's memory.
	unknownContext = 8192
)

// contexts are the lengths a model may be pinned to. A few steps, not a formula: a little more or less free memory must not give
// another length at the next start, which would reload the model. Longer prompts than the largest are slow without a big graphics card.
func contexts() []int { return []int{16384, 8192, smallestContext} }

// needOf reads a model's shape from /api/show: two values of 16 bits per layer, key-value head and head dimension.
func needOf(size int64, info facts) memoryNeed {
	arch := info.text("general.architecture")
	layers := info.number(arch + ".block_count")
	heads := info.number(arch + ".attention.head_count")
	kv := info.number(arch + ".attention.head_count_kv")
	if kv == 0 {
		kv = heads
	}
	dim := info.number(arch + ".attention.key_length")
	if dim == 0 && heads > 0 {
		dim = info.number(arch+".embedding_length") / heads
	}
	need := memoryNeed{weights: size, perToken: usualPerToken}
	if bytes := 2 * 2 * layers * kv * dim; bytes >= 1 && bytes <= mostPerToken {
		need.perToken = int64(bytes)
	}
	return need
}

// total is what the model takes with a context of numCtx tokens; a tenth of the weights is added for buffers.
func (n memoryNeed) total(numCtx int) int64 {
	return n.weights + n.weights/10 + n.perToken*int64(numCtx)
}

// fits tells whether the model runs at all in free bytes; 0 means unknown and fits.
func (n memoryNeed) fits(free int64) bool {
	return free <= 0 || n.total(smallestContext) <= free
}

// context returns the length to pin: the largest step that the model was trained for (maxCtx tokens, 0 unknown) and that fits.
func (n memoryNeed) context(maxCtx int, free int64) int {
	for _, numCtx := range contexts() {
		if maxCtx > 0 && numCtx > maxCtx {
			continue
		}
		if free <= 0 && numCtx > unknownContext {
			continue
		}
		if free <= 0 || n.total(numCtx) <= free {
			return numCtx
		}
	}
	if maxCtx > 0 {
		return min(smallestContext, maxCtx)
	}
	return smallestContext
}
