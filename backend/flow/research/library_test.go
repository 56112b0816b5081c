package research_test

import (
	"testing"

	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/step"
)

// lawText and guideText are an invented law and the handbook to it; each refers to the other.
const lawText = `# Laternengesetz (LatG)

## § 1 Zweck

Dieses Gesetz regelt den Betrieb von Laternen auf Booten. Es gilt nicht für Kerzen auf Torten.

## § 2 Begriffsbestimmungen

Eine Laterne im Sinne dieses Gesetzes ist ein Licht hinter Glas. Ein Boot ist jedes Fahrzeug auf dem Wasser, das länger als drei Meter ist.

## § 3 Grenzwert der Helligkeit

Die Helligkeit einer Laterne darf höchstens 40 Lumen betragen. Ausnahmen von diesem Grenzwert bestimmt § 5 Absatz 2.

## § 4 Aufsicht

Die Hafenbehörde prüft jede Laterne einmal im Jahr. Das Verfahren der Prüfung richtet sich nach Kapitel 3 des Laternenhandbuchs.

## § 5 Ausnahmen

(1) Im Hafenbecken gilt kein Grenzwert für Laternen an Land.

(2) Rettungsboote dürfen Laternen mit höchstens 90 Lumen führen, wenn die Hafenbehörde nach § 4 zugestimmt hat.

## § 6 Bußgeld

Wer den Grenzwert nach § 3 überschreitet, zahlt ein Bußgeld von 200 Talern.
`

const guideText = `# Laternenhandbuch

## 1 Einleitung

Dieses Handbuch erläutert das Laternengesetz für Bootsführer und Hafenbehörden.

## 2 Laternen wählen

Der Bootsführer wählt eine Laterne, deren Helligkeit den Grenzwert nach § 3 LatG nicht überschreitet. Eine Laterne aus Messing hält zehn Jahre.

## 3 Prüfung der Laternen

Bei der Prüfung misst die Hafenbehörde die Helligkeit in einem Meter Abstand. Eine Laterne über dem Grenzwert wird nach § 6 LatG geahndet. Die Messung dauert fünf Minuten.

## 4 Pflege

Das Glas der Laterne wird jede Woche geputzt. Weitere Hinweise stehen unter https://laternen.example/pflege im Netz.
`

// realLibrary reads the invented law and handbook into a real library, as the application does.
func realLibrary(t *testing.T) (shelf.Shelf, *step.Kit) {
	t.Helper()
	return shelf.New(t, map[string]string{"LatG.md": lawText, "Laternenhandbuch.md": guideText})
}
