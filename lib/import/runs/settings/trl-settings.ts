import { isMembers, type Members } from "@/lib/json/value/members";
import { known, memberAt, modelIn, type RunSettingsPart, textOf } from "./run-settings-part";

/** Members of a `trainer_state.json` that are settings. */
const STATE_SETTINGS = [
  "max_steps",
  "num_train_epochs",
  "train_batch_size",
  "logging_steps",
  "eval_steps",
  "save_steps",
] as const;

/** Returns the settings and the time in a `trainer_state.json`. */
export function trainerState(value: Members): RunSettingsPart | null {
  const { log_history: history } = value;
  if (!Array.isArray(history)) return null;
  const config = known(Object.fromEntries(STATE_SETTINGS.map((name) => [name, value[name]])));
  const runtime = history.map((record: unknown) => memberAt(record, "train_runtime")).findLast(isTime);
  return { config, origin: { program: "TRL" }, ...(runtime === undefined ? {} : { seconds: runtime }) };
}

const isTime = (value: unknown): value is number => typeof value === "number" && value >= 0;

/** Returns the settings that a program saved as an object: arguments of the training as JSON or YAML. */
export const savedArguments = (config: Members): RunSettingsPart => ({ config, model: modelIn(config) });

const LORA = ["peft_type", "r", "lora_alpha", "lora_dropout", "target_modules", "use_rslora", "use_dora"] as const;

/** Returns the model and the settings in peft's `adapter_config.json`. */
export function adapterConfig(value: Members): RunSettingsPart | null {
  const model = textOf(value.base_model_name_or_path);
  if (!("peft_type" in value)) return null;
  return { config: { peft: known(Object.fromEntries(LORA.map((name) => [name, value[name]]))) }, model };
}

/** Returns the model and the version in the `config.json` of a saved model. */
export function modelConfig(value: Members): RunSettingsPart | null {
  const version = textOf(value.transformers_version);
  if (version === undefined) return null;
  return { model: textOf(value._name_or_path), origin: { versions: { transformers: version } } };
}

/** A line of the list of versions: `- Transformers: 4.57.1`. */
const VERSION = /^- (TRL|Transformers|PEFT|Pytorch|Datasets|Tokenizers)[^:]*: *(\S+)$/gim;

const BASE_MODEL = /^base_model: *["']?([^\s"']+)["']?$/m;

/** Returns the model and the versions in the card that TRL writes as `README.md`. */
export function modelCard(text: string): RunSettingsPart | null {
  const versions = Object.fromEntries(
    [...text.matchAll(VERSION)].map(([, name = "", version = ""]) => [name.toLowerCase(), version]),
  );
  if (Object.keys(versions).length === 0) return null;
  return { model: BASE_MODEL.exec(text)?.[1], origin: { versions } };
}

/** True for an object with members, which a list or a text is not. */
export const isSettings = (value: unknown): value is Members => isMembers(value) && Object.keys(value).length > 0;
