package importer_test

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"segue/task/importer"
)

// pack is how a data set packs its private tests.
func pack(t *testing.T, data []byte) string {
	t.Helper()
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(packed.Bytes())
}

// pickles of the text, as Python writes them in its protocols.
func pickles(text string) map[string]string {
	n := len(text)
	return map[string]string{
		"protocol 2":   "\x80\x02" + string([]byte{'X', byte(n), byte(n >> 8), 0, 0}) + text + "q\x00.",
		"protocol 4":   "\x80\x04\x95" + string([]byte{byte(n + 7), byte(n >> 8), 0, 0, 0, 0, 0, 0}) + string([]byte{'X', byte(n), byte(n >> 8), 0, 0}) + text + "\x94.",
		"short":        "\x80\x05\x8c" + string([]byte{byte(n)}) + text + "\x94.",
		"eight bytes":  "\x80\x04\x8d" + string([]byte{byte(n), byte(n >> 8), 0, 0, 0, 0, 0, 0}) + text + "\x94.",
		"not a pickle": text,
		"protocol 3":   "\x80\x03" + string([]byte{'X', byte(n), byte(n >> 8), 0, 0}) + text + "r\x01\x00\x00\x00.",
	}
}

const privateTest = `[{"input":"5","output":"10","testtype":"stdin"}]`

func problem(private string) []byte {
	data, _ := json.Marshal(map[string]string{
		"question_content": "Double it.", "question_id": "x", "metadata": "{}", "private_test_cases": private,
		"public_test_cases": `[{"input":"1","output":"2","testtype":"stdin"}]`,
	})
	return data
}

func TestPackedTestsAreRead(t *testing.T) {
	for name, data := range pickles(privateTest) {
		tasks, bad, s := read(t, importer.Options{}, "x.jsonl", problem(pack(t, []byte(data))))
		if bad.Total > 0 || len(s.Notes) > 0 || len(tasks[0].Steps[0].Answer.Tests) != 2 || tasks[0].Steps[0].Answer.Tests[1].Stdin != "5" {
			t.Errorf("%s: %v %v", name, s.Notes, bad)
		}
	}
}

// Whatever else is packed is left out and said; nothing of it is run.
func TestHostilePackingIsLeftOut(t *testing.T) {
	good := pickles(privateTest)["protocol 2"]
	for name, private := range map[string]string{
		"a call":               pack(t, []byte("\x80\x02cos\nsystem\nq\x00X\x02\x00\x00\x00lsq\x01\x85q\x02Rq\x03.")),
		"a call of protocol 4": pack(t, []byte("\x80\x04\x8c\x02os\x94\x8c\x06system\x94\x93\x94\x8c\x02ls\x94\x85\x94R\x94.")),
		"two texts":            pack(t, []byte("\x80\x02X\x02\x00\x00\x00[]X\x02\x00\x00\x00[].")),
		"a list":               pack(t, []byte("\x80\x02]q\x00.")),
		"a length beyond":      pack(t, []byte("\x80\x02X\xff\xff\xff\x7f[].")),
		"a huge length":        pack(t, []byte("\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\xff[].")),
		"no stop":              pack(t, []byte(strings.TrimSuffix(good, "."))),
		"text behind the stop": pack(t, []byte(good+"x")),
		"a future protocol":    pack(t, []byte("\x80\x63"+good[2:])),
		"no UTF-8":             pack(t, []byte("\x80\x02X\x02\x00\x00\x00\xff\xfe.")),
		"an empty pickle":      pack(t, []byte("\x80")),
		"another JSON":         pack(t, []byte(`{"a":1}`)),
		"deep JSON":            pack(t, []byte(strings.Repeat("[", 100)+strings.Repeat("]", 100))),
		"a bomb":               pack(t, make([]byte, 65<<20)),
		"half of the packing":  pack(t, []byte(privateTest))[:40],
		"no base64":            "@@@",
		"base64 of nothing":    "",
	} {
		tasks, bad, s := read(t, importer.Options{}, "x.jsonl", problem(private))
		if bad.Total > 0 || len(tasks[0].Steps[0].Answer.Tests) != 1 {
			t.Errorf("%s: %v", name, bad)
		}
		if private != "" && len(s.Notes) != 1 {
			t.Errorf("%s: the notes are %v", name, s.Notes)
		}
	}
}

func TestTestsBeyondTheBoundAreLeftOut(t *testing.T) {
	large, _ := json.Marshal([]map[string]string{{"input": strings.Repeat("1 ", 9<<20), "output": "1"}, {"input": "5", "output": "10"}})
	tasks, bad, s := read(t, importer.Options{}, "x.jsonl", problem(pack(t, large)))
	if bad.Total > 0 || len(tasks[0].Steps[0].Answer.Tests) != 2 || tasks[0].Steps[0].Answer.Tests[1].Stdin != "5" || len(s.Notes) != 1 {
		t.Errorf("%d tests, %v, %v", len(tasks[0].Steps[0].Answer.Tests), s.Notes, bad)
	}
}
