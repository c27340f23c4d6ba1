import { processSurroundings } from "./surroundings";
import { runUserCommand } from "./user-commands";

const controller = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => controller.abort(new Error("Stopped.")));
}
process.exitCode = await runUserCommand(process.argv.slice(2), processSurroundings(controller.signal));
