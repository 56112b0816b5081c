package flow

// What bullets and cards are made by.
const (
	ByModel = "model"
	ByBoth  = "model+rule"
	ByRule  = "rule"
)

// Made names what made something of which a model made some parts and rules the others.
func Made(model, rule int) string {
	switch {
	case model == 0:
		return ByRule
	case rule == 0:
		return ByModel
	}
	return ByBoth
}
