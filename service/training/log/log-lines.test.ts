import { expect, test } from "vitest";
import { hideSecrets } from "./hide-secrets";
import { type LogSelection, lastLines } from "./log-lines";

const log = (text: string) => Buffer.from(text, "utf8");
const linesOf = (text: string, selection: Partial<LogSelection> = {}) =>
  lastLines(log(text), { before: null, search: "", limit: 100, ...selection });

test("begins with the end of the log, and pages back through every line once", () => {
  const text = Array.from({ length: 25 }, (_, at) => `step ${at} ü\n`).join("");
  const pages: string[][] = [];
  let before: number | null = null;
  for (;;) {
    const { lines, hasMore } = linesOf(text, { before, limit: 10 });
    pages.push(lines.map((line) => line.text));
    before = lines[0]?.at ?? 0;
    if (!hasMore) break;
  }
  expect(pages.map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(pages.reverse().flat()).toEqual(Array.from({ length: 25 }, (_, at) => `step ${at} ü`));
});

test("keeps empty lines and an incomplete last one, and is empty only without bytes", () => {
  expect(linesOf("a\n\nb").lines.map(({ at, text }) => [at, text])).toEqual([
    [0, "a"],
    [2, ""],
    [3, "b"],
  ]);
  expect(linesOf("\n").lines).toEqual([{ at: 0, text: "" }]);
  expect(linesOf("")).toEqual({ lines: [], hasMore: false });
});

test("finds lines by text in any case, and says whether earlier ones match", () => {
  const text = "loss 1\nNaN in loss\nloss 2\nnan again\n";
  expect(linesOf(text, { search: "NAN" }).lines.map((line) => line.text)).toEqual(["NaN in loss", "nan again"]);
  expect(linesOf(text, { search: "nan", limit: 1 })).toMatchObject({ lines: [{ text: "nan again" }], hasMore: true });
  expect(linesOf(text, { search: "loss 1", limit: 1 }).hasMore).toBe(false);
});

test("shows the last state of a progress bar, without colors", () => {
  expect(linesOf("10 %\r50 %\r100 %\r\n\u001b[31mred\u001b[0m\n").lines.map(({ text }) => text)).toEqual([
    "100 %",
    "red",
  ]);
});

test("hides what looks like a secret, also from a search", () => {
  const lines = [
    "Logged in with HF_TOKEN=hf_abcdefghijklmnopqrst",
    "authorization: Bearer abcdefghijkl.mnop",
    "{'api_key': 'abc123', 'lr': 1e-5}",
    "python train.py --wandb-token abc123 --lr 1",
    "clone https://me:hunter2@example.org/x.git",
    "key AKIAABCDEFGHIJKLMNOP",
  ];
  for (const line of lines) {
    const hidden = hideSecrets(line);
    expect(hidden).toContain("[removed: secret]");
    expect(hidden).not.toMatch(/hf_abc|abcdefghijkl|abc123|hunter2|AKIA/);
  }
  expect(hideSecrets("pad_token: 0, max_tokens=512, loss: 0.1")).toBe("pad_token: 0, max_tokens=512, loss: 0.1");
  expect(linesOf("password=hunter2\n", { search: "hunter2" }).lines).toEqual([]);
});
