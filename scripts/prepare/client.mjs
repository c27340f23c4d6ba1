import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { projectFolder } from "./project.mjs";
import { run, runTypeScript } from "./run.mjs";

const SOURCES = join(projectFolder, "clients/typescript");

/** Files that import the contract; the package has its types written out in their place. */
const OF_CONTRACT = /^contract-/;

const COMPILER_OPTIONS = {
  ...{ target: "es2022", lib: ["es2022", "dom", "dom.iterable"], types: [], strict: true, skipLibCheck: true },
  ...{ module: "esnext", moduleResolution: "bundler", verbatimModuleSyntax: true },
  ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ declaration: true, emitDeclarationOnly: true, outDir: "declarations" },
};

/**
 * Builds the TypeScript client as the package has it: one file without imports, and declarations that need no source.
 *
 * @param {string} folder which is made anew
 */
export async function buildClient(folder = join(projectFolder, "build/client")) {
  const { build } = await import("esbuild");
  rmSync(folder, { recursive: true, force: true });
  await build({
    absWorkingDir: projectFolder,
    entryPoints: [join(SOURCES, "client.ts")],
    outfile: join(folder, "client.mjs"),
    ...{ bundle: true, platform: "neutral", format: "esm", target: "es2022", logLevel: "warning" },
  });
  mkdirSync(join(projectFolder, "build"), { recursive: true });
  const copy = mkdtempSync(join(projectFolder, "build/client-"));
  try {
    await declare(copy);
    const declarations = join(copy, "declarations");
    for (const name of readdirSync(declarations)) writeDeclaration(join(declarations, name), folder);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Compiles the sources with the written types, which also shows that both agree. */
async function declare(copy) {
  for (const name of readdirSync(SOURCES)) if (!OF_CONTRACT.test(name)) cpSync(join(SOURCES, name), join(copy, name));
  await orThrow("The types of the client", runTypeScript("scripts/client/write-contract-types.ts", [copy]));
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ["*.ts"] }));
  const compiler = join(projectFolder, "node_modules/typescript/bin/tsc");
  await orThrow("The declarations of the client", run(process.execPath, [compiler, "--project", copy]));
}

async function orThrow(name, exit) {
  const code = await exit;
  if (code !== 0) throw new Error(`${name} could not be made: code ${code}; the messages are above.`);
}

/** Every resolution of modules finds them with their extensions. */
function writeDeclaration(file, folder) {
  const name = basename(file).replace(/\.d\.ts$/, ".d.mts");
  const text = readFileSync(file, "utf8").replaceAll(/(["'])(\.\/[\w-]+)\1/g, '"$2.mjs"');
  writeFileSync(join(folder, name), text);
}
