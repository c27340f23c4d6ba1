import { expect, test } from "vitest";
import { crowdedFolders, MAX_SOURCES } from "./crowded-folders";

const sources = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}/f${index}.ts`);

test("a folder may hold as many sources as the limit says, and no more", () => {
  expect(crowdedFolders(sources("a", MAX_SOURCES))).toEqual([]);
  expect(crowdedFolders(sources("a", MAX_SOURCES + 1))).toEqual([
    expect.stringContaining(`a holds ${MAX_SOURCES + 1}`),
  ]);
});

test("tests, other files and subfolders are not counted", () => {
  const others = [...sources("a/b", MAX_SOURCES), "a/f0.test.ts", "a/picture.png"];
  expect(crowdedFolders([...sources("a", MAX_SOURCES), ...others])).toEqual([]);
});
