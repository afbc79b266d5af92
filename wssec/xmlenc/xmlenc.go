// Package xmlenc is the algorithms of XML Encryption: ciphers for data, and what enciphers their keys.
//
// Cipher.Seal and Cipher.Open do data, Transport.Wrap and Transport.Unwrap session keys. Transport.Method and
// Transport.Around are what an EncryptedKey says about that, ReadTransport reads it.
//
// A transport is an algorithm with its parameters: RSA enciphers a session key itself; with ECDH-ES a key is agreed
// on, by one that is made for this session key alone and the recipient's, and the session key is wrapped under it.
//
// A key that does not decipher gives a random one, so that whoever goes on with it takes the same steps
// and fails later, as with one that deciphers to something wrong.
//
// Refused: keys of other sizes than the cipher's, points that are not on the named curve, key derivation but
// ConcatKDF, a KA-Nonce.
//
// Specifications: XML Encryption 1.1 sections 5.2, 5.4.1, 5.5 and 5.6; XML Signature 1.1 section 4.5.2.3 (curves);
// RFC 3394 (AES key wrap); NIST SP 800-56A section 5.8.1 (ConcatKDF).
package xmlenc
