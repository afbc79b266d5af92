package keystore

import (
	"errors"
	"fmt"
	"io/fs"
)

// Kinds of failures, for errors.Is. A file that is not there is fs.ErrNotExist.
var (
	ErrPassword  = errors.New("the password is wrong, or the file is damaged")
	ErrEncrypted = errors.New("the private key is encrypted")
	ErrMismatch  = errors.New("private key and certificate do not belong together")
	ErrExists    = errors.New("there are keys already")
)

// Error is why a file or folder of keys cannot be used, and what to do about it.
type Error struct {
	Path   string
	Err    error
	Remedy string // may be empty
}

func (e *Error) Error() string {
	text := "keystore: " + e.Path + ": " + e.Err.Error()
	if e.Remedy != "" {
		text += ": " + e.Remedy
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// try adds a remedy.
func (e *Error) try(format string, args ...any) *Error {
	e.Remedy = fmt.Sprintf(format, args...)
	return e
}

// refuse is an Error whose Path is not known yet.
func refuse(format string, args ...any) *Error { return &Error{Err: fmt.Errorf(format, args...)} }

func fail(path, format string, args ...any) *Error {
	return &Error{Path: path, Err: fmt.Errorf(format, args...)}
}

// cannotRead strips the path, which the Error names already.
func cannotRead(path string, err error) *Error {
	e := &Error{Path: path, Err: err}
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		e.Err = p.Err
	}
	return e
}
