// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Menu, MenuItem } from "@/components/ui/menu";
import { RequestFailure } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { layOut } from "@/test/setup/browser-layout";
import { ConfirmDialog } from "./confirm-dialog";
import { dialogCode } from "./dialog-code";
import { FormDialog } from "./form-dialog";
import { ViewDialog } from "./view-dialog";

layOut();
beforeAll(dialogCode.preload);
afterEach(cleanup);

const idle = { isPending: false, error: null };
const busy = { isPending: true, error: null };

function failed(change: Partial<ServiceFailure>) {
  const failure = {
    kind: "upstream",
    message: "The service failed.",
    requestId: "r7",
    operation: "calls.delete",
  } as const;
  return { isPending: false, error: new RequestFailure({ ...failure, ...change }) };
}

const button = (name: string) => screen.getByRole("button", { name });
const isDisabled = (name: string) => button(name).hasAttribute("disabled");

type ConfirmProps = Partial<React.ComponentProps<typeof ConfirmDialog>>;

function confirm(props: ConfirmProps = {}) {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()];
  const dialog = (more: ConfirmProps) => (
    <ConfirmDialog
      title="Delete the key?"
      description="It stops working."
      action="Delete"
      change={idle}
      onConfirm={onConfirm}
      onClose={onClose}
      {...props}
      {...more}
    />
  );
  const { rerender } = render(dialog({}));
  return { onConfirm, onClose, redraw: (more: ConfirmProps) => rerender(dialog(more)) };
}

describe("ConfirmDialog", () => {
  it("names the question and its consequences, and starts on Cancel", () => {
    confirm();
    const dialog = screen.getByRole("dialog", { name: "Delete the key?" });
    expect(document.getElementById(dialog.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "It stops working.",
    );
    expect(document.activeElement).toBe(button("Cancel"));
  });

  it("confirms with its verb, and closes on Cancel and on Escape", async () => {
    const { onConfirm, onClose } = confirm({ closeLabel: "Keep it" });
    await userEvent.click(button("Delete"));
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(button("Keep it"));
    await userEvent.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it("is busy while the request runs, shows why it failed, and can be tried again", async () => {
    const { onConfirm, redraw } = confirm();
    redraw({ change: busy });
    expect(isDisabled("working Delete")).toBe(true);
    expect(isDisabled("Cancel")).toBe(false);
    redraw({ change: failed({ kind: "forbidden", message: "This is the last admin." }) });
    expect(screen.getByRole("alert").textContent).toBe("This is the last admin.");
    await userEvent.click(button("Delete"));
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it("adds what finds a failure of the service in a log", () => {
    confirm({ change: failed({ status: 502 }) });
    expect(screen.getByRole("alert").textContent).toBe("The service failed.calls.delete · status 502 · request r7");
  });

  it("waits for the typed text, which Enter then submits", async () => {
    const { onConfirm } = confirm({ typed: { what: "the name", accepts: (text) => text === "ci" } });
    const field = screen.getByRole("textbox", { name: "Type the name to confirm" });
    expect(document.activeElement).toBe(field);
    await userEvent.type(field, "c{Enter}");
    expect(isDisabled("Delete")).toBe(true);
    expect(onConfirm).not.toHaveBeenCalled();
    await userEvent.type(field, "i{Enter}");
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it("cannot be confirmed before it is ready", () => {
    confirm({ isReady: false, typed: { what: "the name", accepts: () => true } });
    expect(isDisabled("Delete")).toBe(true);
  });

  it("stays open during a task that closing would lose, and shows its progress", async () => {
    const { onClose } = confirm({ isLocked: true, aside: <span role="status">3 deleted</span> });
    expect(screen.getByRole("status").textContent).toBe("3 deleted");
    expect(isDisabled("Cancel")).toBe(true);
    await userEvent.keyboard("{Escape}");
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("FormDialog", () => {
  function form(props: Partial<React.ComponentProps<typeof FormDialog>> = {}, around = (dialog: ReactNode) => dialog) {
    const [onSubmit, onClose] = [vi.fn(), vi.fn()];
    render(
      around(
        <FormDialog
          title="New key"
          description="For programs."
          action="Create"
          onSubmit={onSubmit}
          onClose={onClose}
          {...props}
        >
          <input aria-label="Name" />
        </FormDialog>,
      ),
    );
    return { onSubmit, onClose };
  }

  it("submits with its button and with Enter in a field, and never submits a form around it", async () => {
    const outer = vi.fn();
    const { onSubmit } = form({}, (dialog) => <form onSubmit={outer}>{dialog}</form>);
    await userEvent.click(button("Create"));
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "ci{Enter}");
    expect(onSubmit).toHaveBeenCalledTimes(2);
    expect(outer).not.toHaveBeenCalled();
  });

  it("submits nothing while it is not ready or its request runs", async () => {
    const { onSubmit } = form({ change: busy });
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "ci{Enter}");
    cleanup();
    const second = form({ isReady: false });
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "ci{Enter}");
    expect(onSubmit).not.toHaveBeenCalled();
    expect(second.onSubmit).not.toHaveBeenCalled();
  });

  it("shows only the messages that no field shows", () => {
    form({ change: failed({}), messages: ["Choose another name."] });
    expect(screen.getByRole("alert").textContent).toContain("Choose another name.");
    expect(screen.getByRole("alert").textContent).not.toContain("The service failed.");
    cleanup();
    form({ change: failed({}), messages: [] });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("closes on Cancel without submitting", async () => {
    const { onSubmit, onClose } = form();
    await userEvent.click(button("Cancel"));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe("ViewDialog", () => {
  function Page({ children }: { children?: (open: () => void) => ReactNode }) {
    const [isOpen, setIsOpen] = useState(false);
    const open = () => setIsOpen(true);
    return (
      <>
        {children?.(open) ?? (
          <button type="button" onClick={open}>
            Open
          </button>
        )}
        {isOpen ? (
          <ViewDialog title="Details" description="As it was sent." onClose={() => setIsOpen(false)}>
            <p>The value</p>
          </ViewDialog>
        ) : null}
      </>
    );
  }

  it.each(["{Escape}", "{Enter}"])("closes on %s at its button, and the focus returns to where it was", async (key) => {
    render(<Page />);
    await userEvent.click(button("Open"));
    expect(screen.getByText("The value")).toBeDefined();
    expect(document.activeElement).toBe(button("Close"));
    await userEvent.keyboard(key);
    expect(screen.queryByRole("dialog")).toBeNull();
    await expect.poll(() => document.activeElement).toBe(button("Open"));
  });

  it("returns the focus to the button of the menu that opened it", async () => {
    render(
      <Page>
        {(open) => (
          <Menu label="Actions" trigger={<button type="button">Actions</button>}>
            <MenuItem onSelect={open}>Show details</MenuItem>
          </Menu>
        )}
      </Page>,
    );
    await userEvent.click(button("Actions"));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Show details" }));
    await userEvent.click(await screen.findByRole("button", { name: "Close" }));
    await expect.poll(() => document.activeElement).toBe(button("Actions"));
  });
});
