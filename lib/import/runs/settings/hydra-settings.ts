import { isMembers, type Members } from "@/lib/json/value/members";
import { known, memberAt, modelIn, type RunSettingsPart, textOf } from "./run-settings-part";

/** Returns the configuration of a program that hydra started, as verl is: `.hydra/config.yaml`. */
export const hydraConfig = (config: Members): RunSettingsPart => ({ config, model: modelIn(config) });

const RUNTIME = "hydra.runtime";

/** Returns the command in `.hydra/hydra.yaml`: the program with what replaces its defaults. */
export function hydraCommand(value: Members): RunSettingsPart | null {
  const name = textOf(memberAt(value, "hydra.job.name"));
  if (name === undefined) return null;
  const task = memberAt(value, "hydra.overrides.task");
  const overrides = Array.isArray(task) ? task.filter((one) => typeof one === "string") : [];
  const version = textOf(memberAt(value, `${RUNTIME}.version`));
  const origin = known({
    command: [`python ${name}.py`, ...overrides].join(" "),
    folder: textOf(memberAt(value, `${RUNTIME}.cwd`)),
    versions: version === undefined ? undefined : { hydra: version },
  });
  return { origin };
}

/** Returns the configuration in one of prime-rl's files: each of its programs has one. */
export function primeRlConfig(table: Members, file: string): RunSettingsPart {
  const isWhole = file === "rl" || file === "config" || isMembers(table.trainer) || isMembers(table.orchestrator);
  const config = isWhole ? table : { [file]: table };
  return { config, model: modelIn(config) ?? modelIn(table) };
}
