// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { DialogFrame } from "./dialog-frame";
import { openedLater } from "./opened-later";

afterEach(cleanup);

type DialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

function Rename({ isOpen, onOpenChange }: DialogProps) {
  if (!isOpen) return null;
  return (
    <DialogFrame title="Rename call" description="For this call only." onClose={() => onOpenChange(false)}>
      <input aria-label="Name" />
    </DialogFrame>
  );
}

function RememberedName({ isOpen, onOpenChange }: DialogProps) {
  const [name, setName] = useState("");
  if (!isOpen) return null;
  return (
    <DialogFrame title="Rename call" description="For this call only." onClose={() => onOpenChange(false)}>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
    </DialogFrame>
  );
}

/** A page with a button that opens a dialog, whose code the test delivers. */
function draw() {
  let resolve: (component: ComponentType<DialogProps>) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const loading = new Promise<ComponentType<DialogProps>>((onLoaded, onFailed) => {
    resolve = onLoaded;
    reject = onFailed;
  });
  const load = vi.fn(() => loading);
  const Later = openedLater<DialogProps>(load);
  function Page() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          Rename
        </button>
        <Later isOpen={isOpen} onOpenChange={setIsOpen} />
      </>
    );
  }
  render(<Page />);
  return { resolve, reject, load };
}

const open = () => userEvent.click(screen.getByRole("button", { name: "Rename" }));

it("loads nothing before it is opened", () => {
  expect(draw().load).not.toHaveBeenCalled();
});

it("opens at once, empty, with the focus inside, and then with its content", async () => {
  const { resolve } = draw();
  await open();
  expect(document.activeElement).toBe(screen.getByRole("dialog", { name: "Loading …" }));
  resolve(Rename);
  expect(await screen.findByRole("dialog", { name: "Rename call" })).toBeDefined();
  expect(screen.queryByRole("dialog", { name: "Loading …" })).toBeNull();
});

it("returns the focus to the button that opened it", async () => {
  const { resolve } = draw();
  await open();
  resolve(Rename);
  await screen.findByRole("dialog", { name: "Rename call" });
  await userEvent.keyboard("{Escape}");
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Rename"));
});

it("closes with Escape while it loads, and stays closed", async () => {
  const { resolve } = draw();
  await open();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement?.textContent).toBe("Rename");
  resolve(Rename);
  await Promise.resolve();
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("keeps what was entered when it is closed and opened again", async () => {
  const { resolve } = draw();
  await open();
  resolve(RememberedName);
  await userEvent.type(await screen.findByLabelText("Name"), "by hand");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await open();
  expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("by hand");
});

it("says so when its code does not load", async () => {
  const { reject } = draw();
  await open();
  reject(new Error("offline"));
  expect(await screen.findByText("This dialog could not be loaded. Reload the page.")).toBeDefined();
});
