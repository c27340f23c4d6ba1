import { run } from "../../prepare/run.mjs";
import type { Check } from "./check";

/** A check by a command of the project's packages; the command prints its own output. */
export function commandCheck(name: string, ...steps: readonly (readonly string[])[]): Check {
  return {
    name,
    async run() {
      for (const [command = "", ...args] of steps) {
        const code = await run(process.execPath, [`node_modules/${command}`, ...args]);
        if (code !== 0) return [`${command} ${args.join(" ")} exited with code ${code}.`];
      }
      return [];
    },
  };
}
