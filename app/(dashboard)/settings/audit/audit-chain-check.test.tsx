// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { AuditChainCheck } from "./audit-chain-check";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function check(answer: () => Response): Promise<void> {
  answerRequests({ "audit.check": answer });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <AuditChainCheck />
    </QueryClientProvider>,
  );
  expect(screen.getByRole("status").textContent).toBe("");
  await userEvent.click(screen.getByRole("button", { name: "Check for changes" }));
}

const HASH = "ab".repeat(32);

describe("the check of the audit log", () => {
  it("says that all entries are unchanged, and the last hash to keep", async () => {
    await check(() => json({ entries: 1_234, unchained: 1, lastHash: HASH, problem: null }));
    expect(await screen.findByText(/All 1,234 entries are unchanged/)).toBeDefined();
    expect(screen.getByText(/1 earlier entry from before the log had hashes cannot be checked/)).toBeDefined();
    expect(screen.getByText(HASH)).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("names the entry that does not fit", async () => {
    const problem = { kind: "changed", entryId: "7", at: "2026-11-20T12:00:00.000Z" };
    await check(() => json({ entries: 6, unchained: 0, lastHash: HASH, problem }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The log was changed: the entry of");
    expect(alert.textContent).toContain("All 6 entries before it are unchanged.");
    expect(screen.queryByText(HASH)).toBeNull();
  });

  it("says that the newest entries were removed", async () => {
    const problem = { kind: "end-missing", entryId: null, at: null };
    await check(() => json({ entries: 1, unchained: 0, lastHash: HASH, problem }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "The newest entries were removed. The entry before them is unchanged.",
    );
  });

  it("does not look intact when it could not be made", async () => {
    await check(() => failed("unreachable"));
    expect((await screen.findByRole("alert")).textContent).toContain("The log could not be checked");
    expect(screen.queryByText(/unchanged/)).toBeNull();
  });
});
