// Package seismic is the wire form of the earthquake service: what stands in the Body of its messages, and
// its WSDL.
//
// A client writes AppendRequest and reads ParseResults; a service reads ParseRequest and writes AppendResults.
// What is written is the content of a Body, in exclusive canonical form. What is read is a whole Body element
// of either version of SOAP, in any spelling that XML allows: prefixes, order of attributes, quotes, white
// space, comments, references, CDATA sections. Names are compared by namespace and local name, never by prefix.
//
// Refused, and named in the error: elements and attributes that the contract does not have, elements out of
// its order, values outside of their type's lexical space, two regions of one ident, a quake whose region is
// not there. Attributes of other namespaces are passed over.
//
// Specifications: the service's schema, in its WSDL; W3C XML Schema Part 2, sections 3.2.4 (float), 3.2.7
// (dateTime), 3.3.17 (int), 4.3.6 (white space); XML Schema 1.1 for +INF; WS-SecurityPolicy 1.2.
package seismic

// What the contract calls its things.
const (
	SOAPAction     = "urn:matchQuakes"
	TypesNamespace = "http://ws.sosnoski.com/seismic/types"
	WSDLNamespace  = "http://ws.sosnoski.com/seismic/wsdl"
)
