import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Check } from "@/scripts/checks/check/check";
import { budgetTable, exceededBudgets, type Transfer } from "./budget-table";
import { pageScripts, readManifests } from "./page-scripts";

const BUILD = ".next";
const FONTS = "public/fonts";
/** The file with what each page transfers. */
const TABLE = "build/reports/page-transfers.txt";
const KB = 1024;

/** The bytes that a browser transfers before a page is usable. */
const BUDGETS = {
  frame: 179.5 * KB,
  // Half a kilobyte is left, so that a change elsewhere that cuts the chunks otherwise does not exceed it.
  page: 302.5 * KB,
  fonts: 139 * KB,
} as const;

/** The level of the dashboard's server, which compresses scripts as it sends them. */
const GZIP_LEVEL = 6;

/** Returns a function that measures a file of the build as transferred; each file is compressed once. */
function transferSize(): (file: string) => number {
  const sizes = new Map<string, number>();
  return (file) => {
    const known = sizes.get(file);
    if (known !== undefined) return known;
    const size = gzipSync(readFileSync(join(BUILD, file)), { level: GZIP_LEVEL }).length;
    sizes.set(file, size);
    return size;
  };
}

function scriptTransfers(): readonly Transfer[] {
  const sizeOf = transferSize();
  const sum = (files: ReadonlySet<string>) => [...files].reduce((bytes, file) => bytes + sizeOf(file), 0);
  const { rootMainFiles } = JSON.parse(readFileSync(join(BUILD, "build-manifest.json"), "utf8"));
  const pages = readdirSync(join(BUILD, "server/app"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("page_client-reference-manifest.js"))
    .flatMap((file) => readManifests(readFileSync(join(BUILD, "server/app", file), "utf8")))
    .map(([page, manifest]) => pageScripts(page, manifest, rootMainFiles));
  const frame = pages.find((page) => page.frame !== null)?.frame ?? null;
  return [
    ...pages.map(({ route, scripts }) => ({
      name: `scripts of ${route}`,
      bytes: sum(scripts),
      budgetBytes: BUDGETS.page,
    })),
    ...(frame === null
      ? []
      : [{ name: "scripts of the frame of all signed-in pages", bytes: sum(frame), budgetBytes: BUDGETS.frame }]),
  ];
}

function fontTransfer(): Transfer {
  const fonts = readdirSync(FONTS).filter((file) => file.endsWith(".woff2"));
  const bytes = fonts.reduce((sum, file) => sum + statSync(join(FONTS, file)).size, 0);
  return { name: "fonts", bytes, budgetBytes: BUDGETS.fonts };
}

/** Compares the transfers of each page with its budget, and prints a table. */
export const pageBudgetsCheck: Check = {
  name: "scripts and fonts of each page within their budgets",
  async run() {
    const scripts = scriptTransfers();
    if (!scripts.some(({ budgetBytes }) => budgetBytes === BUDGETS.frame)) {
      return [
        `${BUILD} names no scripts of the frame: the dashboard is not built, or its manifests have another form.`,
      ];
    }
    const transfers = [...scripts, fontTransfer()];
    mkdirSync(dirname(TABLE), { recursive: true });
    writeFileSync(TABLE, `${budgetTable(transfers)}\n`);
    return exceededBudgets(transfers);
  },
};
