import { runImportProgram } from "@/scripts/commands/run-import-program";
import { evalCommand } from "./eval-command";

await runImportProgram(evalCommand);
