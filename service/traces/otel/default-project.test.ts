import { expect, it } from "vitest";
import { defaultProject } from "./default-project";

it("takes the project of a key that may use one only, unless the request names another", () => {
  expect(defaultProject(undefined, { projects: ["e/mine"] })).toBe("e/mine");
  expect(defaultProject("e/named", { projects: ["e/mine"] })).toBe("e/named");
  expect(defaultProject(undefined, { projects: ["e/one", "e/two"] })).toBeUndefined();
  expect(defaultProject(undefined, { projects: [] })).toBeUndefined();
  expect(defaultProject(undefined, { projects: null })).toBeUndefined();
});

it("guesses none for the dashboard, which acts for a user", () => {
  expect(defaultProject(undefined, { projects: ["e/mine"], isDashboard: true })).toBeUndefined();
});
