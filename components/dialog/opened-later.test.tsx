// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { codeDelivery } from "@/test/setup/code-delivery";
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
  const { load, resolve, reject } = codeDelivery<DialogProps>();
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
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Rename"));
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

it("gets what was typed while it loads", async () => {
  const { resolve } = draw();
  await open();
  await userEvent.keyboard("by hanf{Backspace}d");
  resolve(RememberedName);
  await waitFor(() => expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("by hand"));
});

it("gets nothing that was typed into a dialog that was closed while it loaded", async () => {
  const { resolve } = draw();
  await open();
  await userEvent.keyboard("old{Escape}");
  await open();
  await userEvent.keyboard("new");
  resolve(RememberedName);
  await waitFor(() => expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("new"));
});

it("says so when its code does not load, and opens after a retry", async () => {
  const { resolve, reject } = draw();
  await open();
  reject();
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(screen.getByRole("alert").textContent).toContain("could not be loaded");
  await expect.poll(() => document.activeElement).toBe(retry);
  await userEvent.keyboard("{Enter}");
  resolve(Rename);
  expect(await screen.findByRole("dialog", { name: "Rename call" })).toBeDefined();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Rename"));
});

it("can be closed after its code did not load, also while it is tried again", async () => {
  const { reject } = draw();
  await open();
  reject();
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement?.textContent).toBe("Rename");
});
