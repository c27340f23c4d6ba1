import { describe, expect, it } from "vitest";
import { damageText, storageFoot } from "./prepare-storage";

describe("the text about damaged parts", () => {
  it("counts the parts of all tables and says what lacks their rows", () => {
    const damaged = [
      { table: "calls", part_count: 2, bytes: 10 },
      { table: "objects", part_count: 1, bytes: 5 },
    ];
    expect(damageText(damaged)).toBe(
      "3 parts of the stored data cannot be read. Lists, counts and charts lack their rows.",
    );
    expect(storageFoot(damaged)).toBe("2 tables with damaged parts");
  });

  it("is absent where everything can be read", () => {
    expect(damageText([])).toBeNull();
    expect(storageFoot([])).toBe("No damaged parts");
  });
});
