import { importCommand } from "./import-command";
import { runImportProgram } from "./run-import-program";

await runImportProgram(importCommand);
