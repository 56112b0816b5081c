package proof

import "slices"

// Measured reports whether two texts state amounts of one measure, whatever their units: "420 Bq/m³" beside "300 becquerel per cubic metre", ten days beside 72 hours.
func Measured(a, b string) bool {
	y := parse(fold(b)).quantities
	return slices.ContainsFunc(parse(fold(a)).quantities, func(q quantity) bool {
		return q.Unit.Dim != "" && slices.ContainsFunc(y, func(o quantity) bool {
			q.rough, o.rough = false, false
			return q.comparable(o)
		})
	})
}
