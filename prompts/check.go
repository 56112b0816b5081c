package prompts

// CheckIn is the input of step check: claims with the quotes they cite. Unlike the other steps it is not told the question: a claim
// stands or falls with its quotes alone.
type CheckIn struct {
	Claims []CheckClaim
}

// CheckClaim is one claim to check. Ref is its short name within the call ("K3"); its quotes are called by Ref and a letter ("K3a").
type CheckClaim struct {
	Ref    string
	Text   string
	Quotes []CheckQuote
}

// CheckQuote is the text that a claim cites, with what stands around it.
type CheckQuote struct {
	Ref     string
	Heading string // document, section: for orientation
	Text    string
}

// CheckOut holds one verdict per claim; claims left out keep the verdict that code gave them.
type CheckOut struct {
	Claims []CheckVerdict `json:"claims" bound:"items=12"`
}

// CheckVerdict says how a claim stands against its quotes, and which quote decides.
type CheckVerdict struct {
	Ref     string `json:"ref" bound:"len=6"`
	Verdict string `json:"verdict" bound:"enum=supported|contradicted|unproven"`
	Quote   string `json:"quote" bound:"len=8"` // its ref; empty when none decides
	Why     string `json:"why" bound:"len=200"`
}

// Proof holds claims against the quotes they cite.
var Proof = Template[CheckIn, CheckOut]{Name: "check", NumPredict: 1200}
