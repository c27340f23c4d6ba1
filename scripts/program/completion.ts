import { completionScript } from "./completion-script";
import { completedCommands } from "./program-table";
import { SHELLS } from "./shells";

const USAGE = `heddle completion ${SHELLS.join("|")}

Prints a script that completes the commands of heddle in a shell; its first lines say how to load it.
`;

const [, , word, ...more] = process.argv;
const shell = SHELLS.find((name) => name === word);
if (word === "--help" || word === "-h") process.stdout.write(USAGE);
else if (shell !== undefined && more.length === 0) process.stdout.write(completionScript(shell, completedCommands));
else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
