import { removeAllStored } from "@/lib/storage/browser-storage";

/** The appearance of the dashboard in this browser, and the ids of jobs that are not confirmed yet. All else is removed. */
const KEPT_NAMES: ReadonlySet<string> = new Set([
  "heddle-theme",
  "heddle-time-zone",
  "heddle-density",
  "heddle-table-density",
  "heddle-facets",
  "heddle-histogram",
  "heddle-tree-columns",
  "heddle-message-form",
  "heddle.sent-jobs",
]);

const isKept = (name: string) => KEPT_NAMES.has(name) || /^heddle-[a-z-]+-width$/.test(name);

/** Drafts of training jobs, and answers of the arena. */
const DATABASES = ["heddle-training", "heddle-arena"];

/** Removes drafts, histories, recent queries and everything else that a user left in this browser. */
export async function forgetUserData(): Promise<void> {
  removeAllStored(isKept);
  await Promise.all(DATABASES.map(deleteDatabase));
}

/** Resolves also where the browser refuses: there is no database then, or it stays until other tabs close it. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
      request.onblocked = () => resolve();
    } catch {
      resolve();
    }
  });
}
