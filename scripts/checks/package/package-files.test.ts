import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packageProblems } from "./package-files";

const WHOLE = [
  ...[
    "heddle",
    "heddle-mcp",
    "agent-command",
    "launcher",
    "leave-with-parent",
    "guard-requests",
    "limit-connections",
    "service",
    "trainer",
    "client/client",
    "commands/check-server",
    "commands/eval",
    "commands/key",
    "commands/move",
    "commands/sign-in",
  ].map((name) => `build/${name}.mjs`),
  "build/client/client.d.mts",
  "build/sbom.cdx.json",
  "build/third-party-licenses.txt",
  ...["CHANGELOG.md", "LICENSE", "README.md", "package.json"],
  ".next/standalone/server.js",
  ".next/standalone/docs/operate/operating.md",
  ".next/standalone/node_modules/next/package.json",
  ".next/standalone/public/fonts/GeistMono-Variable.woff2",
  ".next/standalone/.next/server/app/page.js",
  ".next/standalone/.next/static/chunks/a.js",
];

describe("the package", () => {
  it("can be published, with its version in the changelog and in the lockfile", () => {
    const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, unknown>;
    expect(manifest.private).toBeUndefined();
    expect(manifest.license).toBe("MIT");
    expect(readFileSync("CHANGELOG.md", "utf8")).toContain(`\n## ${manifest.version}\n`);
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, object> };
    expect(lock.packages[""]).toMatchObject({ name: manifest.name, version: manifest.version });
  });
});

describe("packageProblems", () => {
  it("accepts a package with the production build", () => {
    expect(packageProblems(WHOLE)).toEqual([]);
  });

  it("names what is missing", () => {
    expect(packageProblems(WHOLE.filter((path) => !path.includes("/static/") && path !== "build/heddle.mjs"))).toEqual([
      "build/heddle.mjs is missing in the package.",
      ".next/standalone/.next/static/ is missing in the package.",
    ]);
  });

  it.each([
    ["service/main.test.ts", "a test"],
    ["test/faults/start.ts", "a test"],
    [".heddle/service.db", "stored data"],
    [".next/standalone/secret.key", "a secret"],
    [".env.local", "a secret"],
    [".next/cache/a.pack", "a trace of the build"],
    [".next/standalone/node_modules/sharp/lib/sharp.node", "code for one system"],
  ])("refuses %s", (path, kind) => {
    expect(packageProblems([...WHOLE, path])).toEqual([`The package contains ${kind}: ${path}`]);
  });

  it("does not search the packages of others for tests", () => {
    expect(packageProblems([...WHOLE, ".next/standalone/node_modules/next/dist/test/a.js"])).toEqual([]);
  });
});
