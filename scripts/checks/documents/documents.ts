import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { environmentTable } from "@/lib/environment/environment-table";
import type { Check } from "@/scripts/checks/check/check";
import { sourceFiles } from "@/scripts/checks/check/source-files";
import { contractDocument } from "./contract-document";
import { mutationProblems, mutationsDocument } from "./mutations-document";
import { missingTests, unprovenRows } from "./named-tests";
import { otelDocument } from "./otel-document";
import { pythonOperations } from "./python-operations";

/** Documents that are made of tables in the sources, by their paths. */
const GENERATED: Readonly<Record<string, () => string>> = {
  "clients/python/heddle/operations.py": pythonOperations,
  "docs/contract.md": contractDocument,
  "docs/develop/mutations.md": mutationsDocument,
  "docs/log/otel.md": otelDocument,
};

/** A path in backticks that starts in one of the project's folders; globs and placeholders are not paths. */
const NAMED_PATH =
  /`((?:app|bench|components|docs|e2e|lib|public|scripts|service|test|trainer)\/[\w./()[\]-]*|[\w-]+\.(?:md|ts|js|mjs|json))`/g;

function missingPaths(document: string): string[] {
  const folder = document.includes("/") ? document.slice(0, document.lastIndexOf("/") + 1) : "";
  const named = [...readFileSync(document, "utf8").matchAll(NAMED_PATH)].flatMap(([, path = ""]) => path);
  const missing = named.filter((path) => !existsSync(path) && !existsSync(folder + path));
  return missing.map((path) => `${document} names ${path}, which does not exist.`);
}

/** Regenerates the documents that are made of tables. */
export function writeDocuments(): void {
  for (const [path, document] of Object.entries(GENERATED)) writeFileSync(path, document());
}

export const documentsCheck: Check = {
  name: "documents are up to date",
  async run() {
    const problems = sourceFiles("*.md").flatMap((document) => {
      const text = readFileSync(document, "utf8");
      return [...missingPaths(document), ...missingTests(document, text), ...unprovenRows(document, text)];
    });
    problems.push(...mutationProblems());
    for (const [path, document] of Object.entries(GENERATED)) {
      if (!existsSync(path) || readFileSync(path, "utf8") !== document()) {
        problems.push(`${path} is not what the tables in the sources say: npm run verify -- --write`);
      }
    }
    if (!readFileSync("README.md", "utf8").includes(environmentTable())) {
      problems.push(
        "README.md does not contain the table of variables that lib/environment/environment-table.ts generates.",
      );
    }
    return problems;
  },
};
