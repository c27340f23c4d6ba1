import { readFileSync } from "node:fs";
import type { Check } from "@/scripts/checks/check/check";
import { sourceFiles } from "@/scripts/checks/check/source-files";
import { brokenImports, importsBetweenPages, pageFolders } from "./import-rules";

export const importsCheck: Check = {
  name: "imports go one way",
  async run() {
    const files = sourceFiles("*.ts", "*.tsx");
    const pages = pageFolders(files);
    return files.flatMap((file) => {
      const source = readFileSync(file, "utf8");
      // A test may reach across layers for what it compares with, but not across pages.
      const broken = /\.test\.tsx?$|\/testing\//.test(file) ? [] : brokenImports(file, source);
      return [...broken, ...importsBetweenPages(file, source, pages)];
    });
  },
};
