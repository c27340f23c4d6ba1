/** The part of a page's client reference manifest that names what the browser loads with the page. */
export interface EntryManifest {
  /** Scripts by module of the route: its layouts, its error and not-found files, and the page. */
  readonly entryJSFiles: Readonly<Record<string, readonly string[]>>;
}

/** A route and the scripts that its first response names. */
export interface PageScripts {
  /** The address, with parameters in brackets. */
  readonly route: string;
  readonly scripts: ReadonlySet<string>;
  /** The scripts of the layout around all signed-in pages; null for a page outside of it. */
  readonly frame: ReadonlySet<string> | null;
}

const FRAME_MODULE = "[project]/app/(dashboard)/layout";

/**
 * Reads the manifests in the text of a generated file, by page: `globalThis.__RSC_MANIFEST["/page"] = {…};`.
 *
 * @throws SyntaxError when the build wrote something else
 */
export function readManifests(text: string): readonly (readonly [page: string, manifest: EntryManifest])[] {
  const start = /globalThis\.__RSC_MANIFEST\[("(?:[^"\\]|\\.)*")\]\s*=\s*/g;
  return [...text.matchAll(start)].map((match) => {
    const from = match.index + match[0].length;
    const json = text.slice(from).replace(/;?\s*$/, "");
    // The file was written by the build.
    return [JSON.parse(match[1] ?? "") as string, JSON.parse(json) as EntryManifest] as const;
  });
}

/** Returns `/[workspace]/traces` for `/(dashboard)/[workspace]/traces/page`. */
export function routeOf(page: string): string {
  const path = page.replace(/\/page$/, "").replaceAll(/\/\([^)]*\)/g, "");
  return path === "" ? "/" : path;
}

/** Returns the scripts of a page: those of every page, and those of each module of its route. */
export function pageScripts(page: string, manifest: EntryManifest, shared: readonly string[]): PageScripts {
  const { entryJSFiles } = manifest;
  const frame = entryJSFiles[FRAME_MODULE];
  return {
    route: routeOf(page),
    scripts: new Set([...shared, ...Object.values(entryJSFiles).flat()]),
    frame: frame === undefined ? null : new Set([...shared, ...frame]),
  };
}
