import { describe, expect, it } from "vitest";
import { memberDoneText, roleChangeText } from "./prepare-members";

describe("roleChangeText", () => {
  it("describes the permissions of the new role", () => {
    expect(roleChangeText({ name: "Mia", role: "member" }, "admin")).toBe(
      "Mia will change from member to admin, who can also manage connections and members.",
    );
  });

  it("says that a viewer's keys are revoked", () => {
    expect(roleChangeText({ name: "Mia", role: "member" }, "viewer")).toContain("keys are revoked");
  });
});

describe("doneText", () => {
  it("reports the number of revoked keys, if any", () => {
    expect(memberDoneText("Removed Mia", 0)).toEqual({ text: "Removed Mia", tone: "ok" });
    expect(memberDoneText("Removed Mia", 2)).toEqual({ text: "Removed Mia, 2 keys revoked", tone: "ok" });
  });

  it("warns when keys could not be revoked", () => {
    expect(memberDoneText("Removed Mia", null).tone).toBe("warning");
  });
});
