package answer

import "slices"

// Why an answer was written by rule although a model was chosen.
const (
	WithoutDeclined = "declined" // a person had it go on without
	WithoutGone     = "gone"     // it could not be reached
	WithoutSlow     = "slow"     // the time was over before it had answered
	WithoutUnusable = "unusable" // its answer could not be used
)

// without says why an answer that was written by rule was; "" where no model was to write it.
func (f *run) without(s State, t trouble, fellBack bool) string {
	d, declines := f.Kit.Model.(interface{ Declined() bool })
	slow := func(w Warning) bool { return w.Text == sayModelSlow.In(s.Language) }
	switch {
	case f.Kit.Model == nil:
		return ""
	case declines && d.Declined():
		return WithoutDeclined
	case s.Slow || t.Slow:
		return WithoutGone
	case slices.ContainsFunc(t.Warnings, slow) || fellBack && slices.ContainsFunc(s.Warnings, slow):
		return WithoutSlow
	case fellBack:
		return WithoutUnusable
	}
	return ""
}
