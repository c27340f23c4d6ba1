import { fileURLToPath } from "node:url";
import type { Trainer } from "./trainer";

/** Quotes any text as one word for the shell. */
const word = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The arguments of Node that run the built-in trainer: next to a built service its own file; from sources the
 * TypeScript runner that also runs the service.
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
 * @param modelsFolder where base models are stored between jobs
 * @param baseModels the base models it can train
 */
export function builtInTrainer(modelsFolder: string, baseModels: readonly string[]): Trainer {
  const words = [process.execPath, ...programArguments(import.meta.url), modelsFolder];
  return { name: "built-in", command: words.map(word).join(" "), baseModels };
}
