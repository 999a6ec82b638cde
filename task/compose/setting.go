package compose

import "segue/skill"

// setting is a place where people have a reason to settle unlike questions one
// after the other.
type setting struct {
	place   string // with its article: "the harbour museum"
	project string // what is being made: "the exhibition on tides"
	event   string // what it is due for: "the opening evening"
	lead    string // who hands the work over
	helpers []string
	papers  []string // what is read
	things  []string // what is counted, moved and planned
}

var settings = []setting{
	{"the harbour museum", "the exhibition on tides and currents", "the opening evening", "the curator", []string{"a conservator", "the ticket clerk", "a student guide"}, []string{"the loan forms", "the old harbour ledgers"}, []string{"display cases", "ship models"}},
	{"a regional hospital's kitchen", "the new menu for the wards", "the health inspection", "the head cook", []string{"a dietitian", "the stock keeper", "an apprentice"}, []string{"the supplier lists", "the ward orders"}, []string{"meal trolleys", "crates of vegetables"}},
	{"the observatory on the hill", "the autumn observing campaign", "the first clear night", "the duty astronomer", []string{"a technician", "a visiting student", "the night assistant"}, []string{"the instrument logs", "the observing proposals"}, []string{"filter wheels", "exposures"}},
	{"a small publishing house", "the illustrated atlas of rivers", "the printer's deadline", "the managing editor", []string{"a proofreader", "the picture researcher", "the accountant"}, []string{"the contracts", "the proof sheets"}, []string{"page spreads", "map plates"}},
	{"the city tram depot", "the new winter timetable", "the first frost", "the operations manager", []string{"a dispatcher", "a mechanic", "the roster clerk"}, []string{"the fault reports", "the duty sheets"}, []string{"tram sets", "spare pantographs"}},
	{"a mountain rescue station", "the new season's readiness file", "the first snowfall", "the station leader", []string{"a paramedic", "the radio operator", "a dog handler"}, []string{"the call-out records", "the avalanche bulletins"}, []string{"ropes and harnesses", "radio sets"}},
	{"the botanical garden", "the seed exchange with sister gardens", "the spring fair", "the head gardener", []string{"a seed keeper", "the greenhouse technician", "a volunteer"}, []string{"the accession cards", "the exchange requests"}, []string{"seed packets", "potting benches"}},
	{"a film archive", "the restoration of a silent film", "the gala screening", "the archivist", []string{"a restorer", "the projectionist", "a musicologist"}, []string{"the censorship cards", "the shot lists"}, []string{"film cans", "title cards"}},
	{"the university print workshop", "the anniversary poster series", "the founders' day", "the workshop master", []string{"a typesetter", "the ink mixer", "a trainee"}, []string{"the job tickets", "the paper catalogues"}, []string{"lead type cases", "poster sheets"}},
	{"a wind farm's control room", "the yearly maintenance plan", "the auditor's visit", "the site engineer", []string{"a rope technician", "the data analyst", "a boat skipper"}, []string{"the turbine logs", "the weather reports"}, []string{"gearboxes", "rotor blades"}},
	{"the town library", "the move to the new building", "the reopening", "the chief librarian", []string{"a cataloguer", "the book-bus driver", "an intern"}, []string{"the lending records", "the donation letters"}, []string{"shelves", "book crates"}},
	{"a bakery cooperative", "the market stall for the harvest festival", "the festival morning", "the bakery's chair", []string{"a pastry cook", "the delivery rider", "the bookkeeper"}, []string{"the order books", "the flour invoices"}, []string{"loaves", "cooling racks"}},
	{"a chemistry teaching laboratory", "the practical course for first-years", "the start of term", "the course supervisor", []string{"a lab technician", "the safety officer", "a teaching assistant"}, []string{"the safety sheets", "last year's protocols"}, []string{"burettes", "reagent bottles"}},
	{"the coastguard's office", "the review of summer rescues", "the minister's visit", "the watch officer", []string{"a radio clerk", "a pilot", "the statistician"}, []string{"the rescue logs", "the harbour notices"}, []string{"patrol boats", "distress buoys"}},
	{"a theatre company on tour", "the winter tour of the comedy", "the first performance", "the tour manager", []string{"the stage manager", "a costume maker", "the lighting designer"}, []string{"the venue contracts", "the prompt book"}, []string{"costume trunks", "stage lights"}},
	{"an animal sanctuary", "the application for a new enclosure", "the grant deadline", "the director", []string{"a keeper", "the vet", "a fund-raiser"}, []string{"the feeding records", "the adoption papers"}, []string{"enclosures", "bales of hay"}},
	{"the national archive's reading room", "the digitisation of parish registers", "the public launch", "the project archivist", []string{"a palaeographer", "the scanner operator", "a database editor"}, []string{"the parish registers", "the request slips"}, []string{"volumes", "microfilm reels"}},
	{"a robotics club", "the entry for the rescue-robot contest", "the qualifying round", "the club captain", []string{"the programmer", "a machinist", "the treasurer"}, []string{"the contest rules", "the parts invoices"}, []string{"motors", "sensor boards"}},
	{"a vineyard in the hills", "the harvest and the cellar plan", "the grape harvest", "the cellar master", []string{"a picker", "the oenologist", "the export clerk"}, []string{"the vineyard diary", "the tasting notes"}, []string{"barrels", "picking crates"}},
	{"an orchestra's office", "the concert season's programme", "the season's opening", "the orchestra manager", []string{"the librarian", "a percussionist", "the stage hand"}, []string{"the rental agreements", "the rehearsal plans"}, []string{"music stands", "instrument cases"}},
	{"a polar research base", "the winter-over report", "the supply ship's arrival", "the base commander", []string{"a glaciologist", "the cook", "the electrician"}, []string{"the station log", "the fuel records"}, []string{"fuel drums", "ice cores"}},
	{"a bicycle workshop", "the fleet order for the post office", "the delivery date", "the workshop owner", []string{"a wheel builder", "the welder", "an apprentice"}, []string{"the order sheets", "the repair tickets"}, []string{"frames", "wheel sets"}},
	{"the river authority", "the flood preparedness review", "the spring melt", "the duty hydrologist", []string{"a lock keeper", "the modeller", "a surveyor"}, []string{"the gauge readings", "the complaints file"}, []string{"sandbags", "pumping stations"}},
	{"a community radio station", "the all-night election broadcast", "the evening of the vote", "the programme director", []string{"a reporter", "the sound engineer", "a volunteer host"}, []string{"the listener letters", "the press releases"}, []string{"microphones", "interview slots"}},
	{"a furniture maker's shop", "the refit of the old courthouse", "the handover", "the master joiner", []string{"a carver", "the draughtsman", "the purchaser"}, []string{"the measured drawings", "the timber bills"}, []string{"panels", "benches"}},
	{"a field hospital", "the handover to the next team", "the change of shift", "the medical coordinator", []string{"a nurse", "the pharmacist", "the logistician"}, []string{"the patient lists", "the supply requests"}, []string{"tents", "boxes of dressings"}},
}

var people = []string{
	"Amara", "Bastian", "Chiara", "Dmitri", "Elif", "Farid", "Greta", "Hiro", "Ingrid", "Jonas", "Kemal", "Lucia", "Mateo", "Nadia",
	"Oskar", "Priya", "Quentin", "Rosa", "Samir", "Tuula", "Ulla", "Viktor", "Wanda", "Ximena", "Yusuf", "Zora", "Anouk", "Bilal",
	"Cosima", "Darius", "Esther", "Femi", "Gustav", "Halima", "Ivo", "Jamila", "Kasper", "Leila", "Milan", "Noor", "Otto", "Paloma",
}

var deadlines = []string{
	"before noon", "by the end of the day", "before tomorrow's meeting", "by Friday", "within the week", "before the phones start ringing", "while there is still time",
}

var openings = []string{
	"At {place}, {project} has to be ready for {event}. {lead} has put together the open points, and {helper} is waiting for the results {when}.",
	"{lead} at {place} is preparing {project}. Between {papers} and the {things}, several questions have piled up that must be settled {when}, well ahead of {event}.",
	"It is a busy week at {place}: {event} is close and {project} is not finished. {lead} has asked for help, and {helper} will put the answers straight to use.",
	"{project} is the talk of {place}. Before {event}, {lead} wants every loose end tied up; {helper} has written down what is still missing.",
	"You are helping out at {place}. {lead} hands you a folder with {papers} and explains that {project} depends on it; {helper} needs your answers {when}.",
	"Nobody at {place} wants surprises at {event}. So {lead} goes through {project} once more with you and {helper}, point by point.",
}

var handovers = []string{
	"There are {count} points, in this order, and later ones lean on earlier results.",
	"You take the {count} points one after the other, since some of them need what came before.",
	"The list has {count} entries; keep each result at hand, because it may be needed again.",
	"In all {count} things have to be settled, and a result once found may be used further on.",
}

// bridges lead into a step of a domain. They give the reason for a question,
// never the skill that answers it.
var bridges = map[skill.Domain][]string{
	skill.Math: {
		"A figure in the plan does not look right to {helper_name}, so it is worked out afresh.",
		"{lead_name} needs an exact result before anything is ordered.",
		"Someone has scribbled a problem on the back of {papers}, and it turns out to matter.",
		"For the {things}, {third_name} asks for a value that nobody wants to guess.",
		"The next entry on the list is a calculation.",
		"{helper_name} has a bet running with {third_name} about the following.",
		"A number is still missing in the margin.",
	},
	skill.Science: {
		"{third_name} wonders about the science behind one of the {things}.",
		"A visitor's question has to be answered properly in the leaflet.",
		"Safety depends on the next point, so {lead_name} wants it checked.",
		"{helper_name} has set up a small demonstration for {event} and needs to know what to expect.",
		"The school group that is coming will ask exactly this.",
		"A measurement noted in {papers} has to be understood.",
		"{third_name} quotes a textbook problem that fits the case.",
	},
	skill.Coding: {
		"A small script keeps track of the {things}, and {third_name} needs a hand with it.",
		"{helper_name} has automated part of the work; here is where it is stuck.",
		"The computer in the back office is not to be trusted blindly.",
		"{lead_name} inherited some code along with {project}.",
		"Before the program runs on the real data, somebody has to look at this.",
		"{third_name} pastes the following into the chat.",
	},
	skill.Logic: {
		"{helper_name} and {third_name} remember it differently; only careful reasoning helps.",
		"What follows from the notes, and what does not, has to be settled.",
		"{lead_name} has a few statements and wants to know what they come to.",
		"There is a riddle hidden in the correspondence.",
		"To rule out a mix-up, {third_name} lists what is known.",
		"The statements on file leave only one way out.",
	},
	skill.Extraction: {
		"The answer to the next point is somewhere in the material that {helper_name} has sent.",
		"{third_name} forwards a document and wants to know one thing from it.",
		"Part of {papers} has been typed up; somebody has to read it closely.",
		"{lead_name} has no time to read the following and asks you to look it up.",
		"An attachment arrives with the next question.",
		"The records are messy, but they hold what is needed.",
	},
	skill.Planning: {
		"Time is short, so the next part needs a plan.",
		"{helper_name} has to arrange the following without any clash.",
		"{lead_name} wants to see how this can be carried out step by step.",
		"Getting the {things} in place raises a question of order.",
		"{third_name} asks how best to go about this.",
		"There is more than one way to do it, but not every way works.",
	},
	skill.Creative: {
		"For the programme of {event}, {lead_name} would like a short text.",
		"{third_name} collects little pieces for the notice board.",
		"The guests of {event} should have something to smile about.",
		"{helper_name} needs a few lines that are not dull.",
		"A blank corner in the leaflet has to be filled.",
	},
	skill.ContextualRetrieval: {
		"{helper_name} has kept a record of the past days; the next point can be answered from it.",
		"{third_name} reads you a long note and then asks about it.",
		"What was said earlier matters now.",
		"{lead_name} hands you the following to remember.",
		"The next question is about this account.",
	},
	skill.InstructionFollowing: {
		"{lead_name} is particular about how the next text is written.",
		"The form of the following notice is prescribed.",
		"{third_name} has strict wishes for a short text about {project}.",
		"The office accepts the next piece only in one form.",
		"{helper_name} needs something written to order.",
	},
}

var anyBridges = []string{"The next point on the list is this.", "{helper_name} adds one more question."}
