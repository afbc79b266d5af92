// Package seismic is the wire form of the earthquake service: what stands in the Body of its messages, and its WSDL.
//
// A service calls ParseRequest and AppendResults, a client AppendRequest and ParseResults.
package seismic

const (
	SOAPAction     = "urn:matchQuakes"
	TypesNamespace = "http://ws.sosnoski.com/seismic/types"
	WSDLNamespace  = "http://ws.sosnoski.com/seismic/wsdl"
)
