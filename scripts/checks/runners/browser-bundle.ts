import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { variableNames } from "@/lib/environment/variables";
import type { Check } from "@/scripts/checks/check/check";

const BUNDLE = ".next/static";

/** Words that only server code contains. `PORT` is also a common word, so it is not searched for. */
const SERVER_WORDS = [
  ...variableNames.filter((name) => name !== "PORT" && name !== "HEDDLE_URL"),
  "@libsql/client",
  "@node-rs/argon2",
  "createCipheriv",
];

export const browserBundleCheck: Check = {
  name: "no server code in the browser's bundle",
  async run() {
    const files = readdirSync(BUNDLE, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
    if (files.length === 0) return [`${BUNDLE} holds no script: the dashboard is not built.`];
    return files.flatMap((file) => {
      const source = readFileSync(join(BUNDLE, file), "utf8");
      return SERVER_WORDS.filter((word) => source.includes(word)).map((word) => `${BUNDLE}/${file} contains ${word}.`);
    });
  },
};
