package measure

import (
	"context"
	"errors"
	"sync"
)

// measurement is one run of a plan.
type measurement struct {
	*Plan
	record Recorder
	watch  func(Progress)
	gauge  *gauge
	end    func() // removes its files
}

// Measure runs a plan: it shows for every stack, policy and suite that bad messages are refused, then times
// every cell. Cells that are lost are recorded and the others go on; the error is that of the context, of
// the recorder or of the plan. What was measured before it is with the recorder.
func (p *Plan) Measure(ctx context.Context, record Recorder, watch func(Progress)) error {
	m, jobs, err := p.begin(ctx, record, watch)
	if err != nil {
		return err
	}
	defer m.end()
	for _, j := range jobs {
		m.gauge.expect(j.cell, p.Passes+1)
	}
	for _, wave := range p.waves(jobs) {
		if err := m.wave(ctx, wave); err != nil {
			return err
		}
	}
	return nil
}

// begin checks a plan and gives the jobs whose stacks can do them and refuse what they must.
func (p *Plan) begin(ctx context.Context, record Recorder, watch func(Progress)) (*measurement, []job, error) {
	if err := p.Check(); err != nil {
		return nil, nil, err
	}
	plan, remove, err := p.withHandouts()
	if err != nil {
		return nil, nil, err
	}
	m := &measurement{plan, record, watch, newGauge(), remove}
	jobs, err := m.able(plan.jobs())
	if err == nil {
		jobs, err = m.prove(ctx, jobs)
	}
	if err != nil {
		remove()
		return nil, nil, err
	}
	return m, jobs, nil
}

// able leaves out what a stack cannot do.
func (m *measurement) able(jobs []job) ([]job, error) {
	var able []job
	for _, j := range jobs {
		if err := errors.Join(j.stack.Whole(), j.stack.Can(j.policy), j.stack.Built()); err != nil {
			if err := m.record.Lost(*lose(j.cell, Cannot, err.Error())); err != nil {
				return nil, err
			}
			continue
		}
		able = append(able, j)
	}
	return able, nil
}

// waves are the jobs whose processes are alive together. Interleaved, a wave is as large as Alive allows,
// and one never parts the stacks of a comparison; in blocks it is a single cell.
func (p *Plan) waves(jobs []job) [][]job {
	size := 1
	if p.Order == Interleave {
		size = max(p.Alive, 1)
		if p.Alive == 0 {
			size = DefaultAlive
		}
		size = max(size-size%len(p.Stacks), len(p.Stacks))
	}
	var waves [][]job
	for len(jobs) > size {
		waves, jobs = append(waves, jobs[:size]), jobs[size:]
	}
	return append(waves, jobs)
}

// wave measures jobs in rounds, one pass of each a round.
func (m *measurement) wave(ctx context.Context, jobs []job) error {
	sessions, err := m.openAll(ctx, jobs)
	defer func() { closeAll(sessions) }()
	for round := 0; round <= m.Passes && err == nil; round++ {
		sessions, err = m.round(ctx, sessions, round)
	}
	if err != nil {
		return err
	}
	return m.peaks(sessions)
}

func (m *measurement) openAll(ctx context.Context, jobs []job) ([]*session, error) {
	var sessions []*session
	for _, j := range jobs {
		m.tell(Progress{Doing: "start of the processes", Cell: j.cell, Round: m.Order == Interleave})
		s, err := m.open(ctx, j)
		if err != nil {
			if err := m.lost(err); err != nil {
				return sessions, err
			}
			continue
		}
		sessions = append(sessions, s)
	}
	return sessions, nil
}

// round walks every session once and gives those that are still alive.
func (m *measurement) round(ctx context.Context, sessions []*session, round int) ([]*session, error) {
	var alive []*session
	for i, s := range sessions {
		doing := "pass"
		if round == 0 {
			doing = "cold pass"
		}
		m.tell(Progress{Doing: doing, Cell: s.cell, Pass: round, Of: m.Passes, Round: m.Order == Interleave})
		pass, err := s.pass(ctx)
		if err == nil {
			m.gauge.took(s.cell, pass.r.Elapsed)
			err = m.record.Pass(pass)
			alive = append(alive, s)
		} else {
			err = m.lost(err)
			s.close()
		}
		if err != nil {
			return append(alive, sessions[i+1:]...), err
		}
	}
	return alive, nil
}

// lost records the loss of a cell. Any other error comes back.
func (m *measurement) lost(err error) error {
	var lost *Lost
	if !errors.As(err, &lost) {
		return err
	}
	m.gauge.drop(lost.Cell)
	return m.record.Lost(*lost)
}

// peaks records the memory of processes whose end alone tells it.
func (m *measurement) peaks(sessions []*session) error {
	closeAll(sessions)
	for _, s := range sessions {
		peak := Peak{s.cell, s.server.peakAtEnd(), s.client.peakAtEnd()}
		if peak.Server == 0 && peak.Client == 0 {
			continue
		}
		if err := m.record.Peak(peak); err != nil {
			return err
		}
	}
	return nil
}

func closeAll(sessions []*session) {
	var closing sync.WaitGroup
	for _, s := range sessions {
		closing.Go(s.close)
	}
	closing.Wait()
}

func (m *measurement) tell(p Progress) {
	if m.watch == nil {
		return
	}
	p.Done, p.Steps, p.Left = m.gauge.done, m.gauge.steps, m.gauge.remaining()
	m.watch(p)
}
