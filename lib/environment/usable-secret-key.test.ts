import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isUsableSecretKey } from "./usable-secret-key";

describe("isUsableSecretKey", () => {
  it("accepts 32 random bytes in base64 or base64url", () => {
    expect(isUsableSecretKey(randomBytes(32).toString("base64"))).toBe(true);
    expect(isUsableSecretKey(randomBytes(32).toString("base64url"))).toBe(true);
  });

  it.each([
    ["31 bytes", randomBytes(31).toString("base64")],
    ["33 bytes", randomBytes(33).toString("base64")],
    ["one byte repeated", Buffer.alloc(32, 7).toString("base64")],
    ["a key from an example", Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")],
    ["text", "x".repeat(100)],
  ])("refuses %s", (_name, text) => {
    expect(isUsableSecretKey(text)).toBe(false);
  });
});
