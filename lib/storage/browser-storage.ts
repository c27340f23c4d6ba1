/** The two storages of a browser: `local` for all its tabs, `session` for one tab. */
type StorageArea = "local" | "session";

/** Texts that the browser refused to store. They last as long as the page. */
const refused: Readonly<Record<StorageArea, Map<string, string>>> = { local: new Map(), session: new Map() };

/** True once the stored texts were removed: what a page writes while it is being left is not stored. */
let isClosed = false;

/**
 * Returns the storage, or undefined where there is none: on the server, in workers, and in browsers that block it,
 * where even accessing the property throws.
 */
function storageOf(area: StorageArea): Storage | undefined {
  try {
    // Not checked by `typeof window`: the bundler assumes a window in all code for browsers, including workers.
    const { localStorage, sessionStorage } = globalThis as { localStorage?: Storage; sessionStorage?: Storage };
    return area === "local" ? localStorage : sessionStorage;
  } catch {
    return undefined;
  }
}

/** Returns the text that is stored under a name; null if there is none or the browser does not allow reading. */
export function readStored(name: string, area: StorageArea = "local"): string | null {
  const text = refused[area].get(name);
  if (text !== undefined) return text;
  try {
    return storageOf(area)?.getItem(name) ?? null;
  } catch {
    return null;
  }
}

/**
 * Stores a text under a name. Returns false if the browser refuses, because its storage is full or blocked. The text
 * then lasts as long as the page.
 */
export function writeStored(name: string, text: string, area: StorageArea = "local"): boolean {
  try {
    const storage = isClosed ? undefined : storageOf(area);
    if (storage !== undefined) {
      storage.setItem(name, text);
      refused[area].delete(name);
      return true;
    }
  } catch {
    // The text is kept for the page below.
  }
  refused[area].set(name, text);
  return false;
}

/** Removes the text that is stored under a name. */
export function removeStored(name: string, area: StorageArea = "local"): void {
  refused[area].delete(name);
  try {
    storageOf(area)?.removeItem(name);
  } catch {
    // A blocked storage has nothing to remove.
  }
}

/** Removes all texts of the dashboard except those whose name is kept. From then on this page stores nothing. */
export function removeAllStored(isKept: (name: string) => boolean): void {
  isClosed = true;
  for (const area of ["local", "session"] as const) {
    refused[area].clear();
    try {
      const storage = storageOf(area);
      const names = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? "");
      for (const name of names) if (!isKept(name)) storage?.removeItem(name);
    } catch {
      // A blocked storage has nothing to remove.
    }
  }
}
