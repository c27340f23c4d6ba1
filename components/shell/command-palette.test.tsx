// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EXAMPLE_RUN } from "@/lib/api/contract/training-runs/training-run-examples";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { CommandPalette } from "./command-palette";

const push = vi.fn();
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push }),
  useParams: () => ({ workspace: "airline" }),
  usePathname: () => "/airline/traces",
}));
vi.mock("next-themes", () => ({ useTheme: () => ({ setTheme: vi.fn() }) }));

layOut();
beforeEach(() => push.mockReset());
afterEach(cleanPage);

const UUID = "019ab3de-2c5e-7d1a-9f00-8f6a2b3c4d5e";
const DIGEST = "d".repeat(43);

const EXAMPLE_QUEUE = {
  id: "q-1",
  project_id: "demo/airline",
  name: "Refund review",
  description: "",
  scorer_refs: [],
  created_at: "2026-11-20T14:00:00Z",
  created_by: "ada",
  updated_at: "2026-11-20T14:00:00Z",
};

const project: Answers = {
  "workspaces.list": () => json({ workspaces: [testWorkspace] }),
  "calls.facets": () =>
    json({
      facets: [
        { field: "op", value_count: 1, values: [{ value: "search_flights", count: 4 }] },
        { field: "model", value_count: 1, values: [{ value: "gpt-4o", count: 4 }] },
      ],
    }),
  "threads.streamQuery": ({ body }) =>
    lines(
      (body.filter?.thread_ids ?? ["refund-thread"])
        .filter((id: string) => id === "refund-thread")
        .map((id: string) => ({
          thread_id: id,
          turn_count: 1,
          start_time: "2026-11-20T14:00:00Z",
          last_updated: "2026-11-20T14:00:00Z",
        })),
    ),
  "objs.query": () =>
    json({
      objs: [
        {
          project_id: "demo/airline",
          object_id: "refund-policy",
          created_at: "2026-11-20T14:00:00Z",
          digest: DIGEST,
          version_index: 3,
          is_latest: 1,
          kind: "object",
          base_object_class: "Prompt",
        },
      ],
    }),
  "trainingRuns.list": () => json({ runs: [EXAMPLE_RUN], has_more: false }),
  "annotationQueues.query": () => lines([EXAMPLE_QUEUE]),
  "calls.streamQuery": ({ body }) =>
    lines(
      body.filter.trace_ids?.includes(UUID)
        ? [
            {
              id: "root",
              project_id: "demo/airline",
              op_name: "turn",
              trace_id: UUID,
              started_at: "2026-11-20T14:00:00Z",
            },
          ]
        : [],
    ),
};

async function type(text: string, answers: Answers = project) {
  answerRequests(answers);
  renderElementOnPage(<CommandPalette isOpen onOpenChange={vi.fn()} onToggleRail={vi.fn()} onShowKeys={vi.fn()} />);
  await userEvent.click(screen.getByRole("combobox"));
  await userEvent.paste(text);
}

describe("the command palette", () => {
  it.each([
    ["flights", "op search_flights", "/airline/traces?grain=all&t=all&q=op%3Asearch_flights"],
    ["gpt", "model gpt-4o", "/airline/traces?grain=all&t=all&q=model%3Agpt-4o"],
    ["refund-th", "thread refund-thread", "/airline/threads/refund-thread"],
    ["policy", "prompt refund-policy", "/airline/objects?object=refund-policy"],
    ["sums", "run Sums", `/airline/runs/${EXAMPLE_RUN.id}`],
    ["refund rev", "queue Refund review", "/airline/review/q-1"],
    ["audit", "Audit log", "/settings/audit"],
    ["api key", "Create an API key", "/settings/keys?new=true"],
    ["sample", "Create the sample project", "/airline/start"],
    ["get started", "Get started", "/airline/start"],
    ["training job", "Start a training job", "/airline/training/new"],
    ["training run", "Start a training run", "/airline/runs/new"],
  ])("finds %j: %s", async (text, name, href) => {
    await type(text);
    const words = name.split(" ").map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    await userEvent.click(await screen.findByRole("option", { name: new RegExp(`^${words.join("\\s*")}`) }));
    expect(push).toHaveBeenCalledExactlyOnceWith(href);
  });

  it.each([
    ["a trace, also in 32 hex digits", UUID.replaceAll("-", ""), "/airline/traces/root"],
    ["a digest", DIGEST, `/airline/objects?object=refund-policy&version=${DIGEST}`],
    ["a ref", `weave:///demo/airline/call/${UUID}`, `/airline/traces/${UUID}`],
    ["a link of Weave", `https://wandb.ai/demo/airline/r/call/${UUID}`, `/demo/airline/r/call/${UUID}`],
  ])("opens %s", async (_kind, text, href) => {
    await type(text);
    await userEvent.click(await screen.findByRole("option", { name: /^(?:trace|object|call|link)/ }));
    expect(push).toHaveBeenCalledExactlyOnceWith(href);
  });

  it("says that nothing was found only after it has searched", async () => {
    await type("no such thing anywhere");
    expect(await screen.findByText("No results")).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("names what it could not search, and takes what a service does not offer as empty", async () => {
    await type("nothing", { ...project, "threads.streamQuery": () => failed("upstream") });
    expect((await screen.findByRole("alert")).textContent).toBe("Could not search: threads.");
  });
});
