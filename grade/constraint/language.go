package constraint

import (
	"strings"
	"sync"
	"unicode"

	"github.com/abadojack/whatlanggo"
)

// detectable are the languages that the published check's detector knows, as ISO 639-1 codes.
var detectable = wordSet(`af ar bg bn ca cs cy da de el en es et fa fi fr gu he hi hr hu id it ja kn ko
lt lv mk ml mr ne nl no nb pa pl pt ro ru sk sl so sq sv sw ta te th tl tr uk ur vi zh`)

// functionWords are frequent words of languages in Latin and Cyrillic script. They decide short texts, where
// letter trigrams guess, and Swahili, which the trigram model lacks.
var functionWords = map[string]func() map[string]bool{
	"en": wordSet("the of and to in is was for that it with as his on be at by this had not are but from have you which or an were we their been has what there if will would about when who so can your our today"),
	"es": wordSet("de la que el en y los del las por un para con una su al lo como más pero sus le ya este sí porque esta cuando muy sin sobre también hay donde está es son"),
	"pt": wordSet("de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando muito nos já eu também só pelo pela até isso é são"),
	"fr": wordSet("de la le et les des en un du une que est pour qui dans par plus pas au sur ne se ce il sont la mais comme ou si leur y dont aux d'un cette ses avec être"),
	"de": wordSet("der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über so zum war"),
	"it": wordSet("di e il la che in un a per è una sono non con si da come io ma le del nel alla della i gli lo più anche questo mi ha al dei delle"),
	"fi": wordSet("ja on ei että se oli hän mutta ovat kun niin kuin hänen joka tai myös sen jos ole olla mitä tämä nyt vain minä sinä"),
	"pl": wordSet("i w nie na się z do to że jest a jak za od po ale o co jego przez tak który ma być dla czy tym są oraz już"),
	"vi": wordSet("và là của có không được cho một trong những người các đã với này để khi từ đó cũng như tôi bạn"),
	"sw": wordSet("na ya wa kwa ni katika za la kuwa hii kama au cha si pia yake watu wake hiyo ambayo lakini kwamba sana mimi yangu kila hivyo"),
	"ru": wordSet("и в не на я что он с как это по но из у за от так для вы бы мы они его все был же или если уже тебя меня"),
	"bg": wordSet("и в на се да не от за с че е са по като това които си но ще или към беше тази този го те"),
	"uk": wordSet("і в не на що з як це до та й у за від для але або його вона вони він ми ви є був бути бо її тебе"),
	"nl": wordSet("de van het een en in is dat op te zijn met voor niet aan er om ook als dan maar bij uit nog naar wordt deze"),
}

var trigramOptions = sync.OnceValue(func() whatlanggo.Options {
	allowed := map[whatlanggo.Lang]bool{}
	for lang := range whatlanggo.Langs {
		if detectable()[iso(lang)] {
			allowed[lang] = true // a language is kept by being a key, whatever the value
		}
	}
	return whatlanggo.Options{Whitelist: allowed}
})

// sampleBytes is how much of a text is looked at to tell its language.
const sampleBytes = 1 << 15

// language returns the ISO 639-1 code of the language of a text; Chinese is "zh". The answer is
// false when the text holds no letters or fits two languages equally well, so that nothing can be
// said. It looks at the frequent words first and then at letter trigrams.
func language(text string) (string, bool) {
	if !strings.ContainsFunc(text, unicode.IsLetter) {
		return "", false
	}
	text = strings.ToLower(text[:min(len(text), sampleBytes)])
	hits := map[string]int{}
	words := Words(text)
	for _, word := range words {
		for code, set := range functionWords {
			if set()[word] {
				hits[code]++
			}
		}
	}
	best, second := "", ""
	for code := range functionWords {
		switch {
		case best == "" || hits[code] > hits[best]:
			best, second = code, best
		case second == "" || hits[code] > hits[second]:
			second = code
		}
	}
	if hits[best] > hits[second] && hits[best]*10 >= len(words) {
		return best, true
	}
	found := whatlanggo.DetectWithOptions(text, trigramOptions())
	if found.Confidence == 0 {
		return "", false // of two languages at the same distance the detector names either, by chance
	}
	code := iso(found.Lang)
	return code, code != ""
}

// iso is the ISO 639-1 code; the trigram model leaves out that of Persian.
func iso(lang whatlanggo.Lang) string {
	if lang == whatlanggo.Pes {
		return "fa"
	}
	return lang.Iso6391()
}
