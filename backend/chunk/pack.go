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
// piece as a whole is not begun in the rest of one. A heading, and what ends in a colon, goes with what follows it.
func pack(blocks []block, opt Options) []piece {
	var out []piece
	cur := piece{}
	for i, b := range blocks {
		whole := b.tokens
		if b.level >= paragraph {
			whole = groupTokens(blocks[i:])
		}
		full := cur.tokens+b.tokens > opt.Max
		if b.note && len(cur.blocks) > 0 && cur.tokens+b.tokens <= opt.Max+opt.Min {
			cur.add(b)
			continue
		}
		better := cur.tokens >= opt.Min && cur.tokens+whole > opt.Max && whole <= opt.Max && b.level >= paragraph
		if alone := cur.heading() && cur.tokens+b.tokens <= opt.Max+opt.Min; len(cur.blocks) > 0 && (full || better) && !alone {
			lead := cur.withoutLead(opt.Max + opt.Min - b.tokens)
			out = append(out, cur)
			cur = piece{}
			for _, l := range lead {
				cur.add(l)
			}
		}
		cur.add(b)
	}
	if len(cur.blocks) > 0 {
		out = append(out, cur)
	}
	return mergeRest(out, opt)
}

// withoutLead takes the last block from a piece, which it returns, where that leads into what follows and is of at most so many tokens: the term of a
// definition, the first line of a list.
func (p *piece) withoutLead(most int) []block {
	n := len(p.blocks) - 1
	if n < 1 || !p.blocks[n].leads || p.blocks[n-1].heading || p.blocks[n].tokens > most {
		return nil
	}
	lead := p.blocks[n:]
	p.blocks, p.tokens = p.blocks[:n:n], p.tokens-lead[0].tokens
	return lead
}

// heading reports whether a piece holds headings only.
func (p *piece) heading() bool {
	return len(p.blocks) > 0 && p.blocks[len(p.blocks)-1].heading
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

// spans returns what the piece covers, one span for each stretch without a break or a blank line to be; rows cut off from their table's header bring it along.
func (p piece) spans(texts map[int]string) []source.Span {
	var out []source.Span
	if i := slices.IndexFunc(p.blocks, func(b block) bool { return b.table }); i >= 0 {
		for _, h := range p.blocks[i].header {
			if h.Lead = true; !p.holds(h) {
				out = join(out, h, texts)
			}
		}
	}
	p.notesLast()
	for _, b := range p.blocks {
		if b.note && b.apart {
			out, b.ranges = append(out, under(b.ranges[0], texts)), b.ranges[1:]
		}
		for i, r := range b.ranges {
			before := slices.Clone(out)
			out = join(out, r, texts)
			if n := len(before); b.apart && !b.note && i == 0 && n > 0 && len(out) == n { // the line end above it makes a blank line
				out = append(before, source.Span{Page: r.Page, Start: before[n-1].End, End: r.End})
			}
		}
	}
	return out
}

// holds reports whether a span stands in the piece's own blocks.
func (p piece) holds(s source.Span) bool {
	return slices.ContainsFunc(p.blocks, func(b block) bool {
		return slices.ContainsFunc(b.ranges, func(r source.Span) bool { return r.Page == s.Page && r.Start <= s.Start && s.End <= r.End })
	})
}
