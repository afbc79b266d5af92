# Fuzz targets run for FUZZTIME each; ARGS go to go test.
FUZZTIME ?= 5s
STATICCHECK = go run honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: help build run peers test peers-test record check bench fuzz clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST)

build: ## build build/seismark
	go build -o build/seismark ./cmd/seismark

run: build build/keys ## measure the whole matrix quickly and print the table
	build/seismark run --quick --keys build/keys

build/keys: | build
	build/seismark keys init --keys build/keys

peers: build ## build other people's stacks, with the tools that they use
	build/seismark peers build all

test: ## run the tests
	go test -timeout 20m $(ARGS) ./...

peers-test: ## let our client and the stacks of other people that are built call each other
	PEERS_TEST=1 go test -timeout 45m $(ARGS) ./peers

record: build ## record anew the messages of other people's stacks in wssec/testdata/vectors
	go run ./peers/record build/seismark build/record wssec/testdata/vectors

check: ## formatting, vet, staticcheck, tests with the race detector
	@gofmt -l . | (! grep .) || { echo "the files above are not formatted: gofmt -w ."; exit 1; }
	go vet ./...
	$(STATICCHECK) ./...
	go test -race -timeout 30m $(ARGS) ./...

bench: ## run the benchmarks
	go test -run '^$$' -bench . -benchmem $(ARGS) ./...

fuzz: ## run every fuzz target for FUZZTIME
	@set -e; for p in $$(go list ./...); do for f in $$(go test -list '^Fuzz' $$p | grep '^Fuzz'); do \
		echo "$$p $$f"; go test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$p; done; done

clean: ## remove what was built
	rm -rf build
