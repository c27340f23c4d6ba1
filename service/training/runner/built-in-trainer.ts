import { fileURLToPath } from "node:url";
import type { Trainer } from "./trainer";

/** A word for the shell, whatever is in it. */
const word = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The arguments of Node that run the built-in trainer: beside a built service its own file; from sources by the
 * TypeScript runner that also runs the service then.
 */
function programArguments(here: string): string[] {
  const at = (path: string) => fileURLToPath(new URL(path, here));
  return here.endsWith(".mjs")
    ? ["--enable-source-maps", at("trainer.mjs")]
    : [
        at("../../../node_modules/tsx/dist/cli.mjs"),
        ...["--tsconfig", at("../../../tsconfig.json"), at("../../../trainer/main.ts")],
      ];
}

/**
 * @param modelsFolder where base models are kept between jobs
 * @param baseModels those that it can train
 */
export function builtInTrainer(modelsFolder: string, baseModels: readonly string[]): Trainer {
  const words = [process.execPath, ...programArguments(import.meta.url), modelsFolder];
  return { name: "built-in", command: words.map(word).join(" "), baseModels };
}
