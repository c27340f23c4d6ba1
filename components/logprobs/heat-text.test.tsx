// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { joinTokens } from "@/lib/logprobs/join-tokens";
import { splitPieces, splitText } from "@/lib/logprobs/split-blocks";
import { readTokens } from "@/lib/logprobs/token-logprob";
import { HeatText } from "./heat-text";
import { TokenTable } from "./token-table";

afterEach(cleanup);

const tokens = readTokens([
  { token: "Two", logprob: Math.log(0.95), top_logprobs: [] },
  {
    token: " seats",
    logprob: Math.log(0.25),
    top_logprobs: [
      { token: " rows", logprob: Math.log(0.7) },
      { token: " seats", logprob: Math.log(0.25) },
    ],
  },
]);
const pieces = joinTokens(tokens);

const draw = () => render(<HeatText blocks={splitPieces(pieces)} pieces={pieces} />);
const text = () => screen.getByRole("group", { name: /Answer with probabilities/ });

describe("a text with probabilities", () => {
  it("tints and underlines only unlikely tokens", () => {
    draw();
    expect(screen.getByText("Two").className).not.toContain("bg-");
    expect(screen.getByText("seats", { exact: false }).className).toMatch(/bg-.*|border-b/);
    expect(text().textContent).toBe("Two seats");
  });

  it("shows alternatives on hover", () => {
    draw();
    fireEvent.pointerOver(screen.getByText("seats", { exact: false }));
    expect(screen.getByText("␣seats, 25.00%; instead: ␣rows 70.00%")).toBeDefined();
    fireEvent.pointerLeave(text());
    expect(screen.queryByText(/instead:/)).toBeNull();
  });

  it("shows alternatives with the arrow keys, and leaves Escape to the page when no token is selected", () => {
    const escaped = vi.fn();
    window.addEventListener("keydown", escaped);
    draw();
    fireEvent.keyDown(text(), { key: "ArrowRight" });
    expect(screen.getByText("Two, 95.00%")).toBeDefined();
    fireEvent.keyDown(text(), { key: "ArrowRight" });
    expect(screen.getByText(/␣seats, 25.00%/)).toBeDefined();
    fireEvent.keyDown(text(), { key: "Escape" });
    expect(screen.queryByText(/instead:/)).toBeNull();
    expect(escaped).not.toHaveBeenCalled();
    fireEvent.keyDown(text(), { key: "Escape" });
    expect(escaped).toHaveBeenCalledTimes(1);
    window.removeEventListener("keydown", escaped);
  });

  it("is plain text and not a tab stop without probabilities", () => {
    const { container } = render(<HeatText blocks={splitText("Hello")} pieces={[]} />);
    expect(container.textContent).toBe("Hello");
    expect(screen.queryByRole("group")).toBeNull();
  });
});

describe("a text that grows", () => {
  it("renders only its last block again", () => {
    const line = `${"word ".repeat(200)}\n`;
    const colorsOf = vi.fn(() => []);
    const { rerender } = render(
      <HeatText blocks={splitText(line.repeat(5))} pieces={[]} colorsOf={colorsOf} isRunning />,
    );
    expect(colorsOf).toHaveBeenCalledTimes(5);
    colorsOf.mockClear();
    for (const more of ["a", "a b", "a b c"]) {
      rerender(<HeatText blocks={splitText(`${line.repeat(5)}${more}`)} pieces={[]} colorsOf={colorsOf} isRunning />);
    }
    expect(colorsOf.mock.calls).toEqual([["a"], ["a b"], ["a b c"]]);
  });
});

describe("the table of tokens", () => {
  it("has a row for each token with its probability and alternatives", () => {
    render(<TokenTable tokens={tokens} />);
    const rows = screen.getAllByRole("row").slice(1);
    expect(rows.map((row) => row.textContent)).toEqual(["Two95.00%", "␣seats25.00%␣rows 70.00%"]);
  });

  it("shows many rows in steps", () => {
    const many = readTokens(Array.from({ length: 300 }, () => ({ token: "a", logprob: -1 })));
    render(<TokenTable tokens={many} />);
    expect(screen.getAllByRole("row")).toHaveLength(201);
    fireEvent.click(screen.getByRole("button", { name: "Show 100 more of 300" }));
    expect(screen.getAllByRole("row")).toHaveLength(301);
  });
});
