import { describe, expect, it } from "vitest";
import { CommonPasswordError, refuseCommonPassword } from "./common-password";

const account = ["Ines Okafor", "ines.okafor@example.org"];

const isRefused = (password: string) =>
  refuseCommonPassword(password, account).then(
    () => false,
    (error: unknown) => error instanceof CommonPasswordError,
  );

describe("a new password", () => {
  it.each([
    ["in the lists", "passwordpassword"],
    ["in the lists, with other letters", "P@ssw0rd1234"],
    ["with a year added", "letmein2024!!"],
    ["of one character", "aaaaaaaaaaaaaaaa"],
    ["of one repeated word", "monkeymonkeymonkey"],
    ["counting", "123456789012345"],
    ["a row of keys", "qwertyuiopasdf"],
    ["the address of the account", "ines.okafor@example.org"],
    ["the name of the account and a number", "InesOkafor2026"],
    ["the name of the product", "heddleheddle1"],
  ])("is refused when it is common or easy to guess: %s", async (_, password) => {
    expect(await isRefused(password)).toBe(true);
  });

  it.each([
    "a long enough password",
    "another long password",
    "correct horse battery",
    "long enough for her",
    "v8#Qm2!xLp0z",
    "пароль из нескольких слов",
  ])("is accepted when it is not: %s", async (password) => {
    expect(await isRefused(password)).toBe(false);
  });

  it("is checked in little time at any length", async () => {
    for (const password of ["a".repeat(256), "4@3".repeat(85), "qwerty".repeat(42), "l1".repeat(128)]) {
      const startMs = performance.now();
      await isRefused(password);
      expect(performance.now() - startMs).toBeLessThan(5_000);
    }
  });
});
