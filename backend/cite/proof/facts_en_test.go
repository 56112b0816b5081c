package proof

var englishFacts = []fact{
	{
		before: "Lanterns are carried at the mast.", sentence: "The brightness of a lantern on a boat must not exceed 40 lumens.", after: "The crew trims the wick every evening.",
		place: "Harbour Act.pdf, § 4 Lanterns",
		same:  []string{"A lantern on a boat may have a brightness of at most 40 lumens.", "The brightness of a boat lantern must not be more than 40 lumens."},
		spoil: map[string][][2]string{
			number:   {{"40 lumens", "60 lumens"}, {"40 lumens", "4 lumens"}},
			compared: {{"must not exceed", "must be at least"}, {"at most 40", "at least 40"}, {"must not be more than", "must be more than"}},
			measures: {{"40 lumens", "40 lux"}},
		},
		other: []string{"The brightness of a lantern on a pier must not exceed 90 lumens.", "The colour of a lantern on a boat is left to its owner."},
	},
	{
		before: "Measurements last long.", sentence: "The operator shall keep the records for at least five years and submit them to the Board on request.", after: "Copies are free.",
		place: "Protocol MP-07.pdf, 4.2 Records",
		same:  []string{"The operator must keep the records for at least 5 years.", "Records shall be kept by the operator for at least five years and submitted to the Board on request."},
		spoil: map[string][][2]string{
			number:   {{"five years", "three years"}, {"5 years", "7 years"}},
			measures: {{"five years", "five months"}, {"5 years", "5 weeks"}},
			negated:  {{"shall keep", "need not keep"}, {"must keep", "need not keep"}, {"shall be kept", "need not be kept"}},
			forced:   {{"shall keep", "may keep"}, {"must keep", "should keep"}, {"shall be kept", "may be kept"}},
			compared: {{"at least", "at most"}},
		},
		other: []string{"The owner of a home shall keep the invoices for two years."},
	},
	{
		before: "The survey was long.", sentence: "In March 2021 the station at Brunnhof recorded an annual mean of 310 Bq/m³ in 64 houses.", after: "The houses were old.",
		place: "Survey of Houses.pdf, 3 Results",
		same:  []string{"The station at Brunnhof recorded an annual mean of 310 Bq/m3 in 64 houses in March 2021.", "At Brunnhof, an annual mean of 0.31 kBq/m³ was recorded by the station in March 2021."},
		spoil: map[string][][2]string{
			number:   {{"310 Bq", "390 Bq"}, {"0.31 kBq", "0.41 kBq"}, {"64 houses", "46 houses"}},
			measures: {{"310 Bq", "310 kBq"}, {"0.31 kBq", "0.31 MBq"}},
			dated:    {{"March 2021", "May 2021"}, {"March 2021", "March 2012"}},
			renamed:  {{"Brunnhof", "Lindenau"}, {"Brunnhof", "Kesselberg"}},
			negated:  {{"recorded an annual", "did not record an annual"}, {"was recorded", "was not recorded"}},
		},
		other: []string{"The station at Lindenau has been closed for repairs."},
	},
	{
		before: "Revenue grew.", sentence: "Net revenue of Corvid Instruments was $4.2 billion in fiscal 2019, an increase of 12 % over the prior year.", after: "Costs fell.",
		place: "Corvid annual report.pdf, Results of operations",
		same:  []string{"In fiscal 2019, Corvid Instruments had net revenue of $4,200 million.", "Net revenue of Corvid Instruments increased by 12 percent over the prior year in fiscal 2019."},
		spoil: map[string][][2]string{
			number:   {{"$4.2 billion", "$4.8 billion"}, {"$4,200 million", "$4,300 million"}, {"12 %", "21 %"}, {"12 percent", "15 percent"}},
			measures: {{"$4.2 billion", "$4.2 million"}, {"$4.2 billion", "€4.2 billion"}, {"12 percent", "12 percentage points"}},
			dated:    {{"fiscal 2019", "fiscal 2017"}},
			renamed:  {{"Corvid", "Magpie"}},
			negated:  {{"increase of", "decrease of"}, {"increased by", "decreased by"}},
		},
		other: []string{"Operating margin of Corvid Instruments was 31 % in fiscal 2019."},
	},
	{
		before: "Windows matter.", sentence: "The fan may be switched off only if the room has not been used for 48 hours.", after: "Noise is low.",
		place: "Handbook.pdf, 6 Fans",
		same:  []string{"The fan may be switched off only if the room has not been used for two days.", "If the room has not been used for 48 hours, the fan may be switched off."},
		spoil: map[string][][2]string{
			number:   {{"48 hours", "12 hours"}, {"two days", "four days"}},
			measures: {{"48 hours", "48 minutes"}},
			negated:  {{"may be switched off", "may not be switched off"}},
			forced:   {{"may be switched off", "must be switched off"}},
		},
		other: []string{"The pump may be switched off when the tank is empty."},
	},
	{
		before: "", sentence: "Workers who consent in writing may receive a dose of up to 100 mSv in an emergency.", after: "For other workers the limit stays at 20 mSv per year.",
		place: "Dose Regulation.pdf, § 114 Emergencies",
		same:  []string{"In an emergency, workers who consent in writing may receive up to 0.1 Sv.", "Workers may receive a dose of up to 100 mSv in an emergency if they consent in writing."},
		spoil: map[string][][2]string{
			number:   {{"100 mSv", "250 mSv"}, {"0.1 Sv", "0.5 Sv"}},
			measures: {{"100 mSv", "100 µSv"}, {"0.1 Sv", "0.1 mSv"}},
			negated:  {{"may receive", "may not receive"}},
			forced:   {{"may receive", "must receive"}},
			compared: {{"up to 100 mSv", "more than 100 mSv"}, {"up to 0.1 Sv", "at least 0.1 Sv"}},
		},
		other: []string{"Pregnant workers receive at most 1 mSv until birth."},
	},
	{
		before: "The bridge is old.", sentence: "Anna Meyer closed the north gate on 1 January 2020, two weeks before the flood.", after: "Nobody was hurt.",
		place: "Chronicle.pdf, The flood",
		same:  []string{"On January 1, 2020, Anna Meyer closed the north gate.", "The north gate was closed by Anna Meyer on 2020-01-01."},
		spoil: map[string][][2]string{
			dated:   {{"1 January 2020", "1 February 2020"}, {"January 1, 2020", "January 11, 2020"}, {"2020-01-01", "2021-01-01"}},
			renamed: {{"Anna Meyer", "Clara Vogel"}, {"Meyer", "Huber"}},
			negated: {{"closed the north", "did not close the north"}, {"was closed", "was never closed"}},
			number:  {{"two weeks", "three weeks"}},
		},
		other: []string{"The south gate was repaired in 1998."},
	},
	{
		before: "Filters are cheap.", sentence: "The filter shall be replaced without delay when the pressure falls below 200 Pa.", after: "A lamp shows it.",
		place: "Manual TN-9.pdf, 2.1 Filters",
		same:  []string{"When the pressure falls below 2 hPa, the filter shall be replaced without delay.", "The filter must be replaced without delay if the pressure falls below 200 Pa."},
		spoil: map[string][][2]string{
			number:   {{"200 Pa", "300 Pa"}, {"2 hPa", "5 hPa"}},
			measures: {{"200 Pa", "200 kPa"}, {"2 hPa", "2 bar"}},
			negated:  {{"shall be replaced", "shall not be replaced"}, {"must be replaced", "must not be replaced"}},
			compared: {{"falls below", "is above"}},
			forced:   {{"shall be replaced", "may be replaced"}, {"must be replaced", "should be replaced"}},
		},
		other: []string{"The filter weighs 3 kg."},
	},
}
