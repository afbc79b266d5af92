package xmldsig

import (
	"bytes"
	"crypto/ecdsa"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// A value of ECDSA is r and s, each with as many octets as the order of the curve, and nothing else (XML
// Signature 1.1 section 6.4.3). Keys sign and verify in ASN.1, where leading zeros are dropped.

// orderSize is how many octets the order of a key's curve has.
func orderSize(key *ecdsa.PublicKey) int { return (key.Params().N.BitLen() + 7) / 8 }

// fromASN1 gives r and s, each of a size.
func fromASN1(der []byte, size int) ([]byte, error) {
	var pair struct{ R, S *big.Int }
	rest, err := asn1.Unmarshal(der, &pair)
	if err != nil || len(rest) > 0 || pair.R.Sign() <= 0 || pair.S.Sign() <= 0 || max(pair.R.BitLen(), pair.S.BitLen()) > 8*size {
		return nil, errors.New("the key gave no ECDSA signature in ASN.1")
	}
	value := make([]byte, 2*size)
	pair.R.FillBytes(value[:size])
	pair.S.FillBytes(value[size:])
	return value, nil
}

// toASN1 makes a sequence of two integers from r and s.
func toASN1(value []byte, size int) ([]byte, error) {
	if len(value) != 2*size {
		return nil, fmt.Errorf("the value has %d octets, with ECDSA on this curve it has %d", len(value), 2*size)
	}
	der := appendInteger(appendInteger(make([]byte, 0, 2*size+10), value[:size]), value[size:])
	if len(der) < 0x80 {
		return slices.Insert(der, 0, 0x30, byte(len(der))), nil
	}
	return slices.Insert(der, 0, 0x30, 0x81, byte(len(der))), nil // as on P-521
}

// appendInteger appends a positive number, of fewer than 128 octets.
func appendInteger(der, number []byte) []byte {
	number = bytes.TrimLeft(number, "\x00")
	pad := 0
	if len(number) == 0 || number[0] >= 0x80 {
		pad = 1
	}
	der = append(der, 0x02, byte(pad+len(number)))
	der = append(der, make([]byte, pad)...)
	return append(der, number...)
}
