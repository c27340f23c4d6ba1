// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { layOut } from "@/test/setup/browser-layout";
import { answerRequests, failed, lines } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { AdjacentTraceLinks } from "./adjacent-trace-links";

const push = vi.fn<(href: string) => void>();

vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

const STARTED_MS = 1_000_000;

layOut();
beforeEach(() => push.mockReset());
afterEach(() => {
  cleanPage();
  window.history.replaceState(null, "", "/");
});

const rootOf = (id: string) => ({
  id,
  project_id: "demo/airline",
  op_name: "run",
  trace_id: id,
  started_at: "2026-11-20T00:00:00Z",
  attributes: {},
  summary: {},
});

/** Shows the links of a page beside which these traces exist. */
function open(answer: (isNewer: boolean) => Response) {
  const sent = answerRequests({
    "calls.streamQuery": ({ body }) => answer(body.sort_by[0].direction === "asc"),
  });
  renderElementOnPage(
    <ToastProvider>
      <AdjacentTraceLinks workspace={testWorkspace} startedMs={STARTED_MS} />
    </ToastProvider>,
  );
  return sent;
}

describe("the links to the neighbouring traces", () => {
  it("opens the next newer and the next older trace, and keeps the view", async () => {
    window.history.replaceState(null, "", "/airline/traces/now?view=flame&tab=raw&sel=x&zoom=1~2");
    const sent = open((isNewer) => lines([rootOf(isNewer ? "newer" : "older")]));
    press("[");
    await waitFor(() => expect(push).toHaveBeenLastCalledWith("/airline/traces/newer?view=flame&tab=raw"));
    fireEvent.click(screen.getByRole("button", { name: "Older trace" }));
    await waitFor(() => expect(push).toHaveBeenLastCalledWith("/airline/traces/older?view=flame&tab=raw"));
    for (const { body } of sent) expect(body).toMatchObject({ filter: { trace_roots_only: true }, limit: 1 });
    expect(JSON.stringify(sent[0]?.body.query)).toContain("$gt");
    expect(JSON.stringify(sent[1]?.body.query)).toContain("$not");
  });

  it("says that there is none, and stays", async () => {
    open(() => lines([]));
    press("]");
    expect((await screen.findAllByText("This is the oldest trace")).length).toBeGreaterThan(0);
    expect(push).not.toHaveBeenCalled();
  });

  it("says that it could not be loaded", async () => {
    open(() => failed("upstream"));
    press("[");
    expect((await screen.findByRole("alert")).textContent).toContain("Could not load the newer trace.");
  });
});
