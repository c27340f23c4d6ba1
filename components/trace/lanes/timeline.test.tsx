// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useTimeArea } from "@/components/trace/time/use-time-area";
import { useTimeView } from "@/components/trace/time/use-time-view";
import { TooltipProvider } from "@/components/ui/tooltip";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { layOut } from "@/test/setup/browser-layout";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { Timeline } from "./timeline";

const UNTIL_MS = 100;

const skeleton = makeSkeleton([
  { id: "root", kind: "agent", startMs: 0, endMs: 100 },
  { id: "ask", op: "ask", parent: "root", kind: "llm", startMs: 0, endMs: 40 },
  { id: "search", op: "search", parent: "root", kind: "tool", startMs: 40, endMs: 60, status: "error" },
]);

// One pixel is one millisecond.
layOut({ inside: { width: 100, height: 300 }, drawn: { width: 100, height: 300 } });
Object.assign(Element.prototype, { setPointerCapture: () => undefined });

afterEach(cleanPage);

function Page({ onSelect }: { onSelect: (row: number) => void }) {
  const view = useTimeView(skeleton, UNTIL_MS, false);
  const area = useTimeArea();
  return (
    <TooltipProvider>
      <Timeline
        skeleton={skeleton}
        untilMs={UNTIL_MS}
        view={view}
        area={area}
        selectedRow={0}
        matches={null}
        isCritical={null}
        onSelect={onSelect}
        grouping="kind"
      />
    </TooltipProvider>
  );
}

const panel = () => screen.findByRole("region", { name: "Calls in the selected time" });

describe("the selected time of a timeline", () => {
  it("adds up the calls that ran in it by op, and selects the longest call of an op", async () => {
    const onSelect = vi.fn();
    renderElementOnPage(<Page onSelect={onSelect} />, { address: "?area=30~50" });
    const section = await panel();
    expect(section.textContent).toContain("3 calls · 1 error");
    const row = within(section).getByRole("row", { name: /search/ });
    expect(row.textContent).toContain("110ms20ms");
    fireEvent.click(within(row).getByRole("button", { name: /longest call of search/ }));
    expect(onSelect).toHaveBeenCalledWith(2);
  });

  it("is dragged on the axis, moved by keys at its edges, and cleared", async () => {
    renderElementOnPage(<Page onSelect={() => undefined} />);
    expect(screen.queryByRole("slider")).toBeNull();
    const axis = screen.getByTitle("Drag to select a span of time");
    const pointer = (type: string, clientX: number) =>
      fireEvent(axis, new MouseEvent(type, { clientX, bubbles: true, button: 0 }));
    pointer("pointerdown", 60);
    pointer("pointermove", 20);
    pointer("pointerup", 20);
    const from = screen.getByRole("slider", { name: "Selected from" });
    expect(from.getAttribute("aria-valuenow")).toBe("20");
    fireEvent.keyDown(from, { key: "PageUp" });
    expect(screen.getByRole("slider", { name: "Selected from" }).getAttribute("aria-valuenow")).toBe("30");
    expect((await panel()).textContent).toContain("30 ms to 60 ms");
    fireEvent.click(screen.getByRole("button", { name: "Clear the selected time" }));
    expect(screen.queryByRole("region", { name: "Calls in the selected time" })).toBeNull();
  });

  it("says when no call ran in it", async () => {
    renderElementOnPage(<Page onSelect={() => undefined} />, { address: "?area=300~500" });
    expect((await panel()).textContent).toContain("No calls ran in this time.");
  });
});

describe("the pinned rows of a timeline", () => {
  const application = (name: string) => screen.queryByRole("application", { name });

  it("stay above the others until they are unpinned, and are in the address", async () => {
    const { addresses } = renderElementOnPage(<Page onSelect={() => undefined} />);
    expect(application("Pinned rows of the trace")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Pin tool" }));
    const pinned = screen.getByRole("application", { name: "Pinned rows of the trace" });
    expect(within(pinned).getByRole("img", { name: "1 call in 1 lane" })).toBeTruthy();
    await waitFor(() => expect(addresses.at(-1)?.get("pin")).toBe("tool"));
    const others = screen.getByRole("application", { name: "Timeline of the trace" });
    expect(within(others).getByRole("img", { name: "2 calls in 2 lanes" })).toBeTruthy();
    fireEvent.click(within(pinned).getByRole("button", { name: "Pin tool", pressed: true }));
    expect(application("Pinned rows of the trace")).toBeNull();
    await waitFor(() => expect(addresses.at(-1)?.get("pin")).toBeNull());
  });

  it("of another grouping change nothing", () => {
    renderElementOnPage(<Page onSelect={() => undefined} />, { address: "?pin=2" });
    expect(application("Pinned rows of the trace")).toBeNull();
  });
});
