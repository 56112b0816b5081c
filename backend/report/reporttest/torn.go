package reporttest

import (
	"cmp"
	"strconv"
)

// whole makes one citation of those whose quote goes on on the next page, as a reader is to be told.
func whole(list []citation) (out []citation) {
	printed := func(x citation) string { return cmp.Or(x.Label, strconv.Itoa(x.Page)) }
	for i := 0; i < len(list); i++ {
		x := list[i]
		if x.Torn && i+1 < len(list) && list[i+1].Page == x.Page+1 {
			i++
			x.Quote, x.Label = x.Quote+list[i].Quote, printed(x)+"–"+printed(list[i])
		}
		out = append(out, x)
	}
	return out
}
