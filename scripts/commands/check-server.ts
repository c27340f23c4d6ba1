import { errorMessage } from "@/lib/guard/error-message";
import { checkServerCommand } from "./check-server-command";

try {
  const { stdout: out, stderr: errors, env } = process;
  const surroundings = { clickhouseUrl: env.CLICKHOUSE_URL, out, errors };
  process.exitCode = await checkServerCommand(process.argv.slice(2), surroundings);
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
