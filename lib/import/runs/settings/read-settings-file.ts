import { parse } from "yaml";
import { errorMessage } from "@/lib/guard/error-message";
import { readPythonJson } from "@/lib/json/scan/parse-python-json";
import type { Members } from "@/lib/json/value/members";
import { hydraCommand, hydraConfig, primeRlConfig } from "./hydra-settings";
import { readToml } from "./read-toml";
import type { RunSettingsPart } from "./run-settings-part";
import { adapterConfig, isSettings, modelCard, modelConfig, savedArguments, trainerState } from "./trl-settings";
import { requirementVersions, wandbConfig, wandbMetadata } from "./wandb-settings";

type Read = (value: Members, path: string) => RunSettingsPart | null;

/** A file that says how a run was set up. */
interface SettingsFile {
  /** Matches its path below the folder, with slashes. */
  readonly path: RegExp;
  readonly read: (text: string, path: string) => RunSettingsPart | null;
}

const ofMembers =
  (parseText: (text: string) => unknown, read: Read) =>
  (text: string, path: string): RunSettingsPart | null => {
    const value = parseText(text);
    return isSettings(value) ? read(value, path) : null;
  };

const json = (text: string): unknown => readPythonJson(text, JSON.parse).value;
/** Tags of Python objects are not resolved: their values are plain texts, numbers, lists and maps. */
const yaml = (text: string): unknown => parse(text, { logLevel: "error", maxAliasCount: 100, schema: "core" });

const IN_FOLDER = "(?:^|/)";

/**
 * The files, of which the later ones count more: what the program itself was given is more than what it wrote with a
 * checkpoint. Pickles, such as `training_args.bin`, run code when they are read, and are not.
 */
const FILES: readonly SettingsFile[] = [
  { path: new RegExp(`${IN_FOLDER}trainer_state\\.json$`), read: ofMembers(json, trainerState) },
  { path: new RegExp(`${IN_FOLDER}config\\.json$`), read: ofMembers(json, modelConfig) },
  { path: new RegExp(`${IN_FOLDER}adapter_config\\.json$`), read: ofMembers(json, adapterConfig) },
  { path: new RegExp(`${IN_FOLDER}README\\.md$`), read: modelCard },
  { path: new RegExp(`${IN_FOLDER}requirements\\.txt$`), read: requirementVersions },
  { path: new RegExp(`${IN_FOLDER}wandb-metadata\\.json$`), read: ofMembers(json, wandbMetadata) },
  { path: /(?:^|\/)files\/config\.yaml$/, read: ofMembers(yaml, wandbConfig) },
  { path: new RegExp(`${IN_FOLDER}(?:training_)?args\\.json$`), read: ofMembers(json, savedArguments) },
  { path: new RegExp(`${IN_FOLDER}(?:training_)?args\\.ya?ml$`), read: ofMembers(yaml, savedArguments) },
  { path: /(?:^|\/)\.hydra\/hydra\.yaml$/, read: ofMembers(yaml, hydraCommand) },
  { path: /(?:^|\/)\.hydra\/config\.yaml$/, read: ofMembers(yaml, hydraConfig) },
  {
    path: /(?:^|\/)(?:rl|config|trainer|train|orchestrator|orch|inference|infer)\.toml$/,
    read: ofMembers(readToml, (table, path) =>
      primeRlConfig(table, path.slice(path.lastIndexOf("/") + 1, -".toml".length)),
    ),
  },
];

/** Returns how much the settings of a file count, of files whose settings are known; null for any other file. */
export function settingsRank(path: string): number | null {
  const slashed = path.replaceAll("\\", "/");
  const rank = FILES.findIndex((file) => file.path.test(slashed));
  return rank < 0 ? null : rank;
}

/** What a file says, or why it cannot be read. */
export type SettingsResult =
  | { readonly kind: "settings"; readonly part: RunSettingsPart }
  | { readonly kind: "other" }
  | { readonly kind: "unreadable"; readonly reason: string };

/** Reads one of these files. @param path below the folder of the run */
export function readSettingsFile(path: string, text: string): SettingsResult {
  const slashed = path.replaceAll("\\", "/");
  const file = FILES[settingsRank(slashed) ?? -1];
  if (file === undefined) return { kind: "other" };
  try {
    const part = file.read(text, slashed);
    return part === null ? { kind: "other" } : { kind: "settings", part };
  } catch (error) {
    const [line = ""] = errorMessage(error).split("\n");
    return { kind: "unreadable", reason: line };
  }
}
