// Package soap knows the skeleton of SOAP messages and their faults, and nothing of what secures them.
//
// Split reads an envelope and says where its parts are; AppendFault, ParseFault and FromError are for
// faults.
//
// Refused: what is not well formed, and what is no envelope as Split describes it. An attachment is text
// that a part of the message merely names; none is fetched.
//
// Specifications: W3C SOAP 1.1 and SOAP 1.2 part 1; OASIS SOAP Message Security 1.1 sections 4 and 5.
package soap
