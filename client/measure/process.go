package measure

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"
)

// The sides of a cell.
const (
	serverSide = "server"
	clientSide = "client"
)

// process is a running server or client. It has a process group of its own: Ctrl-C at a terminal reaches the
// runner alone, and the runner ends all that a command started.
type process struct {
	side  string
	cmd   *exec.Cmd
	stdin io.WriteCloser
	lines chan string // of its output, those that were asked for
	last  lastLines   // of its error output

	ended chan struct{} // closed once it has ended
	state *os.ProcessState
}

// stopGrace is how long a process may take to end by itself.
const stopGrace = 3 * time.Second

// launch starts a process in its place. Of its output only the lines that begin with prefix are kept, of its
// error output the last lines; and of both whether one matched heap, as a Java runtime writes that to its output.
func launch(place Placement, side string, cmd *exec.Cmd, prefix string, heap *regexp.Regexp) (*process, error) {
	p := &process{
		side: side, cmd: cmd,
		lines: make(chan string, 64), last: lastLines{heap: heap}, ended: make(chan struct{}),
	}
	p.cmd.SysProcAttr = ownGroup()
	var pipes [2]io.ReadCloser
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if pipes[0], err = p.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if pipes[1], err = p.cmd.StderrPipe(); err != nil {
		return nil, err
	}
	if err := place.start(side, p.cmd); err != nil {
		return nil, fmt.Errorf("%s: %w", side, err)
	}
	var readers sync.WaitGroup
	readers.Go(func() {
		readLines(pipes[0], func(line string) { p.last.look(line); p.offer(line, prefix) })
	})
	readers.Go(func() { readLines(pipes[1], p.last.add) })
	go p.reap(&readers)
	return p, nil
}

// reap waits for the end of the process. What it leaves in its group ends with it, and so the pipes do.
func (p *process) reap(readers *sync.WaitGroup) {
	p.state, _ = p.cmd.Process.Wait()
	killGroup(p.cmd.Process)
	readers.Wait()
	close(p.ended)
}

// command is a program in a folder.
func (p *Plan) command(dir string, words []string) *exec.Cmd {
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir, cmd.Env = dir, p.environment()
	return cmd
}

// environment is that of our processes: the password stands in it, as ps shows a command line to everybody. All
// else they are told there.
func (p *Plan) environment() []string {
	return append(withoutSettings(os.Environ()), "SEISMARK_PASSWORD="+p.Login.Password)
}

// withoutSettings keeps the settings in the runner's environment from our own processes.
func withoutSettings(env []string) []string {
	var kept []string
	for _, v := range env {
		if !strings.HasPrefix(v, "SEISMARK_") {
			kept = append(kept, v)
		}
	}
	return kept
}

// readLines reads until the end, whatever the lines are: a process is not to be stopped by a full pipe.
func readLines(r io.ReadCloser, do func(string)) {
	defer r.Close()
	for lines := bufio.NewReader(r); ; {
		line, err := lines.ReadString('\n')
		if text := strings.TrimRight(line, "\r\n"); text != "" {
			do(text)
		}
		if err != nil {
			return
		}
	}
}

// offer passes a line on without waiting for somebody to take it.
func (p *process) offer(line, prefix string) {
	if !strings.HasPrefix(line, prefix) {
		return
	}
	select {
	case p.lines <- line:
	default:
	}
}

// step tells a client to walk once more.
func (p *process) step() error {
	_, err := io.WriteString(p.stdin, "\n")
	return err
}

var (
	errEnded  = errors.New("ended")
	errSilent = errors.New("silent")
)

// await waits for a line of the process.
func (p *process) await(ctx context.Context, limit time.Duration) (string, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case line := <-p.lines:
		return line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	case <-timer.C:
		return "", fmt.Errorf("%s: %w for %v", p.side, errSilent, limit)
	case <-p.ended:
	}
	select {
	case line := <-p.lines: // it came before the end
		return line, nil
	default:
		return "", fmt.Errorf("%s: %w", p.side, errEnded)
	}
}

// endsWithin reports whether the process has ended, or does so within a moment.
func (p *process) endsWithin(moment time.Duration) bool {
	select {
	case <-p.ended:
		return true
	default:
	}
	select {
	case <-p.ended:
		return true
	case <-time.After(moment):
		return false
	}
}

// stop ends the process: a client by the end of its input, then either by asking, then by force.
func (p *process) stop() {
	p.stdin.Close()
	if p.endsWithin(0) || p.side == clientSide && p.endsWithin(stopGrace) {
		return
	}
	askGroup(p.cmd.Process)
	if !p.endsWithin(stopGrace) {
		killGroup(p.cmd.Process)
	}
	<-p.ended
}

// story says how the process stands, with its last words.
func (p *process) story() string {
	text := p.side + ": running"
	if p.endsWithin(0) {
		text = fmt.Sprintf("%s: %v", p.side, p.state)
	}
	if words := p.last.text(); words != "" {
		text += ": " + words
	}
	return text
}
