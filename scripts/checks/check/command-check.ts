import { run } from "../../prepare/run.mjs";
import type { Check } from "./check";

/** A check that a command of the project's packages makes; what it has to say stands on the screen. */
export function commandCheck(name: string, ...steps: readonly (readonly string[])[]): Check {
  return {
    name,
    async run() {
      for (const [command = "", ...args] of steps) {
        const code = await run(process.execPath, [`node_modules/${command}`, ...args]);
        if (code !== 0) return [`${command} ${args.join(" ")} ended with code ${code}.`];
      }
      return [];
    },
  };
}
