import type { Check } from "./check";
import { endOfLog, runLogged } from "./logged-command";

/** A check by a command of the project's packages; what it printed last is its problem. */
export function commandCheck(name: string, ...steps: readonly (readonly string[])[]): Check {
  return {
    name,
    async run() {
      for (const [command = "", ...args] of steps) {
        const code = await runLogged(name, [`node_modules/${command}`, ...args]);
        if (code !== 0)
          return [...endOfLog(name).split("\n"), `${command} ${args.join(" ")} exited with code ${code}.`];
      }
      return [];
    },
  };
}
