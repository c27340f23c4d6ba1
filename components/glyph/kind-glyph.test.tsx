// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { kindName } from "@/lib/calls/call-kind";
import { KINDS } from "@/lib/trace/skeleton/trace-skeleton";
import { KindGlyph } from "./kind-glyph";

afterEach(cleanup);

it("each kind has a shape and a name of its own", () => {
  const drawn = KINDS.map((kind) => {
    const { container, unmount } = render(<KindGlyph kind={kind} />);
    const label = container.querySelector("svg")?.getAttribute("aria-label");
    const shape = [...container.querySelectorAll("svg > :not(title)")].map((node) => node.outerHTML).join("");
    unmount();
    expect(label).toBe(kindName(kind));
    return shape;
  });
  expect(new Set(drawn).size).toBe(KINDS.length);
});
