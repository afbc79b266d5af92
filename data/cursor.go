package data

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"seismark/quake"
)

// cursor reads columns; after its first error it gives zeros.
type cursor struct {
	rest []byte
	err  error
}

func (c *cursor) fail(err error) {
	if c.err == nil {
		c.err = err
	}
	c.rest = nil
}

func (c *cursor) uvarint(limit uint64) uint64 {
	u, n := binary.Uvarint(c.rest)
	switch {
	case n <= 0:
		c.fail(errors.New("columns end within a number"))
		return 0
	case u > limit:
		c.fail(fmt.Errorf("number %d is above its limit %d", u, limit))
		return 0
	}
	c.rest = c.rest[n:]
	return u
}

func (c *cursor) varint() int64 { return unzigzag(c.uvarint(math.MaxUint64)) }

func (c *cursor) text(longest int) string {
	n := c.uvarint(uint64(longest))
	if n > uint64(len(c.rest)) {
		c.fail(errors.New("columns end within a text"))
		return ""
	}
	s := string(c.rest[:n])
	c.rest = c.rest[n:]
	return s
}

// longestAuthor is a line.
const longestAuthor = 200

// quakes reads everything; the caller has seen that so many can be.
func (c *cursor) quakes(count int) ([]quake.Quake, string) {
	author := c.text(longestAuthor)
	methods := make([]string, c.uvarint(mostMethods))
	for i := range methods {
		methods[i] = c.text(longestMethod)
	}
	var scale [4]scale
	for i := range scale {
		scale[i] = c.scale()
	}
	if c.err != nil {
		return nil, ""
	}
	quakes := make([]quake.Quake, count)
	c.instants(quakes)
	for i := range scale {
		for j := range quakes {
			*floats(&quakes[j])[i] = scale[i].decode(c.uvarint(math.MaxUint64))
		}
	}
	c.methods(quakes, methods)
	c.regions(quakes)
	if len(c.rest) > 0 {
		c.fail(fmt.Errorf("%d bytes follow the last column", len(c.rest)))
	}
	return quakes, author
}

func (c *cursor) scale() scale {
	s := scale(c.uvarint(math.MaxUint8))
	if !slices.Contains(scales(), s) {
		c.fail(fmt.Errorf("unknown scale %d", s))
	}
	return s
}

func (c *cursor) instants(quakes []quake.Quake) {
	at := int64(0)
	for i := range quakes {
		at += c.varint()
		quakes[i].Time = at
	}
	for i := range quakes {
		quakes[i].Millis = int32(c.uvarint(999))
	}
}

func (c *cursor) methods(quakes []quake.Quake, methods []string) {
	for i := range quakes {
		m := c.uvarint(mostMethods)
		if m >= uint64(len(methods)) {
			c.fail(fmt.Errorf("quake %d has method %d of %d", i+1, m, len(methods)))
			return
		}
		quakes[i].Method = methods[m]
	}
}

// regions come last: with them a quake is whole and can be checked.
func (c *cursor) regions(quakes []quake.Quake) {
	for i := range quakes {
		q := &quakes[i]
		q.Region = uint16(int64(quake.RegionAt(q.Latitude, q.Longitude)) + c.varint())
		q.Area = quake.AreaOf(q.Region)
		if err := check(*q); err != nil && c.err == nil {
			c.fail(fmt.Errorf("quake %d: %w", i+1, err))
			return
		}
	}
}
