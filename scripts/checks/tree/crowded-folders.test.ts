import { expect, test } from "vitest";
import { crowdedFolders, MAX_SOURCES } from "./crowded-folders";

const sources = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}/f${index}.ts`);

test("allows as many sources in a folder as the limit, and no more", () => {
  expect(crowdedFolders(sources("a", MAX_SOURCES))).toEqual([]);
  expect(crowdedFolders(sources("a", MAX_SOURCES + 1))).toEqual([
    expect.stringContaining(`a holds ${MAX_SOURCES + 1}`),
  ]);
});

test("does not count tests, other files and subfolders", () => {
  const others = [...sources("a/b", MAX_SOURCES), "a/f0.test.ts", "a/picture.png"];
  expect(crowdedFolders([...sources("a", MAX_SOURCES), ...others])).toEqual([]);
});
