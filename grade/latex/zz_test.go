package latex_test
import ("testing";"os";"bufio";"encoding/json";"fmt";"strings";"segue/grade/latex")
func TestZZ(t *testing.T){
 f,_:=os.Open("/work/shared/vectors/latex2sympy.jsonl"); defer f.Close()
 sc:=bufio.NewScanner(f); sc.Buffer(nil,1<<20)
 for sc.Scan(){ var v struct{ID,Category,Gold,Answer,Waiver string; Expect bool; Options map[string]any}
  json.Unmarshal(sc.Bytes(),&v)
  if v.Options["check"]!="parse" {continue}
  a,err:=latex.Parse(v.Answer,latex.Limits{})
  g,gerr:=latex.Parse(v.Gold,latex.Limits{})
  s,gs:="",""
  if err!=nil {s="ERR "+err.Error()} else {s=dump(a)}
  if gerr!=nil {gs="ERR "+gerr.Error()} else {gs=dump(g)}
  w:=""; if v.Waiver!="" {w=" W:"+v.Waiver[:min(14,len(v.Waiver))]}
  fmt.Println(strings.TrimPrefix(v.ID,"latex2sympy."),"|",v.Answer,"|",s,"|",v.Gold,"|",gs,w)
 }
}
