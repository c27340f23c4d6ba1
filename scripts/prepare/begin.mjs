import { endWithNpm } from "./end-with-npm.mjs";
import { requireNode } from "./node-version.mjs";

/** Runs a command of the project: checks Node first, and turns a failure into its message and exit code 1. */
export async function begin(command) {
  requireNode();
  endWithNpm();
  try {
    await command();
  } catch (error) {
    // A sentence describes an error that the user can fix; a bug (TypeError and the like) shows its stack.
    const isSentence = error instanceof Error && !/^(Type|Reference|Range|Syntax)Error$/.test(error.name);
    console.error(isSentence ? `\n${error.message}` : error);
    process.exit(1);
  }
}
