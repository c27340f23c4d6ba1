import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import type { Check } from "@/scripts/checks/check/check";

/** Files without which the package does not start, or shows a page without its scripts. */
const NEEDED = [
  "build/heddle.mjs",
  "build/heddle-mcp.mjs",
  "build/agent-command.mjs",
  "build/launcher.mjs",
  "build/leave-with-parent.mjs",
  "build/guard-requests.mjs",
  "build/limit-connections.mjs",
  "build/service.mjs",
  "build/trainer.mjs",
  "build/client/client.mjs",
  "build/client/client.d.mts",
  "build/commands/check-server.mjs",
  "build/commands/eval.mjs",
  "build/commands/key.mjs",
  "build/commands/move.mjs",
  "build/commands/sign-in.mjs",
  "build/sbom.cdx.json",
  "build/third-party-licenses.txt",
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
  "package.json",
  ".next/standalone/server.js",
  ".next/standalone/docs/operate/operating.md",
  ".next/standalone/node_modules/next/package.json",
  ".next/standalone/public/fonts/GeistMono-Variable.woff2",
];
const NEEDED_FOLDERS = [".next/standalone/.next/server/", ".next/standalone/.next/static/"];

/** Packages contain files with such names, which never run here. */
const OF_PACKAGES = ".next/standalone/node_modules/";

const UNWANTED: readonly (readonly [RegExp, string])[] = [
  [/\.(test|spec|suite)\.[cm]?[jt]sx?$/, "a test"],
  [/(^|\/)(e2e|bench|test|testing)\//, "a test"],
  [/(^|\/)\.env|\.(key|pem)$|(^|\/)\.npmrc$/, "a secret"],
  [/(^|\/)\.heddle\/|\.db(-wal|-shm)?$/, "stored data"],
  [/\.node$/, "code for one system"],
  [/\.sha256$|\.nft\.json$|(^|\/)cache\//, "a trace of the build"],
];

/** Returns the problems of a package's list of files, one sentence each. */
export function packageProblems(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return [
    ...NEEDED.filter((path) => !all.has(path)).map((path) => `${path} is missing in the package.`),
    ...NEEDED_FOLDERS.filter((folder) => !paths.some((path) => path.startsWith(folder))).map(
      (folder) => `${folder} is missing in the package.`,
    ),
    ...paths.flatMap((path) => {
      const found = UNWANTED.find(
        ([pattern, kind]) => pattern.test(path) && (kind === "code for one system" || !path.startsWith(OF_PACKAGES)),
      );
      return found === undefined ? [] : [`The package contains ${found[1]}: ${path}`];
    }),
  ];
}

/** The files that `npm pack` would put into the package, with the build as it is. */
function packedFiles(): string[] {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const options = {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "ignore"],
  } satisfies ExecFileSyncOptions;
  const text = execFileSync(npm, ["pack", "--dry-run", "--json", "--ignore-scripts"], options).toString();
  const [packed] = JSON.parse(text) as [{ files: { path: string }[] }];
  return packed.files.map(({ path }) => path);
}

export const packageFilesCheck: Check = {
  name: "the package contains the build, and neither tests nor secrets nor data",
  run: async () => packageProblems(packedFiles()),
};
