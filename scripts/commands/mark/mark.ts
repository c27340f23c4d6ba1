import { runImportProgram } from "@/scripts/commands/run-import-program";
import { markCommand } from "./mark-command";

await runImportProgram(markCommand);
