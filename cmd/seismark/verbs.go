package main

import "github.com/spf13/cobra"

// verbs is the list of all verbs, in the order of the help text.
func verbs() []func(*settings) *cobra.Command {
	return []func(*settings) *cobra.Command{
		newRun,
		newReport,
		newFloor,
		newPeers,
		newProve,
		newCross,
		newServe,
		newDrive,
		newQuery,
		newSeal,
		newOpen,
		newWSDL,
		newData,
		newKeys,
		newConfig,
		newVersion,
	}
}
