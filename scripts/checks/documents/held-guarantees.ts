import { readFileSync } from "node:fs";
import type { Check } from "@/scripts/checks/check/check";
import { sourceFiles } from "@/scripts/checks/check/source-files";

/** A call of `heldBy` in a browser test: the file of the cheaper test, and the beginning of its title. */
const HELD_BY = /\bheldBy\(\s*"([^"]+)",\s*(?:"((?:[^"\\]|\\.)+)"|`([^`]+)`|'([^']+)'),?\s*\)/g;

/** The same with any arguments, to notice one that cannot be read. */
const ANY_HELD_BY = /\bheldBy\(/g;

/** The comment of a file that only `npm run test:all` runs. */
const IS_OF_ALL = /@module-tag all\b/;

/** True when a test with a title that begins so is in the source, as the first argument of a call. */
function hasTitle(source: string, title: string): boolean {
  return ['"', "`", "'"].some((quote) => source.includes(`${quote}${title}`));
}

/** True when only `npm run test:all` runs the test with this title. */
function isOfAll(source: string, title: string): boolean {
  const at = source.indexOf(title);
  const details = source.slice(at + title.length, at + title.length + 120);
  return IS_OF_ALL.test(source) || /^[^"`']*["`'],?\s*(?:heldBy\(|\{\s*tags: \["all"\])/.test(details);
}

/** The problems of a browser test's file: guarantees that no test of `npm test` holds. */
export function unheldGuarantees(
  file: string,
  text: string,
  read: (file: string) => string | undefined,
): readonly string[] {
  const found = [...text.matchAll(HELD_BY)];
  const calls = [...text.matchAll(ANY_HELD_BY)].length;
  const unreadable =
    calls === found.length
      ? []
      : [`${file} has ${calls - found.length} heldBy whose file or title is not a plain text.`];
  const problems = found.flatMap(([, holder = "", ...titles]) => {
    const title = titles.find((each) => each !== undefined) ?? "";
    const source = read(holder);
    if (source === undefined) return [`${file} names ${holder} as holder of a guarantee, which does not exist.`];
    if (!hasTitle(source, title)) return [`${file} names a test “${title}”, which ${holder} does not have.`];
    return isOfAll(source, title) ? [`${file} names “${title}” of ${holder}, which npm test does not run either.`] : [];
  });
  return [...unreadable, ...problems];
}

/** Each browser test that only `npm run test:all` runs names a test of `npm test` that holds its guarantee. */
export const heldGuaranteesCheck: Check = {
  name: "each guarantee is held by a test of npm test",
  async run() {
    const known = new Set(sourceFiles());
    const sources = new Map<string, string>();
    const read = (file: string) => {
      if (!known.has(file)) return undefined;
      const text = sources.get(file) ?? readFileSync(file, "utf8");
      sources.set(file, text);
      return text;
    };
    return [...known]
      .filter((file) => file.startsWith("e2e/") && file.endsWith(".spec.ts"))
      .flatMap((file) => unheldGuarantees(file, read(file) ?? "", read));
  },
};
