import { readEnvironment } from "@/lib/environment/environment";
import { errorMessage } from "@/lib/guard/error-message";
import { projectFilesCommand } from "./project-files-command";

try {
  const { stdout: out, stderr: errors } = process;
  const [verb, ...args] = process.argv.slice(2);
  const surroundings = { environment: readEnvironment(), out, errors };
  const word = verb === "import-project" ? "import-project" : "export-project";
  process.exitCode = await projectFilesCommand(word, args, surroundings);
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
