// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { keyName, useKeys } from "./use-keys";

afterEach(cleanup);

/** The tests bind keys of several groups; which group it is matters to the compiler alone. */
function Page({ bindings }: { bindings: Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>> }) {
  useKeys("list", bindings);
  return (
    <div>
      <input aria-label="text" />
      <button type="button">press</button>
      <p>reading</p>
    </div>
  );
}

const plain = { metaKey: false, ctrlKey: false, altKey: false, shiftKey: false };

describe("the name of a key", () => {
  it.each([
    [{ ...plain, key: "j" }, "j"],
    [{ ...plain, key: "J", shiftKey: true }, "Shift+j"],
    [{ ...plain, key: "?", shiftKey: true }, "?"],
    [{ ...plain, key: " " }, "Space"],
    [{ ...plain, key: "k", ctrlKey: true }, "Mod+k"],
    [{ ...plain, key: "k", metaKey: true }, "Mod+k"],
  ])("%o is %s", (event, name) => expect(keyName(event)).toBe(name));
});

describe("keys of a page", () => {
  it("work outside text fields and pause while typing", () => {
    const move = vi.fn();
    render(<Page bindings={{ j: move }} />);
    fireEvent.keyDown(screen.getByText("reading"), { key: "j" });
    fireEvent.keyDown(screen.getByLabelText("text"), { key: "j" });
    expect(move).toHaveBeenCalledTimes(1);
  });

  it("with a modifier work while typing too", () => {
    const open = vi.fn();
    render(<Page bindings={{ "Mod+k": open }} />);
    fireEvent.keyDown(screen.getByLabelText("text"), { key: "k", ctrlKey: true });
    expect(open).toHaveBeenCalledTimes(1);
  });

  it("leave Enter and Space to a focused button", () => {
    const open = vi.fn();
    render(<Page bindings={{ Enter: open, Space: open }} />);
    fireEvent.keyDown(screen.getByText("press"), { key: "Enter" });
    fireEvent.keyDown(screen.getByText("press"), { key: " " });
    expect(open).not.toHaveBeenCalled();
  });

  it("can form a sequence", () => {
    const go = vi.fn();
    const alone = vi.fn();
    render(<Page bindings={{ "g t": go, t: alone }} />);
    fireEvent.keyDown(document.body, { key: "g" });
    fireEvent.keyDown(document.body, { key: "t" });
    expect([go.mock.calls.length, alone.mock.calls.length]).toEqual([1, 0]);
  });

  it("go to a page after g, also where a part of the page listens to the second key", () => {
    const go = vi.fn();
    const alone = vi.fn();
    render(
      <>
        <Page bindings={{ t: alone }} />
        <Page bindings={{ "g t": go }} />
      </>,
    );
    fireEvent.keyDown(document.body, { key: "g" });
    fireEvent.keyDown(document.body, { key: "t" });
    expect([go.mock.calls.length, alone.mock.calls.length]).toEqual([1, 0]);
  });

  it("of a range of digits know which one was pressed", () => {
    const choose = vi.fn<(event: KeyboardEvent) => void>();
    render(<Page bindings={{ "1-4": choose }} />);
    for (const key of ["0", "1", "4", "5"]) fireEvent.keyDown(document.body, { key });
    expect(choose.mock.calls.map(([{ key }]) => key)).toEqual(["1", "4"]);
  });

  it("without a handler are left to the browser", () => {
    render(<Page bindings={{ Space: undefined }} />);
    // False where a listener prevents what the browser does by default.
    expect(fireEvent.keyDown(document.body, { key: " " })).toBe(true);
  });

  it("do not compile unless the group has them as keys of its own", () => {
    function Wrong() {
      useKeys("threads", { t: () => {} });
      // @ts-expect-error: the group has no such key
      useKeys("threads", { q: () => {} });
      // @ts-expect-error: the focused element handles this key itself
      useKeys("playground", { Escape: () => {} });
      // @ts-expect-error: there is no such group
      useKeys("thraeds", {});
      return null;
    }
    expect(render(<Wrong />).container.innerHTML).toBe("");
  });
});
