import { readFileSync } from "node:fs";
import { keyTable } from "@/components/keyboard/key-table";
import type { Check } from "@/scripts/checks/check/check";
import { sourceFiles } from "@/scripts/checks/check/source-files";
import { isSource, isWithin } from "@/scripts/checks/tree/source-tree";
import { strayListeners, unboundKeys } from "./key-rules";

/** Every key that the keyboard help shows is bound, and nothing else listens to the keys of the page. */
export const keysCheck: Check = {
  name: "keyboard help shows the keys that are bound",
  async run() {
    const paths = sourceFiles("app", "components", "lib").filter(
      (path) => isSource(path) && !isWithin(path, "components/keyboard"),
    );
    const files = paths.map((path) => ({ path, text: readFileSync(path, "utf8") }));
    return [...unboundKeys(files, keyTable), ...strayListeners(files)];
  },
};
