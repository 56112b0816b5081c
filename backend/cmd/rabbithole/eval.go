package main

// evalCommand measures the program; each subcommand has a file of its own.
type evalCommand struct {
	Refs      evalRefsCommand      `cmd:"" help:"References: how many are found, and how many lead where they should."`
	Answers   evalAnswersCommand   `cmd:"" help:"Answers: whether research finds what answers, and says so where nothing does."`
	Ask       evalAskCommand       `cmd:"" help:"Answers of ask: the same, with rounds, sources read and seconds."`
	Explore   evalExploreCommand   `cmd:"" help:"Trees of questions: what they read, beside one search that reads as much."`
	HTML      evalHTMLCommand      `cmd:"" name:"html" help:"Web pages: whether their main content is found, and nothing else."`
	Claims    evalClaimsCommand    `cmd:"" help:"Proof: which labelled sentences it strikes, the right and the wrong ones."`
	Retrieval evalRetrievalCommand `cmd:"" help:"Search: how often it finds the page or text that answers."`
	Text      evalTextCommand      `cmd:"" help:"Text of pages: whether it says what the pages show, and its words beside pdftotext's."`
}
