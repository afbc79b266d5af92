// Package xsd reads and writes the values that security headers hold: instants and octets.
//
// AppendInstant and ParseInstant are for times, EncodeBase64 and AppendBase64 for octets.
//
// An instant is a dateTime that names one: with a zone, without second 60.
//
// Specifications: XML Schema Part 2, sections 3.2.7 and 3.2.16; Basic Security Profile 1.1, R3213 and R3217.
package xsd

// Blanks are the white space of XML.
const Blanks = " \t\r\n"

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
