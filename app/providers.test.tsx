// @vitest-environment jsdom
import { useMutation, useQuery } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FormDialog } from "@/components/dialog/form-dialog";
import { appQuery, callApp } from "@/lib/api/client/app-client";
import { Providers } from "./providers";

vi.mock("nuqs/adapters/next/app", () => ({ NuqsAdapter: ({ children }: { children: unknown }) => children }));

const assign = vi.fn();
let isSignedIn: boolean;

beforeEach(() => {
  isSignedIn = true;
  assign.mockClear();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => {}, removeListener: () => {} }));
  vi.stubGlobal("location", { ...window.location, pathname: "/air/traces", search: "?q=a", assign });
  vi.stubGlobal("fetch", async () => {
    if (isSignedIn) return Response.json({});
    const error = { kind: "signed-out", message: "Sign in to continue.", requestId: "r1", operation: "users.remove" };
    return Response.json({ error }, { status: 401 });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A page that polls, with a dialog in which a note is written. */
function Page() {
  const poll = useQuery({ ...appQuery("connections.health", { id: "local" }), refetchInterval: 20 });
  const save = useMutation({ mutationFn: () => callApp("views.delete", { id: "v1" }) });
  return (
    <FormDialog
      title="Note"
      description={poll.isError ? "not polled" : "polled"}
      action="Save"
      change={save}
      onSubmit={() => save.mutate()}
      onClose={() => {}}
    >
      <input aria-label="Text" />
    </FormDialog>
  );
}

describe("a session that ends", () => {
  it("leads to sign-in and back to the page", async () => {
    render(<Page />, { wrapper: Providers });
    isSignedIn = false;
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/sign-in?callbackUrl=%2Fair%2Ftraces%3Fq%3Da"));
  });

  it("while the user types keeps the text, says so, and lets the user send it after signing in elsewhere", async () => {
    render(<Page />, { wrapper: Providers });
    await userEvent.type(await screen.findByLabelText("Text"), "half a sentence");
    isSignedIn = false;
    await screen.findByText("not polled");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const link = await screen.findByRole("link", { name: "Sign in in another tab" });
    expect(link.getAttribute("target")).toBe("_blank");
    expect((screen.getByLabelText("Text") as HTMLInputElement).value).toBe("half a sentence");
    expect(assign).not.toHaveBeenCalled();
    isSignedIn = true;
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Sign in in another tab" })).toBeNull());
    await userEvent.clear(screen.getByLabelText("Text"));
    await act(async () => {
      isSignedIn = false;
    });
    await waitFor(() => expect(assign).toHaveBeenCalled());
  });
});
