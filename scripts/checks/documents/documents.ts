import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Check } from "@/scripts/checks/check/check";
import { sourceFiles } from "@/scripts/checks/check/source-files";
import { brokenLinks } from "./broken-links";
import { configurationDocument } from "./configuration-document";
import { CONTRACT_FOLDER, contractDocuments } from "./contract-document";
import { decisionsDocument, unreadableDecisions } from "./decisions-document";
import { withFieldTable } from "./fields-table";
import { mutationProblems, mutationsDocument } from "./mutations-document";
import { missingTests, unprovenRows } from "./named-tests";
import { otelDocument } from "./otel-document";
import { pythonOperations } from "./python-operations";
import { typescriptOperations } from "./typescript-operations";

const DECISIONS = "docs/adr/";

const DECISION_HEAD =
  "needs a head with its number, a title and a status: # 6. Title, then Status: accepted, November 2026.";

/** The guide with the table of the fields of calls. */
const QUERY_GUIDE = "docs/use/traces.md";

const DECISION_INDEX = `${DECISIONS}README.md`;

/** The texts of the decisions, by the names of their files. */
function decisionTexts(): ReadonlyMap<string, string> {
  const files = sourceFiles(`${DECISIONS}*.md`).filter((path) => path !== DECISION_INDEX);
  return new Map(files.map((path) => [path.slice(DECISIONS.length), readFileSync(path, "utf8")]));
}

/** Returns the documents that are made of tables in the sources, by their paths. */
function derivedDocuments(): Readonly<Record<string, string>> {
  return {
    ...contractDocuments(),
    "clients/python/heddle/operations.py": pythonOperations(),
    "clients/typescript/operations.ts": typescriptOperations(),
    [DECISION_INDEX]: decisionsDocument(decisionTexts()),
    "docs/configuration.md": configurationDocument(),
    "docs/develop/mutations.md": mutationsDocument(),
    "docs/log/otel.md": otelDocument(),
    [QUERY_GUIDE]: withFieldTable(readFileSync(QUERY_GUIDE, "utf8")),
  };
}

/** A path in backticks that starts in one of the project's folders; globs and placeholders are not paths. */
const NAMED_PATH =
  /`((?:app|bench|components|docs|e2e|lib|public|scripts|service|test|trainer)\/[\w./()[\]-]*|[\w-]+\.(?:md|ts|js|mjs|json))`/g;

function missingPaths(document: string, text: string): string[] {
  const folder = document.includes("/") ? document.slice(0, document.lastIndexOf("/") + 1) : "";
  const named = [...text.matchAll(NAMED_PATH)].flatMap(([, path = ""]) => path);
  const missing = named.filter((path) => !existsSync(path) && !existsSync(folder + path));
  return missing.map((path) => `${document} names ${path}, which does not exist.`);
}

/** Regenerates the documents that are made of tables. */
export function writeDocuments(): void {
  for (const [path, text] of Object.entries(derivedDocuments())) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** The problems of derived documents: those that differ from the tables, and those of a subject that is no more. */
function outdatedDocuments(): string[] {
  const derived = derivedDocuments();
  const outdated = Object.entries(derived)
    .filter(([path, text]) => !existsSync(path) || readFileSync(path, "utf8") !== text)
    .map(([path]) => `${path} is not what the tables in the sources say: npm run verify -- --write`);
  const leftOver = sourceFiles(`${CONTRACT_FOLDER}*`).filter((path) => !Object.hasOwn(derived, path));
  return [...outdated, ...leftOver.map((path) => `${path} is made of no table in the sources: delete it.`)];
}

export const documentsCheck: Check = {
  name: "documents are up to date",
  async run() {
    const documents = new Map(sourceFiles("*.md").map((path) => [path, readFileSync(path, "utf8")]));
    const problems = [...documents].flatMap(([document, text]) => [
      ...missingPaths(document, text),
      ...missingTests(document, text),
      ...unprovenRows(document, text),
    ]);
    problems.push(...brokenLinks(documents), ...mutationProblems(), ...outdatedDocuments());
    problems.push(...unreadableDecisions(decisionTexts()).map((file) => `${DECISIONS}${file} ${DECISION_HEAD}`));
    return problems;
  },
};
