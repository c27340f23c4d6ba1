import { describe, expect, it } from "vitest";
import { environmentTable } from "./environment-table";
import { variableNames } from "./variables";

describe("environmentTable", () => {
  it("has a row for each public variable, and none for internal ones", () => {
    const table = environmentTable();
    for (const name of variableNames.filter((name) => name !== "HEDDLE_LOCAL_TOKEN")) {
      expect(table).toContain(`| \`${name}\` |`);
    }
    expect(table).not.toContain("HEDDLE_LOCAL_TOKEN");
  });
});
