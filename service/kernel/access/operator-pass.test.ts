import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPass, isPassFile, redeemPass } from "./operator-pass";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-pass-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fileOfPass = () => join(folder, readdirSync(folder)[0] ?? "");

describe("a pass", () => {
  it("is valid once", async () => {
    const pass = await createPass(folder);
    expect(await redeemPass(folder, pass)).toBe(true);
    expect(await redeemPass(folder, pass)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is valid for one of two requests at the same time", async () => {
    const pass = await createPass(folder);
    const results = await Promise.all([redeemPass(folder, pass), redeemPass(folder, pass)]);
    expect(results.sort()).toEqual([false, true]);
  });

  it("is not valid after a minute", async () => {
    const pass = await createPass(folder);
    const then = new Date(Date.now() - 61_000);
    utimesSync(fileOfPass(), then, then);
    expect(await redeemPass(folder, pass)).toBe(false);
  });

  it("stands in no file: only its owner reads its digest", async () => {
    const pass = await createPass(folder);
    expect(isPassFile(readdirSync(folder)[0] ?? "")).toBe(true);
    expect(readFileSync(fileOfPass(), "utf8")).not.toContain(pass.split(".")[1]);
    expect(statSync(fileOfPass()).mode & 0o777).toBe(0o600);
  });

  it("is refused with another secret or another name, and still valid afterwards", async () => {
    const pass = await createPass(folder);
    const [name] = pass.split(".");
    for (const wrong of ["", "x", `${name}.${"0".repeat(64)}`, `../${pass}`, `${pass}0`]) {
      expect(await redeemPass(folder, wrong)).toBe(false);
    }
    expect(await redeemPass(folder, pass)).toBe(true);
  });
});
