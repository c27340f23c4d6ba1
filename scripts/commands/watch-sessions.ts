import { homedir } from "node:os";
import { runImportProgram } from "./run-import-program";
import { watchSessionsCommand } from "./watch-sessions-command";

await runImportProgram((args, surroundings) =>
  watchSessionsCommand(args, { ...surroundings, home: homedir(), variables: process.env }),
);
