import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeSbom } from "@/scripts/prepare/sbom.mjs";
import { dependencyProblems, type Lockfile, tableOf } from "./dependency-rules";

const DOCUMENT = readFileSync("docs/develop/dependencies.md", "utf8");
const LOCKFILE = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lockfile;

describe("the installed packages", () => {
  it("have at least the lowest versions, listed licenses and listed install scripts", () => {
    expect(dependencyProblems(LOCKFILE, DOCUMENT)).toEqual([]);
    expect(tableOf(DOCUMENT, "Lowest versions").get("next")).toBe("16.4.5");
  });

  it("are reported by name when one is older, has another license or runs a script", () => {
    const packages = {
      ...LOCKFILE.packages,
      "node_modules/next": { version: "16.4.4", license: "MIT" },
      "node_modules/other/node_modules/undici": { version: "7.23.99", license: "MIT" },
      "node_modules/react": { version: "20.0.0", license: "SSPL-1.0" },
      "node_modules/left-pad": { version: "1.0.0", license: "MIT", hasInstallScript: true },
    };
    expect(dependencyProblems({ packages }, DOCUMENT)).toEqual([
      "node_modules/next 16.4.4 is below 16.4.5.",
      "node_modules/react has the license SSPL-1.0, which is not listed.",
      "node_modules/other/node_modules/undici 7.23.99 is below 7.24.0.",
      "node_modules/left-pad runs a script on installation.",
    ]);
    const { "node_modules/sharp": _, ...others } = LOCKFILE.packages;
    expect(dependencyProblems({ packages: others }, DOCUMENT)).toEqual(["sharp is listed and not installed."]);
  });
});

describe("the list of components", () => {
  it("names every package of the lockfile with its version", () => {
    const folder = mkdtempSync(join(tmpdir(), "heddle-sbom-"));
    try {
      const file = join(folder, "sbom.cdx.json");
      writeSbom(file);
      const sbom = JSON.parse(readFileSync(file, "utf8")) as {
        bomFormat: string;
        components: { name: string; version: string }[];
      };
      expect(sbom.bomFormat).toBe("CycloneDX");
      const listed = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`));
      const locked = Object.entries(LOCKFILE.packages).filter(([path]) => path !== "");
      const missing = locked
        .map(([path, { version }]) => `${path.slice(path.lastIndexOf("node_modules/") + 13)}@${version}`)
        .filter((each) => !listed.has(each));
      expect(missing).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
