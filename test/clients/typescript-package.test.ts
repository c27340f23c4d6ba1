// @module-tag all
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nameOf } from "@/clients/typescript/nouns";
import { clientOperations } from "@/scripts/client/client-operations";
import { buildClient } from "@/scripts/prepare/client.mjs";

const run = promisify(execFile);

const STRICT = {
  ...{ target: "es2022", lib: ["es2022", "dom", "dom.iterable"], types: [], strict: true, noEmit: true },
  ...{ skipLibCheck: false, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
};

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-typescript-package-"));
  const installed = join(folder, "node_modules/heddle");
  mkdirSync(installed, { recursive: true });
  cpSync("package.json", join(installed, "package.json"));
  await buildClient(join(installed, "build/client"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler says about a program of a project that has installed the package. */
async function problemsOf(program: string, options: object = { module: "nodenext" }): Promise<string> {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "program.ts"), program);
  const config = { compilerOptions: { ...STRICT, ...options }, include: ["program.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  return await run(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "--project", folder]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

/** A program that sends the example of each operation, and takes its result. */
function allExamples(): string {
  const lines = clientOperations.flatMap(({ id, body, example, result }, at) => {
    const [noun, verb] = nameOf(id);
    const file = body.kind === "multipart" ? [`${body.file}: new Blob([])`] : [];
    const members = [example.params, example.query, example.body].flatMap((part) =>
      Object.entries(part ?? {}).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    );
    const method = `heddle.${noun}.${verb}`;
    const kind =
      result.kind === "jsonl" ? `Row<ReturnType<typeof ${method}>>` : `Awaited<ReturnType<typeof ${method}>>`;
    const taken =
      example.result === undefined ? "" : `export const result${at}: ${kind} = ${JSON.stringify(example.result)};`;
    return [`void ${method}({ ${[...members, ...file].join(", ")} });`, taken];
  });
  return `import { createClient, type Lines } from "heddle/client";
const heddle = createClient();
type Row<Stream> = Stream extends Lines<infer Item> ? Item : never;
${lines.join("\n")}
`;
}

describe("the TypeScript client, as it is packed", () => {
  it("is one file without imports, which Node.js runs", async () => {
    const text = readFileSync(join(folder, "node_modules/heddle/build/client/client.mjs"), "utf8");
    expect(text).not.toMatch(/^import\b|\bimport\(|\brequire\(/m);
    const program =
      'import { createClient } from "heddle/client"; console.log(Object.keys(createClient({ url: "a", key: "b" }).calls).length)';
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program], { cwd: folder });
    expect(Number(stdout)).toBeGreaterThan(10);
  });

  it("has types that accept the example of each operation, with its result", async () => {
    expect(await problemsOf(allExamples())).toBe("");
  });

  it("has types for the guide and the example, with each resolution of modules", async () => {
    const guide = [...readFileSync("docs/log/typescript.md", "utf8").matchAll(/^```typescript\n([\s\S]*?)^```$/gm)];
    const program = guide.map(([, code]) => code).join("\n");
    expect(await problemsOf(program)).toBe("");
    expect(await problemsOf(program, { module: "esnext", moduleResolution: "bundler" })).toBe("");
    const example = readFileSync("docs/examples/typescript-client/collect-failures.ts", "utf8");
    const node = "declare const process: { argv: string[]; exitCode: number };\n";
    expect(await problemsOf(`${node}${example}`)).toBe("");
  });

  it("has types that refuse what the contract does not have", async () => {
    const program = `import { createClient } from "heddle/client";
const heddle = createClient();
void heddle.calls.read({});
void heddle.calls.streamQuery({ limit: "many" });
void heddle.calls.nothing();
for await (const call of heddle.calls.streamQuery()) call.op_name.length.toFixed().nothing;
`;
    const problems = await problemsOf(program);
    expect([...problems.matchAll(/program\.ts\((\d+)/g)].map(([, line]) => Number(line))).toEqual([3, 4, 5, 6]);
  });
});
