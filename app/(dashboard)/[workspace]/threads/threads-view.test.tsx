// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { firstThreadsRequest } from "@/app/(dashboard)/[workspace]/threads/list/first-request";
import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";
import { layOut } from "@/test/setup/browser-layout";
import { isEarlyWaiting, openDocument } from "@/test/setup/early-document";
import { answerRequests, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { ThreadsView } from "./threads-view";

const workspace = vi.hoisted(() => ({ current: {} as object }));
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => undefined }),
  useParams: () => ({ workspace: "airline" }),
  usePathname: () => "/airline/threads",
  useSearchParams: () => new URLSearchParams(),
}));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (known: object) => unknown }) => children(workspace.current),
}));

layOut();
afterEach(cleanPage);

const page = (
  <TooltipProvider>
    <ToastProvider>
      <ThreadsView />
    </ToastProvider>
  </TooltipProvider>
);

/** Of a service of an earlier version the page first asks whether it knows conditions. */
const ADDRESSES: readonly (readonly [address: string, knowsSources: boolean])[] = [
  ["", true],
  ["", false],
  ["t=all&source=training&sort=-turn_count", true],
  ["from=2026-11-19T00%3A00%3A00.000Z&sort=nonsense&thread=x&q=thread%3Ax+turns%3A%3E5", false],
  ["t=7d&source=all&sort=score.quality&q=status%3Aerror+-op%3Aanswer+words", true],
];

it.each(ADDRESSES)("asks for nothing that the document has asked for, at %j", async (address, knowsSources) => {
  const known = { ...testWorkspace, knowsSources };
  workspace.current = known;
  const sent = answerRequests({ "threads.streamQuery": () => lines([]), "scores.list": () => json({ scores: [] }) });
  openDocument(firstThreadsRequest, known, address);
  renderElementOnPage(page, { address });
  await waitFor(() => expect(isEarlyWaiting()).toBe(false));
  // Without rows the page also asks for any thread, and while live for the newest ones.
  const listed = sent.filter(({ operation, body }) => operation === "threads.streamQuery" && body.limit === undefined);
  expect(listed).toHaveLength(1);
});

it.each([
  ["a part of the threads", "limit=10", true],
  ["two ids at once", "q=thread%3Ax+thread%3Ay", true],
  ["conditions that the service may not know", "q=status%3Aerror", false],
] as const)("leaves %s to the page", (_, address, knowsSources) => {
  expect(firstThreadsRequest({ ...testWorkspace, knowsSources }, new URLSearchParams(address), 0)).toBeNull();
});
