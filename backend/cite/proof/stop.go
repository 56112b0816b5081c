package proof

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

// antonyms exclude one another when they say something about the same thing.
var antonyms = pairs(`increase decrease, increases decreases, increased decreased, raise lower, raises lowers, raised lowered, rise fall, rises falls, rose fell, before after, above below, inside outside, indoors outdoors, open closed,
opens closes, with without, higher lower, larger smaller, longer shorter, earlier later, internal external, public private, start end, starts ends, begins ends, first last, always never, summer winter, more less, more fewer,
import export, approve reject, approved rejected, accept refuse, accepts refuses, positive negative, active passive, valid invalid, mandatory optional, voluntary mandatory, profit loss, gain loss,
erhöht verringert, erhöhen verringern, steigt sinkt, steigen sinken, stieg sank, zunahme abnahme, vor nach, oberhalb unterhalb, innen außen, innerhalb außerhalb, öffnet schließt, geöffnet geschlossen, mit ohne,
höher niedriger, größer kleiner, länger kürzer, früher später, intern extern, öffentlich privat, beginnt endet, beginn ende, immer nie, sommer winter, mehr weniger, genehmigt abgelehnt, freiwillig verpflichtend, gültig ungültig,
gewinn verlust, aktiv passiv, positiv negativ, kauf verkauf, einnahmen ausgaben, income expenses, assets liabilities, buyer seller, lender borrower, landlord tenant, mieter vermieter, arbeitgeber arbeitnehmer, employer employee`)
