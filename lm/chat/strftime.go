package chat

import (
	"fmt"
	"strings"
	"time"
)

// timeLayouts are the directives of strftime that templates use, in Go's form.
var timeLayouts = map[byte]string{
	'd': "02", 'm': "01", 'y': "06", 'Y': "2006", 'b': "Jan", 'B': "January", 'a': "Mon", 'A': "Monday",
	'H': "15", 'I': "03", 'M': "04", 'S': "05", 'p': "PM", 'j': "002", 'Z': "MST", 'z': "-0700",
	'F': "2006-01-02", 'T': "15:04:05", 'D': "01/02/06", 'e': "_2",
}

// formatTime is strftime in the C locale.
func formatTime(t time.Time, format string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		i++
		switch {
		case i < len(format) && format[i] == '%':
			b.WriteByte('%')
		case i < len(format) && timeLayouts[format[i]] != "":
			b.WriteString(t.Format(timeLayouts[format[i]]))
		default:
			return "", fmt.Errorf("strftime_now: the format %q holds a directive that is not known here", format)
		}
	}
	return b.String(), nil
}
