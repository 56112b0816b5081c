package proof

import "strings"

// stop are the words of both languages that carry no matter: articles, pronouns, prepositions, auxiliaries, and the words that polarity
// and comparison read.
var stop = wordSet(`a an the of and or but to in on at by for from with without into onto as is are was were be been being it its this that these those he she they them their his her
which who whom whose what when where while there here then than so such if unless except not no nor never only also both each every any all some more most less least fewer up down out over under about
above below between after before during within per via through has have had having do does did done must shall should may might can could will would need needs required requires require allowed permitted
prohibited forbidden however therefore thus hence very much many other another same own one ones again further upon against because since until till according cannot neither either provided
exceed exceeds exceeded exceeding maximum minimum approximately around roughly nearly almost let us we our you your i my mine me him
der die das den dem des ein eine einer eines einem einen und oder aber sondern nicht kein keine keinen keiner keines keinem nie niemals ist sind war waren wird werden wurde wurden worden sein hat haben
hatte hatten zu zur zum von vom mit ohne bei beim nach vor für auf an am im in ins aus über unter um durch gegen bis seit während wegen als wie wenn sofern soweit falls dass daß ob weil da damit so auch nur
noch schon sehr mehr weniger mindestens höchstens etwa rund ca circa ungefähr jede jeder jedes jeden jedem alle aller allen alles sich er sie es ihr ihre ihrer ihren ihm ihn man wir uns unser dieser diese
dieses diesen diesem jener jene welche welcher welches der dessen deren was wer wo muss müssen musste soll sollen sollte sollten darf dürfen kann können konnte könnte mag möglich erforderlich zulässig
verboten untersagt erlaubt gestattet sowie jedoch dabei dazu davon daran darauf hier dort dann sonst bzw beziehungsweise z b u a d h e g i etc usw je pro maximal minimal überschreiten überschreitet
überschritten übersteigen übersteigt unterschreiten unterschreitet außer ausgenommen denn sei werde wurde würde würden innerhalb binnen spätestens frühestens gilt gelten
beträgt betragen liegt liegen dauert dauern jeweils insgesamt stets amounts amount equals equal lies lie lasts last long lang`)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}
