// Command seismark measures what WS-Security costs, and seals and opens SOAP messages by hand.
//
// One file is one verb. To add one:
//
//   - write verb.go with a constructor, newVerb(s *settings) *cobra.Command, and a small struct of its
//     settings; the mapstructure tag of a field is the name of its flag, and every flag has a default;
//   - the RunE of the command calls s.load(cmd, &options), then a function of plain values, readers and
//     writers (cmd.InOrStdin(), cmd.OutOrStdout(), cmd.Context());
//   - add the constructor to the list in verbs.go.
//
// A flag is then also a setting of the environment and of the configuration file: see root.go.
//
// Tables and data go to cmd.OutOrStdout(), everything else through the voice (voice.go). A verb does not
// print its errors and does not exit: it returns an error, with an exit code other than 1 by exit(code,
// err), a wrong use by usagef, a hint for the reader by hint(err, text). What a command takes as
// arguments is said with noArgs, oneArg, upTo (usage.go).
package main
