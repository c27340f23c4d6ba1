import { describe, expect, it } from "vitest";
import { groupedSecret, recoveryCodesText, secondFactorText } from "./prepare-second-factor";

const NOW = Date.parse("2026-11-23T12:00:00.000Z");
const OFF = { hasPassword: true, enabledAt: null, recoveryCodesLeft: 0 };
const ON = { hasPassword: true, enabledAt: "2026-11-20T12:00:00.000Z", recoveryCodesLeft: 10 };

describe("two-factor authentication of an account", () => {
  it("says what sign-in asks for", () => {
    expect(secondFactorText(OFF, NOW)).toBe("Off: sign-in asks for the password only.");
    expect(secondFactorText(ON, NOW)).toMatch(/^On since .*20.*: sign-in asks for a code\.$/);
    expect(secondFactorText({ ...OFF, hasPassword: false }, NOW)).toContain("no password");
  });

  it("counts the recovery codes that are left, and warns when they are few", () => {
    expect(recoveryCodesText(OFF)).toBeNull();
    expect(recoveryCodesText(ON)).toEqual({ text: "10 recovery codes left", areFew: false });
    expect(recoveryCodesText({ ...ON, recoveryCodesLeft: 1 })).toEqual({ text: "1 recovery code left", areFew: true });
  });

  it("shows a secret in groups of four", () => {
    expect(groupedSecret("ABCDEFGHIJ")).toBe("ABCD EFGH IJ");
    expect(groupedSecret("ABCDEFGH")).toBe("ABCD EFGH");
  });
});
