import { readEnvironment } from "@/lib/environment/environment";
import { errorMessage } from "@/lib/failure/error-message";
import { importRunCommand } from "./import-run-command";

const controller = new AbortController();
process.once("SIGINT", () => controller.abort(new Error("Stopped.")));
process.once("SIGTERM", () => controller.abort(new Error("Stopped.")));

try {
  const { serviceUrl } = readEnvironment();
  process.exitCode = await importRunCommand(process.argv.slice(2), {
    serviceUrl,
    key: process.env.HEDDLE_API_KEY ?? process.env.WANDB_API_KEY,
    out: process.stdout,
    errors: process.stderr,
    signal: controller.signal,
  });
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
