import { readEnvironment } from "@/lib/environment/environment";
import { errorMessage } from "@/lib/guard/error-message";
import { backupCommand } from "./backup-command";

try {
  const { stdout: out, stderr: errors } = process;
  const [verb, ...args] = process.argv.slice(2);
  const surroundings = { environment: readEnvironment(), out, errors };
  process.exitCode = await backupCommand(verb === "restore" || verb === "repair" ? verb : "backup", args, surroundings);
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
