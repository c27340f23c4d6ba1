import { expect, it } from "vitest";
import { partNameOf } from "./copy-part";

it.each([
  ["0_13_13_0", "0_13_13_0"],
  ["all_1_1_0", "all_1_1_0"],
  // Rewritten by a mutation.
  ["all_1_1_0_5", "all_1_1_0_5"],
  ["broken-on-start_all_1_1_0_5", "all_1_1_0_5"],
  ["broken-on-start_3_2_2_0_try1", "3_2_2_0"],
  ["tmp_insert_all_1_1_0", null],
  ["format_version.txt", null],
])("reads the name of a part from that of its folder: %s", (folder, name) => {
  expect(partNameOf(folder)).toBe(name);
});
