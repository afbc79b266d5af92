//go:build ignore

// Command count reads the lines of go test -json: it prints the output of what failed, and as its last line how many
// tests passed, failed and were skipped. It ends with 1 where anything failed.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
)

// event is a line, as go doc test2json tells of it.
type event struct {
	Action, Package, ImportPath, Test, Output string
}

func main() {
	output := map[string]*strings.Builder{} // by package and test
	tests := map[string]int{}               // by what became of them
	failed := false
	for lines := json.NewDecoder(os.Stdin); ; {
		var e event
		if err := lines.Decode(&e); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			log.Fatal("count: ", err)
		}
		key := e.Package + e.ImportPath + " " + e.Test
		if output[key] == nil {
			output[key] = new(strings.Builder)
		}
		switch e.Action {
		case "output", "build-output":
			output[key].WriteString(e.Output)
		case "fail", "build-fail":
			fmt.Print(output[key])
			failed = true
			fallthrough
		case "pass", "skip":
			if e.Test != "" {
				tests[e.Action]++
			}
			delete(output, key)
		}
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", tests["pass"], tests["fail"], tests["skip"])
	if failed {
		os.Exit(1)
	}
}
