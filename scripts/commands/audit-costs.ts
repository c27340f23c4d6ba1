import { auditCostsCommand } from "./audit-costs-command";
import { runImportProgram } from "./run-import-program";

await runImportProgram(auditCostsCommand);
