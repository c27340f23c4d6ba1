import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSeal, SealError, SealKeyError } from "./seal";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-seal-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const place = ["openai", "https://api.openai.com"];

describe("a sealed secret", () => {
  it("opens with the key of its folder, also after a restart", () => {
    const record = openSeal(folder).close("sk-secret é", place);
    expect(record).not.toContain("sk-secret");
    expect(openSeal(folder).open(record, place)).toBe("sk-secret é");
  });

  it("opens in another folder with the key that both were given", () => {
    const key = randomBytes(32).toString("base64");
    const record = openSeal(join(folder, "first"), key).close("sk-secret é", place);
    expect(openSeal(join(folder, "second"), key).open(record, place)).toBe("sk-secret é");
    expect(() => openSeal(folder).open(record, place)).toThrow(SealError);
  });

  it("is a different record each time", () => {
    const seal = openSeal(folder);
    expect(seal.close("a", place)).not.toBe(seal.close("a", place));
  });

  it("does not open at another place, with another key, or damaged", () => {
    const seal = openSeal(folder);
    const record = seal.close("sk-secret", place);
    expect(() => seal.open(record, ["openai", "https://elsewhere.example"])).toThrow(SealError);
    expect(() => seal.open(record.slice(0, -2), place)).toThrow(SealError);
    expect(() => seal.open("", place)).toThrow(SealError);
    rmSync(join(folder, "service.key"));
    expect(() => openSeal(folder).open(record, place)).toThrow(SealError);
  });
});

describe("the key file", () => {
  it("is readable by its owner only", () => {
    openSeal(folder);
    expect(statSync(join(folder, "service.key")).mode & 0o777).toBe(0o600);
    chmodSync(join(folder, "service.key"), 0o644);
    expect(() => openSeal(folder)).toThrow(SealKeyError);
  });

  it("is never overwritten, even when it is damaged", () => {
    const file = join(folder, "service.key");
    writeFileSync(file, "short\n", { mode: 0o600 });
    expect(() => openSeal(folder)).toThrow(SealKeyError);
    expect(readFileSync(file, "utf8")).toBe("short\n");
  });
});
