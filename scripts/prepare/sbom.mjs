import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { projectRoot } from "./project.mjs";

const LAST_FOLDER = "node_modules/";

/** The address of a package in the form of package-url: the @ of a scope is encoded. */
const purlOf = (name, version) => `pkg:npm/${name.replace(/^@/, "%40")}@${encodeURIComponent(version)}`;

function licensesOf(license) {
  if (license === undefined) return {};
  return { licenses: [license.includes(" ") ? { expression: license } : { license: { id: license } }] };
}

function hashesOf(integrity) {
  const [, sha512] = /sha512-(\S+)/.exec(integrity ?? "") ?? [];
  return sha512 === undefined
    ? {}
    : { hashes: [{ alg: "SHA-512", content: Buffer.from(sha512, "base64").toString("hex") }] };
}

function componentOf([path, { version, license, integrity, dev, optional }]) {
  const name = path.slice(path.lastIndexOf(LAST_FOLDER) + LAST_FOLDER.length);
  const purl = purlOf(name, version);
  return {
    "bom-ref": `${purl}#${path}`,
    type: "library",
    name,
    version,
    purl,
    scope: dev || optional ? "optional" : "required",
    ...licensesOf(license),
    ...hashesOf(integrity),
  };
}

/**
 * Writes the list of all components in CycloneDX's format, from the lockfile: also those for development, since the build
 * of the dashboard contains several of them. `npm sbom` lists nothing while an optional package for another system
 * disagrees with its own dependencies.
 */
export function writeSbom(file) {
  const lockfile = JSON.parse(readFileSync(new URL("package-lock.json", projectRoot), "utf8"));
  const { name, version, license } = lockfile.packages[""];
  const sbom = {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      component: {
        "bom-ref": purlOf(name, version),
        type: "application",
        name,
        version,
        purl: purlOf(name, version),
        ...licensesOf(license),
      },
    },
    components: Object.entries(lockfile.packages)
      .filter(([path]) => path !== "")
      .map(componentOf),
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
}
