import { readEnvironment } from "@/lib/environment/environment";
import { errorMessage } from "@/lib/guard/error-message";
import { moveCommand } from "./move-command";

try {
  const { stdout: out, stderr: errors } = process;
  process.exitCode = await moveCommand(process.argv.slice(2), { environment: readEnvironment(), out, errors });
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
