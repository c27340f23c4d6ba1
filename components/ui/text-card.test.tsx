// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { layOut } from "@/test/setup/browser-layout";
import { preloadTextCard, TextCard } from "./text-card";

layOut();

beforeEach(async () => {
  await preloadTextCard();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

function show(isCut: boolean) {
  render(
    <TextCard isCut={isCut} card={() => "the full text"}>
      the beg…
    </TextCard>,
  );
  const text = screen.getByText("the beg…");
  const rest = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  return { text, rest };
}

describe("the card of a text", () => {
  it("opens when the pointer rests on a text that is cut, and closes when it leaves", async () => {
    const { text, rest } = show(true);
    fireEvent.pointerEnter(text, { pointerType: "mouse" });
    await rest(100);
    expect(screen.queryByRole("tooltip")).toBeNull();
    await rest(450);
    expect(screen.getByRole("tooltip").textContent).toBe("the full text");
    fireEvent.pointerLeave(text);
    await rest(200);
    expect(screen.queryByRole("tooltip")).toBeNull();
  });

  it("stays while the pointer is on it, and closes at Escape and at a press on the text", async () => {
    const { text, rest } = show(true);
    fireEvent.pointerEnter(text, { pointerType: "mouse" });
    await rest(550);
    fireEvent.pointerLeave(text);
    fireEvent.pointerEnter(screen.getByRole("tooltip"));
    await rest(500);
    expect(screen.getByRole("tooltip")).toBeDefined();
    fireEvent.keyDown(document, { key: "Escape" });
    expect(screen.queryByRole("tooltip")).toBeNull();

    fireEvent.pointerEnter(text, { pointerType: "mouse" });
    await rest(550);
    fireEvent.pointerDown(text);
    expect(screen.queryByRole("tooltip")).toBeNull();
  });

  it("does not open for a text that is shown whole", async () => {
    const whole = show(false);
    fireEvent.pointerEnter(whole.text, { pointerType: "mouse" });
    await whole.rest(1000);
    expect(screen.queryByRole("tooltip")).toBeNull();
  });
});
