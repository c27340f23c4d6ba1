import type { RunOrigin } from "@/lib/api/contract/training-runs/run-origin";
import type { Members } from "@/lib/json/value/members";

/** What one file says about how a run was set up. */
export interface RunSettingsPart {
  readonly config?: Members | undefined;
  readonly origin?: RunOrigin | undefined;
  /** The name of the model that is trained. */
  readonly model?: string | undefined;
  /** What the whole training took. */
  readonly seconds?: number | undefined;
}

/** Returns a text that is not empty; undefined for any other value. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Returns the members that have a value. */
export const known = <Value extends object>(members: Value): Partial<Value> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<Value>;

/** Returns the members that are texts. */
export const knownTexts = (members: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));

/** Returns the member at a path; undefined where there is none. */
export function memberAt(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((inner, name) => {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, name)) return undefined;
    return (inner as Members)[name];
  }, value);
}

/** Where the configurations of programs name the model. */
const MODEL_PATHS = [
  "model_name_or_path",
  "actor_rollout_ref.model.path",
  "model.name",
  "trainer.model.name",
  "orchestrator.model.name",
  "base_model",
  "model",
] as const;

/** Returns the name of the model in a configuration. */
export const modelIn = (config: Members): string | undefined =>
  MODEL_PATHS.map((path) => textOf(memberAt(config, path))).find(Boolean);
