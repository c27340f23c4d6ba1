// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { registerMarks } from "@/test/setup/found-marks";
import { FoundContent } from "./found-content";

const marked = registerMarks();

/** The heights of what is found, in a pane of 100 pixels: the first place is below its end. */
const FOUND_TOP_PX = 400;

Range.prototype.getBoundingClientRect = () => new DOMRect(0, FOUND_TOP_PX, 50, 16);

afterEach(cleanup);

const content = (words: string, text: string) => (
  <FoundContent words={words} subject="a">
    <p>{text}</p>
  </FoundContent>
);

it("marks a text in what is shown, also as it changes, until another text is searched", async () => {
  const { rerender, unmount } = render(content("fare", "The fare of the Fares"));
  await waitFor(() => expect(marked()).toEqual(["fare", "Fare"]));
  rerender(content("fare", "no such word, then a fare"));
  await waitFor(() => expect(marked()).toEqual(["fare"]));
  rerender(content("such", "no such word, then a fare"));
  await waitFor(() => expect(marked()).toEqual(["such"]));
  rerender(content("", "no such word, then a fare"));
  expect(marked()).toEqual([]);
  rerender(content("word", "no such word, then a fare"));
  await waitFor(() => expect(marked()).toEqual(["word"]));
  unmount();
  expect(marked()).toEqual([]);
});

it("scrolls the first place into view, until the user scrolls", async () => {
  const pane = (words: string) => (
    <FoundContent words={words} subject="a">
      <div data-testid="pane" style={{ overflowY: "auto" }}>
        The fare is low.
      </div>
    </FoundContent>
  );
  const { rerender } = render(pane("fare"));
  const element = screen.getByTestId("pane");
  vi.spyOn(element, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 300, 100));
  await waitFor(() => expect(element.scrollTop).toBeGreaterThan(0));
  fireEvent.wheel(element);
  element.scrollTop = 0;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(element.scrollTop).toBe(0);
  rerender(pane("low"));
  await waitFor(() => expect(element.scrollTop).toBeGreaterThan(0));
});
