// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ThreadRow } from "@/lib/thread/thread-row";
import { layOut } from "@/test/setup/browser-layout";
import { PhoneThreads } from "./phone-threads";

layOut({ inside: { width: 390, height: 700 } });
afterEach(cleanup);

const rowOf = (id: string, messages: ThreadRow["messages"]): ThreadRow => ({
  id,
  turnCount: 6,
  p50Ms: 1000,
  p99Ms: 90_000,
  startedMs: 0,
  updatedMs: 0,
  messages,
  scores: [],
  figures: null,
  facts: null,
  isSlow: false,
  nowMs: 60_000,
});

describe("the threads on a phone", () => {
  it("opens the thread that is pressed", () => {
    const rows = [rowOf("bags", { kind: "not-offered" }), rowOf("refunds", { kind: "not-offered" })];
    const onOpen = vi.fn();
    render(<PhoneThreads count={2} rowAt={(index) => rows[index]} onOpen={onOpen} onRangeChange={vi.fn()} />);
    const items = screen.getAllByRole("listitem");
    expect(items).toHaveLength(2);
    expect(items[0]?.textContent).toContain("6 turns");
    fireEvent.click(screen.getByRole("button", { name: /^refunds/ }));
    expect(onOpen.mock.calls).toEqual([[rows[1]]]);
  });

  it("says why its messages could not be read", () => {
    const row = rowOf("bags", { kind: "failed", reason: "The service failed" });
    render(<PhoneThreads count={1} rowAt={() => row} onOpen={vi.fn()} onRangeChange={vi.fn()} />);
    expect(screen.getByText("The service failed")).toBeTruthy();
  });
});
