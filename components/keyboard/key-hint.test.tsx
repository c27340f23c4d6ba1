// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, expect, expectTypeOf, it } from "vitest";
import { KeyHint } from "./key-hint";

afterEach(cleanup);

const capsOf = (action: string) =>
  Array.from(screen.getByText(action).querySelectorAll("kbd"), ({ textContent }) => textContent);

it("draws the caps of keys of the table before their action", () => {
  render(
    <>
      <KeyHint at="playground" keys={["Mod+Shift+Enter"]}>
        run all
      </KeyHint>
      <KeyHint at="tables" keys={["g g"]}>
        go to row
      </KeyHint>
      <KeyHint at="call" keys={["1-8"]}>
        tabs
      </KeyHint>
    </>,
  );
  expect(capsOf("run all")).toEqual(["⌘", "⇧", "↵"]);
  expect(capsOf("go to row")).toEqual(["G", "G"]);
  expect(capsOf("tabs")).toEqual(["1", "…", "8"]);
});

it("takes only keys that its group of the table lists", () => {
  type ListKey = ComponentProps<typeof KeyHint<"list">>["keys"][number];
  expectTypeOf<"j">().toExtend<ListKey>();
  expectTypeOf<"q">().not.toExtend<ListKey>();
});
