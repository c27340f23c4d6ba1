import { expect, it } from "vitest";
import { readToml, TomlError } from "./read-toml";

/** As JSON: tables have no prototype. */
const read = (text: string) => JSON.parse(JSON.stringify(readToml(text))) as unknown;

it("reads tables, lists of tables, dotted names, and values of every kind", () => {
  expect(
    read(`
max_steps = 1_000 # comment
lr = 1e-6
"quoted key" = 'C:\\raw'
seed = -7
hex = 0xff
nan = nan
at = 2026-11-20 14:00:00Z
wandb = false
betas = [
  0.9, # first
  0.999,
]
[model]
name = "Qwen/Qwen3-0.6B"
lora.rank = 8
[model.ac]
freq = 1
[[env]]
id = "math"
args = { difficulty = "hard", levels = [1, 2] }
[[env]]
id = "code"
[env.sandbox]
cpu = 2
`),
  ).toEqual({
    ...{ max_steps: 1000, lr: 1e-6, "quoted key": "C:\\raw", seed: -7, hex: 255, nan: null },
    ...{ at: "2026-11-20 14:00:00Z", wandb: false, betas: [0.9, 0.999] },
    model: { name: "Qwen/Qwen3-0.6B", lora: { rank: 8 }, ac: { freq: 1 } },
    env: [
      { id: "math", args: { difficulty: "hard", levels: [1, 2] } },
      { id: "code", sandbox: { cpu: 2 } },
    ],
  });
});

it("reads texts over several lines and their escapes", () => {
  expect(read('a = """\nfirst \\\n   and "second"\n"""\nb = "\\u00e9\\t\\"x\\""\nc = \'\'\'a\'b\n\'\'\'')).toEqual({
    ...{ a: 'first and "second"\n', b: 'é\t"x"', c: "a'b\n" },
  });
});

it("keeps names that objects inherit as names", () => {
  const table = readToml("__proto__ = 1\n[constructor]\nname = 2");
  expect(Object.entries(table)).toEqual([
    ["__proto__", 1],
    ["constructor", expect.objectContaining({ name: 2 })],
  ]);
  expect(Object.hasOwn(Object.prototype, "name")).toBe(false);
});

it("says where a text is not TOML", () => {
  for (const [text, line] of [
    ["a = 1\nb", 2],
    ['a = "open\nb = 1', 1],
    ["a = [1, 2", 1],
    ["a = 1 2", 1],
    ["a = 1\n[a.b]", 2],
  ] as const) {
    expect(() => readToml(text), text).toThrow(TomlError);
    expect(() => readToml(text), text).toThrow(`line ${line} `);
  }
});
