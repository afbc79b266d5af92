// Package xmlenc is the algorithms of XML Encryption: ciphers for data, and what enciphers their keys.
//
// Cipher.Seal and Cipher.Open do data, Transport.Wrap and Transport.Unwrap session keys.
//
// A key that does not decipher gives a random one, so that whoever goes on with it takes the same steps
// and fails later, as with one that deciphers to something wrong.
//
// Specifications: XML Encryption 1.1 sections 5.2 and 5.5.
package xmlenc
