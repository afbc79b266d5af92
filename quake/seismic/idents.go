package seismic

// idents finds regions by their ident: short ones, which are all that services send, in a table with open
// addressing, others in a map.
type idents struct {
	slots [1 << identBits]struct {
		key    uint64 // zero for none
		region int32
	}
	used []uint16
	long map[string]int32
}

const (
	identBits = 10
	identFull = 1 << identBits * 3 / 4
)

// identKey packs an ident of up to seven bytes and its length; zero for any other.
func identKey(b []byte) uint64 {
	if len(b) == 0 || len(b) > 7 {
		return 0
	}
	key := uint64(len(b)) << 56
	for i, c := range b {
		key |= uint64(c) << (8 * i)
	}
	return key
}

func identSlot(key uint64) uint { return uint(key * 0x9E3779B97F4A7C15 >> (64 - identBits)) }

// add fails where the ident is there already.
func (t *idents) add(ident string, region int32) bool {
	if t.find([]byte(ident)) >= 0 {
		return false
	}
	key := identKey([]byte(ident))
	if key == 0 || len(t.used) == identFull {
		if t.long == nil {
			t.long = make(map[string]int32)
		}
		t.long[ident] = region
		return true
	}
	i := identSlot(key)
	for t.slots[i].key != 0 {
		i = (i + 1) % (1 << identBits)
	}
	t.slots[i].key, t.slots[i].region = key, region
	t.used = append(t.used, uint16(i))
	return true
}

// find gives -1 where the ident is not there.
func (t *idents) find(ident []byte) int32 {
	if region := t.findKey(identKey(ident)); region >= 0 {
		return region
	}
	if region, ok := t.long[string(ident)]; ok {
		return region
	}
	return -1
}

func (t *idents) findKey(key uint64) int32 {
	if key == 0 {
		return -1
	}
	for i := identSlot(key); t.slots[i].key != 0; i = (i + 1) % (1 << identBits) {
		if t.slots[i].key == key {
			return t.slots[i].region
		}
	}
	return -1
}

func (t *idents) reset() {
	for _, i := range t.used {
		t.slots[i].key = 0
	}
	t.used = t.used[:0]
	t.long = nil
}
