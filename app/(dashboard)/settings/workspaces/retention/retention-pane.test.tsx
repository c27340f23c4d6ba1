// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { testWorkspace } from "@/test/setup/render-on-page";
import { RetentionPane } from "./retention-pane";

layOut();

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PROJECT = testWorkspace.projectId;
const NOTHING = { calls: 0, traces: 0, bytes: 0, before: null, oldest_remaining: null, remaining_bytes: 0 };
const MUCH = {
  calls: 12_400,
  traces: 1240,
  bytes: 31_000_000,
  before: "2026-10-03T00:00:00Z",
  oldest_remaining: "2026-10-03T09:30:00Z",
  remaining_bytes: 210_000_000,
};

const session = (role: Role) => () =>
  json({ person: { id: "u", name: "Mia", email: "m@example.org", role }, expiresAt: "2027-01-01T00:00:00Z" });

/** Limits below a hundred days delete something. */
const service: Answers = {
  "session.current": session("admin"),
  "retention.read": () => json({ project_id: PROJECT, max_age_days: null, max_bytes: 5_000_000_000 }),
  "retention.preview": ({ body }) => json(body.max_age_days !== null && body.max_age_days < 100 ? MUCH : NOTHING),
  "retention.set": ({ body }) => json(body),
};

function open(answers: Answers = {}, connectionId = "local") {
  const sent = answerRequests({ ...service, ...answers });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ToastProvider>
        <RetentionPane workspace={{ ...testWorkspace, connectionId }} onClose={onClose} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return {
    onClose,
    saved: () => sent.filter(({ operation }) => operation === "retention.set").map(({ body }) => body),
  };
}

const fill = (label: string, value: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};
const age = () => screen.findByLabelText("Maximum age");
const save = () => userEvent.click(screen.getByRole("button", { name: "Save retention" }));

describe("the retention of a workspace", () => {
  it("shows the stored limits, and what others would delete once they are typed", async () => {
    open();
    expect((await screen.findByLabelText<HTMLInputElement>("Maximum size")).value).toBe("5");
    expect(await screen.findByText(/^Nothing is deleted now/)).toBeTruthy();
    fill("Maximum age", "90");
    expect(await screen.findByText(/^12,400 calls of 1,240 traces, 31.0 MB, from before 3 Oct/)).toBeTruthy();
  });

  it("stores limits that delete something only after a confirmation", async () => {
    const { saved } = open();
    await age();
    fill("Maximum age", "90");
    await save();
    const question = await screen.findByRole("dialog", { name: `Delete old calls of ${PROJECT}?` });
    expect(question.textContent).toContain("12,400 calls of 1,240 traces");
    expect(question.textContent).toContain("This cannot be undone.");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(saved()).toEqual([]);
    await save();
    await userEvent.click(await screen.findByRole("button", { name: "Delete and save" }));
    expect(await screen.findByText("Retention saved")).toBeTruthy();
    expect(saved()).toEqual([{ project_id: PROJECT, max_age_days: 90, max_bytes: 5_000_000_000 }]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("stores limits that delete nothing at once", async () => {
    const { saved } = open();
    await age();
    fill("Maximum age", "365");
    fill("Maximum size", "");
    await save();
    expect(await screen.findByText("Retention saved")).toBeTruthy();
    expect(saved()).toEqual([{ project_id: PROJECT, max_age_days: 365, max_bytes: null }]);
  });

  it("shows at its field what is not a limit, and asks and stores nothing", async () => {
    const { saved } = open();
    await age();
    fill("Maximum age", "a week");
    await save();
    expect(await screen.findByText("Enter a whole number of days")).toBeTruthy();
    expect(saved()).toEqual([]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("keeps what was typed when it cannot be stored, and says why", async () => {
    open({ "retention.set": () => failed("upstream") });
    const field = (await age()) as HTMLInputElement;
    fill("Maximum age", "365");
    await save();
    expect(await screen.findByText("It is upstream.")).toBeTruthy();
    expect(field.value).toBe("365");
  });

  it.each([
    ["a viewer", "viewer", "local", "Only admins can change the retention."],
    ["a member", "member", "local", "Only admins can change the retention."],
    ["an admin, of another service", "admin", "other", "An admin of Local can change it in its own dashboard."],
  ] as const)("is shown to %s, who cannot change it", async (_, role, connectionId, text) => {
    open({ "session.current": session(role) }, connectionId);
    expect(await screen.findByText(text)).toBeTruthy();
    expect((await age()).hasAttribute("disabled")).toBe(true);
    expect(screen.getByRole("button", { name: "Save retention" }).hasAttribute("disabled")).toBe(true);
  });

  it("says that a service does not support it", async () => {
    open({ "retention.read": () => failed("unsupported") });
    expect(await screen.findByText("This connection does not support a retention")).toBeTruthy();
  });

  it("can be loaded again after a failure", async () => {
    let isDown = true;
    open({
      "retention.read": (request) =>
        isDown ? failed("unreachable") : (service["retention.read"]?.(request) ?? failed("upstream")),
    });
    const retry = await screen.findByRole("button", { name: "Retry" });
    isDown = false;
    await userEvent.click(retry);
    expect(await age()).toBeTruthy();
  });

  it("takes the focus when it opens, and closes with its button", async () => {
    const { onClose } = open();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Retention of airline" }));
    await userEvent.click(screen.getByRole("button", { name: "Close the retention" }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
