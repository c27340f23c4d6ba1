import { describe, expect, it } from "vitest";
import { memberDoneText, roleChangeText } from "./prepare-members";

describe("roleChangeText", () => {
  it("says what a person may do then", () => {
    expect(roleChangeText({ name: "Mia", role: "member" }, "admin")).toBe(
      "Mia is a member and will be an admin, who also manages connections and people.",
    );
  });

  it("says that a viewer's keys are revoked", () => {
    expect(roleChangeText({ name: "Mia", role: "member" }, "viewer")).toContain("keys are revoked");
  });
});

describe("doneText", () => {
  it("counts the keys that went with it, and none in silence", () => {
    expect(memberDoneText("Removed Mia", 0)).toEqual({ text: "Removed Mia", tone: "ok" });
    expect(memberDoneText("Removed Mia", 2)).toEqual({ text: "Removed Mia, 2 keys revoked", tone: "ok" });
  });

  it("warns when keys may be left", () => {
    expect(memberDoneText("Removed Mia", null).tone).toBe("warning");
  });
});
