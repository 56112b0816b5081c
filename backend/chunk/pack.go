package chunk

import (
	"slices"

	"rabbithole/backend/source"
)

// piece is the blocks of one passage.
type piece struct {
	blocks      []block
	tokens      int
	tableTokens int
}

func (p *piece) add(b block) {
	p.blocks = append(p.blocks, b)
	p.tokens += b.tokens
	if b.table {
		p.tableTokens += b.tokens
	}
}

// pack fills pieces with blocks in order. A piece ends where the next block would make it too long; a numbered paragraph that fits a
// piece as a whole is not begun in the rest of one.
func pack(blocks []block, opt Options) []piece {
	var out []piece
	cur := piece{}
	for i, b := range blocks {
		whole := b.tokens
		if b.level >= paragraph {
			whole = groupTokens(blocks[i:])
		}
		full := cur.tokens+b.tokens > opt.Max
		better := cur.tokens >= opt.Min && cur.tokens+whole > opt.Max && whole <= opt.Max && b.level >= paragraph
		if len(cur.blocks) > 0 && (full || better) {
			out = append(out, cur)
			cur = piece{}
		}
		cur.add(b)
	}
	if len(cur.blocks) > 0 {
		out = append(out, cur)
	}
	return mergeRest(out, opt)
}

// groupTokens counts the tokens of the first block with what belongs to it: up to the next block of its level or above.
func groupTokens(blocks []block) int {
	n := blocks[0].tokens
	for _, b := range blocks[1:] {
		if b.level >= blocks[0].level {
			break
		}
		n += b.tokens
	}
	return n
}

// mergeRest gives a last piece that is too short to the one before it.
func mergeRest(pieces []piece, opt Options) []piece {
	n := len(pieces)
	if n < 2 || pieces[n-1].tokens >= opt.Min || pieces[n-2].tokens+pieces[n-1].tokens > opt.Max+opt.Min {
		return pieces
	}
	for _, b := range pieces[n-1].blocks {
		pieces[n-2].add(b)
	}
	return pieces[:n-1]
}

// spans returns what the piece covers, one span for each stretch without a break; rows cut off from their table's header bring it along.
func (p piece) spans(texts map[int]string) []source.Span {
	var out []source.Span
	if i := slices.IndexFunc(p.blocks, func(b block) bool { return b.table }); i >= 0 {
		for _, h := range p.blocks[i].header {
			h.Lead = true
			out = join(out, h, texts)
		}
	}
	for _, b := range p.blocks {
		for _, r := range b.ranges {
			out = join(out, r, texts)
		}
	}
	return out
}
