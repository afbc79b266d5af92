package main

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// target is the file that a path leads to, and whether it can be replaced: it is a regular file, or not
// there yet. A device or a pipe is written to as it is.
func target(path string) (string, bool, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, true, nil
	}
	if err != nil {
		return path, false, err
	}
	if info.IsDir() {
		return path, false, &fs.PathError{Op: "write", Path: path, Err: errors.New("is a folder")}
	}
	return path, info.Mode().IsRegular(), nil
}

// distinct reports two flags that would write to one file, each given with its path; "" writes none.
func distinct(files ...[2]string) error {
	taken := map[string]string{}
	for _, file := range files {
		flag, path := file[0], file[1]
		if path != "-" {
			real, regular, err := target(filepath.Clean(path))
			if path == "" || err == nil && !regular {
				continue // a device takes what all of them write
			}
			path = real
		}
		if other := taken[path]; other != "" {
			return usagef("--%s and --%s both write to %s", other, flag, file[1])
		}
		taken[path] = flag
	}
	return nil
}

// writable reports why a file could not be written, without changing it.
func writable(path string) error {
	if path == "-" {
		return nil
	}
	real, regular, err := target(path)
	if err != nil {
		return err
	}
	_, err = os.Stat(real)
	fresh := errors.Is(err, fs.ErrNotExist)
	file, err := os.OpenFile(real, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	if regular {
		err = lock(file)
	}
	err = errors.Join(err, file.Close())
	if fresh && regular {
		err = errors.Join(err, os.Remove(real))
	}
	return err
}

// replace writes a file whole or not at all, "-" to stdout.
func replace(path string, stdout io.Writer, write func(io.Writer) error) error {
	if path == "-" {
		return write(stdout)
	}
	real, regular, err := target(path)
	if err != nil {
		return err
	}
	if !regular {
		file, err := os.OpenFile(real, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(file), file.Close())
	}
	file, err := os.CreateTemp(filepath.Dir(real), "."+filepath.Base(real)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // nothing is left of it once it was renamed
	b := bufio.NewWriter(file)
	if err := errors.Join(write(b), b.Flush(), file.Chmod(mode(real)), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), real)
}

// keepSource refuses to write over the file that is read, under whatever names.
func keepSource(flag, path, source string) error {
	to, err := os.Stat(path)
	if err != nil {
		return nil
	}
	if from, err := os.Stat(source); err == nil && to.Mode().IsRegular() && os.SameFile(from, to) {
		return hint(usagef("%s %s: this is the file that is read", flag, path), "name another, the source is kept")
	}
	return nil
}

// mode is that of the file to be replaced, or what a new one has.
func mode(path string) fs.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}
