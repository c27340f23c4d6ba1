import { importRunCommand } from "./import-run-command";
import { runImportProgram } from "./run-import-program";

await runImportProgram(importRunCommand);
