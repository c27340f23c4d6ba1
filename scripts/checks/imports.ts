import { readFileSync } from "node:fs";
import type { Check } from "./check";
import { brokenImports } from "./import-rules";
import { sourceFiles } from "./source-files";

export const importsCheck: Check = {
  name: "imports go one way",
  async run() {
    const files = sourceFiles("*.ts", "*.tsx").filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
    return files.flatMap((file) => brokenImports(file, readFileSync(file, "utf8")));
  },
};
