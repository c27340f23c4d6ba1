// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, expectTypeOf, it } from "vitest";
import { KeyHints, keyHint } from "./key-hints";

afterEach(cleanup);

const capsOf = (action: string) =>
  Array.from(screen.getByText(action).querySelectorAll("kbd"), ({ textContent }) => textContent);

it("draws the caps of keys of the table before their action", () => {
  render(
    <KeyHints
      hints={[
        keyHint("playground", ["Mod+Shift+Enter"], "run all"),
        keyHint("tables", ["g g"], "go to row"),
        keyHint("call", ["1-8"], "tabs"),
      ]}
    />,
  );
  expect(capsOf("run all")).toEqual(["⌘", "⇧", "↵"]);
  expect(capsOf("go to row")).toEqual(["G", "G"]);
  expect(capsOf("tabs")).toEqual(["1", "…", "8"]);
});

it("takes only keys that its group of the table lists", () => {
  type ListKey = Parameters<typeof keyHint<"list">>[1][number];
  expectTypeOf<"j">().toExtend<ListKey>();
  expectTypeOf<"q">().not.toExtend<ListKey>();
});
