import { runCommand } from "./run-command";
import { runImportProgram } from "./run-import-program";

await runImportProgram(runCommand);
