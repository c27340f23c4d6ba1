import { constants, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { runTypeScript } from "@/scripts/prepare/run.mjs";
import { digestOfSources } from "@/scripts/prepare/sources.mjs";

/** The sources that determine the folder: service and trainer, the sample, the dashboard's database, and the program. */
const SOURCES = ["lib", "service", "trainers/built-in", "package-lock.json", "e2e/stored/store.ts"];

/** One folder for each state of the sources, so that a changed one is never read. */
const FOLDERS = "build/stored-data";

const storedFolder = () => join(FOLDERS, digestOfSources(SOURCES).slice(0, 16));

/** The file of the folder that contains its admin. */
export const ADMIN_FILE = "admin.json";

/** The slug of the sample's workspace. */
export const SAMPLE_SLUG = "sample-airline";

/** Cookies of a user who is signed in, as Playwright stores them. */
export type StoredState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** A user who is signed in. */
export interface StoredUser {
  readonly email: string;
  readonly state: StoredState;
}

/** Makes the folder that the products of the tests start with, unless the sources of an existing one are unchanged. */
export async function makeStoredData(): Promise<void> {
  const folder = storedFolder();
  if (existsSync(folder)) return;
  rmSync(FOLDERS, { recursive: true, force: true });
  mkdirSync(FOLDERS, { recursive: true });
  // An incomplete folder must not look finished.
  const unfinished = mkdtempSync(join(FOLDERS, "unfinished-"));
  const code = await runTypeScript("e2e/stored/store.ts", [unfinished]);
  if (code !== 0) throw new Error(`The stored data could not be made (exit code ${code}); its messages are above.`);
  renameSync(unfinished, folder);
}

/** Copies the folder, without copying its bytes where the file system can, and returns the copy with its admin. */
export function copyStoredData(): { readonly dataFolder: string; readonly admin: StoredUser } {
  const dataFolder = mkdtempSync(join(tmpdir(), "heddle-e2e-"));
  cpSync(storedFolder(), dataFolder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return { dataFolder, admin: JSON.parse(readFileSync(join(dataFolder, ADMIN_FILE), "utf8")) as StoredUser };
}

/** The session of a user at a product's address: the names of its cookies contain the port. */
export function stateAt(url: string, { state }: StoredUser): StoredState {
  const named = (name: string) => name.replace(/^heddle-\d+-/, `heddle-${new URL(url).port}-`);
  return { ...state, cookies: state.cookies.map((cookie) => ({ ...cookie, name: named(cookie.name) })) };
}
