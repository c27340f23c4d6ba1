import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Files that save something whose name needs no mark, with the reason. */
const UNMARKED: Readonly<Record<string, string>> = {
  "app/(dashboard)/[workspace]/training/new/use-new-job.ts": "a draft, which is in the browser",
  "app/(dashboard)/settings/audit/save-audit.ts": "the audit log, which has a check of its own",
  "components/media/use-media-download.ts": "one file, which is whole or cannot be read",
  "components/share/save-document.tsx": "a document, which says it in a sentence",
  "lib/json/lazy/whole-text.ts": "one value, which is whole or cannot be read",
};

const SAVES = /import \{[^}]*\b(?:openLargeFile|openDownload|downloadBlob)\b[^}]*\} from "@\/lib\/export\/file-sink"/;

/** All three ask the service what the project lacks, or are told by the page, which did. */
const NAMES = /\b(?:fileNameOf|nameOfFile|incompleteName)\(/;

it("is given to each file that is saved, or there is a reason", () => {
  const sources = ["app", "components", "lib"]
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`))
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  const saving = sources.filter((path) => SAVES.test(readFileSync(path, "utf8")));
  expect(saving.length).toBeGreaterThan(10);
  const unmarked = saving.filter((path) => !NAMES.test(readFileSync(path, "utf8")));
  expect(unmarked.sort()).toEqual(Object.keys(UNMARKED).sort());
});
