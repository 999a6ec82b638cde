package figure

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"segue/skill"
	"segue/switching"
)

// HeatMap draws the directed Skill Entropy between domains: rows are left,
// columns landed on. The colour scale is logarithmic around 1.
func HeatMap(cells map[string]switching.Cell) template.HTML {
	var domains []skill.Domain
	for _, d := range skill.Domains() {
		for key := range cells {
			from, to := switching.SplitKey(key)
			if from == string(d) || to == string(d) {
				domains = append(domains, d)
				break
			}
		}
	}
	var b strings.Builder
	b.WriteString(`<div class="scroll"><table class="heat"><thead><tr><th>from \ to</th>`)
	for _, d := range domains {
		fmt.Fprintf(&b, `<th>%s</th>`, template.HTMLEscapeString(d.Title()))
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, from := range domains {
		fmt.Fprintf(&b, `<tr><th>%s</th>`, template.HTMLEscapeString(from.Title()))
		for _, to := range domains {
			b.WriteString(heatCell(cells, string(from), string(to)))
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table></div>`)
	return template.HTML(b.String())
}

func heatCell(cells map[string]switching.Cell, from, to string) string {
	c, ok := cells[switching.Key(from, to)]
	switch {
	case from == to:
		return `<td class="none"></td>`
	case !ok || c.SkE == 0:
		return `<td class="none" title="not measured">·</td>`
	case c.Weak != "":
		return fmt.Sprintf(`<td class="weak" title="%s; %d trials">%.2f</td>`, template.HTMLEscapeString(c.Weak), c.N, c.SkE)
	}
	// 0 at a ratio of ½ or below, 1 at 4 or above.
	strength := min(1, max(0, (math.Log2(c.SkE)+1)/3))
	return fmt.Sprintf(`<td style="--s:%.0f%%" title="95 %%: %.2f to %.2f; accuracy %.2f chained, %.2f alone; %d trials">%.2f</td>`, 100*strength, c.Lo, c.Hi, c.Acc, c.Base, c.N, c.SkE)
}
