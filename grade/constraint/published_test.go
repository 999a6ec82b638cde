package constraint_test

import (
	"encoding/json"
	"testing"

	"segue/grade/constraint"
)

type verdict struct {
	id, args, response string
	want               bool
}

func run(t *testing.T, tests []verdict) {
	t.Helper()
	for _, test := range tests {
		got, err := constraint.Run(test.id, json.RawMessage(test.args), test.response)
		if err != nil || got.Followed != test.want {
			t.Errorf("%s %s on %q: %v, %v, want %v", test.id, test.args, test.response, got, err, test.want)
		}
	}
}

// Sentence and word cuts as those of NLTK 3.9, seen through checks that count them.
func TestEnglishTokenizers(t *testing.T) {
	sentences := func(n, text string) verdict {
		return verdict{"length_constraints:number_sentences", `{"relation":"at least","num_sentences":` + n + `}`, text, true}
	}
	fewer := func(n, text string) verdict {
		return verdict{"length_constraints:number_sentences", `{"relation":"less than","num_sentences":` + n + `}`, text, true}
	}
	word := func(m, keyword, text string) verdict {
		return verdict{"words:keywords_specific_position", `{"n":1,"m":` + m + `,"keyword":"` + keyword + `"}`, text, true}
	}
	run(t, []verdict{
		sentences("2", "Mr. Smith lives in the U.S. He is well."), fewer("3", "Mr. Smith lives in the U.S. He is well."),
		fewer("2", "He arrived at 5 p.m. on Monday."), fewer("2", "J. R. Tolkien wrote it."),
		sentences("3", "Really?! Yes. (No.) "), fewer("4", "Really?! Yes. (No.) "),
		fewer("2", "It costs 3.50 dollars."), sentences("2", "Eat less, e.g. rice."), sentences("2", `"Go." She went.`),
		fewer("3", `"Go." She went.`), fewer("2", "Wait... what"),
		word("2", "n't", "Do n't stop"), word("2", "n't", "Don't stop"), word("2", "'s", "It's here."),
		word("3", "not", "I can not."), word("3", "not", "I cannot."), word("2", "gon", "I gonna go."),
		word("1", "well-known", "well-known facts"),
	})
}

func TestLanguages(t *testing.T) {
	for code, text := range map[string]string{
		"en": "The quick brown fox jumps over the lazy dog.", "es": "El perro come en la casa de su amigo.",
		"pt": "O menino não quer comer a sopa que a mãe fez.", "fr": "Le chat est dans la maison avec les enfants.",
		"de": "Der Hund ist nicht im Haus und wartet auf dich.", "it": "Il cane non è nella casa con gli amici.",
		"fi": "Koira on talossa ja se ei ole vihainen.", "pl": "Pies nie jest w domu i czeka na ciebie.",
		"vi": "Con chó không ở trong nhà và nó đang đợi bạn.", "sw": "Mbwa yuko katika nyumba ya rafiki yangu na anasubiri.",
		"ru": "Собака сидит в доме и ждёт тебя.", "uk": "Собака сидить у домі і чекає на тебе, бо це її дім.",
		"bg": "Кучето седи в къщата и те чака, защото това е неговият дом.",
		"ar": "الكلب في البيت وينتظرك مع أصدقائه", "fa": "سگ در خانه است و منتظر تو می\u200cباشد", "ur": "کتا گھر میں ہے اور آپ کا انتظار کر رہا ہے",
		"hi": "कुत्ता घर में है और आपका इंतज़ार कर रहा है।", "mr": "कुत्रा घरात आहे आणि तो तुमची वाट पाहत आहे.", "ne": "कुकुर घरमा छ र तपाईंलाई पर्खिरहेको छ।",
		"ja": "犬は家にいて、あなたを待っています。", "ko": "개가 집에서 당신을 기다리고 있습니다.", "th": "สุนัขอยู่ในบ้านและรอคุณอยู่",
		"he": "הכלב נמצא בבית ומחכה לך.", "bn": "কুকুরটি বাড়িতে আছে এবং আপনার জন্য অপেক্ষা করছে।", "ta": "நாய் வீட்டில் உங்களுக்காக காத்திருக்கிறது.",
		"te": "కుక్క ఇంట్లో మీ కోసం వేచి ఉంది.", "kn": "ನಾಯಿ ಮನೆಯಲ್ಲಿ ನಿಮಗಾಗಿ ಕಾಯುತ್ತಿದೆ.", "gu": "કૂતરો ઘરમાં છે અને તમારી રાહ જુએ છે.",
		"pa": "ਕੁੱਤਾ ਘਰ ਵਿੱਚ ਹੈ ਅਤੇ ਤੁਹਾਡੀ ਉਡੀਕ ਕਰ ਰਿਹਾ ਹੈ।", "ml": "നായ വീട്ടിൽ നിങ്ങൾക്കായി കാത്തിരിക്കുന്നു.",
	} {
		run(t, []verdict{{"language:response_language", `{"language":"` + code + `"}`, text, true}})
	}
	run(t, []verdict{{"language:response_language", `{"language":"en"}`, "1 + 1 = 2", true}})
}

func TestPublishedCorners(t *testing.T) {
	run(t, []verdict{
		{"keywords:existence", `{"keywords":["c.t"]}`, "CUT", true},
		{"keywords:forbidden_words", `{"forbidden_words":["café"]}`, "Un café!", false},
		{"keywords:forbidden_words", `{"forbidden_words":["caf"]}`, "Un café!", true},
		{"keywords:forbidden_words", `{"forbidden_words":["a|b"]}`, "a cab", false},
		{"detectable_format:number_bullet_lists", `{"num_bullets":1}`, "**bold**\n- a", true},
		{"detectable_format:json_format", "", "```json\n[1,]\n```", false},
		{"length_constraints:number_paragraphs", `{"num_paragraphs":2}`, "a\n***\n***\nb", false},
		{"length_constraints:nth_paragraph_first_word", `{"num_paragraphs":2,"nth_paragraph":2,"first_word":"B"}`, "a\n\n\n\nb", false},
		{"startend:end_checker", `{"end_phrase":"Bye."}`, `"So bye."`, true},
		{"count:conjunctions", `{"small_n":2}`, "And so. and", true},
		{"count:person_names", `{"N":1}`, "Emmanuel", false},
		{"count:words_japanese", `{"N":2}`, "a 12 b 猫", true},
		{"words:alphabet", "", "z. a' b", true},
		{"words:consonants", "", "I", false},
		{"words:prime_lengths", "", "a", false},
		{"words:start_verb", "", "Running is fun.", true},
		{"words:start_verb", "", "Quickly run.", false},
		{"format:quotes", "", `'a "b 'c' d" e'`, true},
		{"format:parentheses", "", "(((((", false},
		{"format:options", `{"options":"a), b), c), d)"}`, "A)", false},
		{"format:options", `{"options":"a), b), c), d)"}`, "a)", true},
		{"format:emoji", "", "Hi! 😀", true},
		{"format:thesis", "", "<em>War is bad.</em> So it is.", true},
		{"format:no_bullets_bullets", "", "One. Two.\n\nThree.\n* a\n* b", false},
		{"custom:csv_city", "", "ID,Country,City,Year,Count\n1,\"UK, GB\",\"L\"\"d\",2,3\n" + "2,a,b,c,d\n3,a,b,c,d\n4,a,b,c,d\n5,a,b,c,d\n6,a,b,c,d\n7,a,b,c,d", true},
		{"custom:date_format_list", "", "1812-02-30", false},
		{"repeat:repeat_span", `{"prompt_to_repeat":"äöü x","n_start":1,"n_end":9}`, "ÖÜ X", true},
	})
}
