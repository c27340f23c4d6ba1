import { describe, expect, it } from "vitest";
import { qrCodeOf } from "./qr-code";
import { generateRecoveryCodes, normalRecoveryCode } from "./recovery-codes";
import { Secret } from "./secret";
import { generateTotpSecret, provisioningAddress, stepOfCode } from "./totp";

/** The secret of RFC 6238, appendix B, in base32. */
const RFC_SECRET = new Secret("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");

describe("stepOfCode", () => {
  // The last six digits of the eight in the appendix.
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("accepts the code of the standard at %d s", (seconds, code) => {
    expect(stepOfCode(RFC_SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });

  it("accepts the code of one step before and after, as its own step, and of no other", () => {
    const at = (seconds: number) => stepOfCode(RFC_SECRET, "279037", new Date((2_000_000_000 + seconds) * 1000));
    const step = Math.floor(2_000_000_000 / 30);
    expect([at(-60), at(-30), at(0), at(30), at(60)]).toEqual([undefined, step, step, step, undefined]);
  });

  it.each(["", "28708", "2870820", "abcdef", "２８７０８２", "-87082", "287082 "])("refuses %j", (code) => {
    expect(stepOfCode(RFC_SECRET, code, new Date(59_000))).toBeUndefined();
  });
});

describe("a new secret", () => {
  it("has 160 random bits and never appears in text", () => {
    const [first, second] = [generateTotpSecret(), generateTotpSecret()];
    expect(first.reveal()).toMatch(/^[A-Z2-7]{32}$/);
    expect(first.reveal()).not.toBe(second.reveal());
    expect(`${first} ${JSON.stringify({ first })}`).not.toContain(first.reveal());
  });

  it("is in the address with the dashboard's host and the account", () => {
    const address = new URL(provisioningAddress(RFC_SECRET, "https://heddle.example.org", "mia+a@example.org"));
    expect(address.protocol).toBe("otpauth:");
    expect(decodeURIComponent(address.pathname)).toContain("Heddle heddle.example.org:mia+a@example.org");
    expect(address.searchParams.get("secret")).toBe(RFC_SECRET.reveal());
  });
});

describe("recovery codes", () => {
  it("are ten different ones of 120 bits, read in any case and with any spaces", () => {
    const codes = generateRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[a-km-np-z2-9]{6}(?:-[a-km-np-z2-9]{6}){3}$/);
      expect(normalRecoveryCode(` ${code.toUpperCase().replaceAll("-", " ")} `)).toBe(code.replaceAll("-", ""));
    }
  });

  it.each(["", "287082", "x".repeat(25), "l".repeat(24), "\0".repeat(24)])("are not %j", (text) => {
    expect(normalRecoveryCode(text)).toBeUndefined();
  });
});

describe("qrCodeOf", () => {
  it("is a square with a light border and the three marks by which readers find it", () => {
    const { size, path } = qrCodeOf("otpauth://totp/Heddle:mia@example.org?secret=ABC");
    const rows = Array.from({ length: size }, () => new Array<string>(size).fill("."));
    for (const [, x, y, run, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
      expect(run).toBe(back);
      rows[Number(y)]?.fill("#", Number(x), Number(x) + Number(run));
    }
    expect(path.replaceAll(/M\d+ \d+h\d+v1h-\d+z/g, "")).toBe("");
    const squareAt = (x: number, y: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7).join(""));
    const mark = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
    const far = size - 4 - 7;
    expect([squareAt(4, 4), squareAt(far, 4), squareAt(4, far)]).toEqual([mark, mark, mark]);
    const border = [...rows.slice(0, 4), ...rows.slice(-4)].flat().concat(rows.flatMap((row) => row.slice(0, 4)));
    expect(new Set(border)).toEqual(new Set(["."]));
  });
});
