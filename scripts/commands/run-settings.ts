import { readFile, stat } from "node:fs/promises";
import { basename, relative } from "node:path";
import { mergeSettings } from "@/lib/import/runs/settings/merge-settings";
import { readSettingsFile, settingsRank } from "@/lib/import/runs/settings/read-settings-file";
import type { RunSettingsPart } from "@/lib/import/runs/settings/run-settings-part";
import { type FolderFile, findFiles } from "./folder-files";

/** A `trainer_state.json` also has the metrics of all steps. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The settings that the files of a run contain. */
export interface FoundSettings {
  readonly settings: RunSettingsPart;
  /** Changes when one of the files does; empty without files. */
  readonly version: string;
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

/** Returns the newest file of each kind and name below a folder, those that count more last; none below a single file. */
export async function findSettingsFiles(folder: string): Promise<readonly FolderFile[]> {
  if (!(await stat(folder)).isDirectory()) return [];
  const found = await findFiles(folder, (path) => settingsRank(path) !== null);
  const newest = new Map<string, FolderFile>();
  for (const file of found) newest.set(`${settingsRank(file.path)} ${basename(file.path)}`, file);
  return [...newest.values()].sort((left, right) => rankOf(left) - rankOf(right));
}

const rankOf = ({ path }: FolderFile) => settingsRank(path) ?? -1;

/** Reads the settings of a run from files. @param folder of the run */
export async function readSettings(folder: string, files: readonly FolderFile[]): Promise<FoundSettings> {
  const parts: RunSettingsPart[] = [];
  const unreadable: { path: string; reason: string }[] = [];
  for (const { path, bytes } of files) {
    if (bytes > MAX_BYTES) {
      unreadable.push({ path, reason: `Larger than ${MAX_BYTES / 1024 / 1024} MiB: its settings are not read.` });
      continue;
    }
    const result = readSettingsFile(relative(folder, path), await readFile(path, "utf8"));
    if (result.kind === "settings") parts.push(result.part);
    if (result.kind === "unreadable") unreadable.push({ path, reason: result.reason });
  }
  return { settings: mergeSettings(parts), version: versionOf(files), unreadable };
}

/** Returns a text that changes when one of the files does. */
export const versionOf = (files: readonly FolderFile[]) =>
  files.map(({ path, bytes, modifiedMs }) => `${path} ${bytes} ${modifiedMs}`).join("\n");
