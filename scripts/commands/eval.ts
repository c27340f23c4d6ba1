import { evalCommand } from "./eval-command";
import { runImportProgram } from "./run-import-program";

await runImportProgram(evalCommand);
