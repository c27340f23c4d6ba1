// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { operations } from "@/lib/api/contract/operations";
import { EXAMPLE_LOGGED_RUN, EXAMPLE_RUN } from "@/lib/api/contract/training-runs/training-run-examples";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json, lines, type SentRequest } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { firstOnce } from "@/test/setup/test-length";
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

const workspaces: Answers = {
  "workspaces.list": () => json({ workspaces: [testWorkspace] }),
  "workspaces.offered": () => json({ projects: [] }),
};

const project: Answers = {
  ...workspaces,
  "calls.facets": () =>
    json({
      facets: [
        { field: "op", value_count: 1, values: [{ value: "search_flights", count: 4 }] },
        { field: "model", value_count: 1, values: [{ value: "gpt-4o", count: 4 }] },
      ],
    }),
  "threads.streamQuery": ({ body }) =>
    lines((body.filter?.thread_ids ?? ["refund-thread"]).filter((id: string) => id === "refund-thread").map(thread)),
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
  "trainingRuns.ofModels": () => failed("unsupported"),
  "trainingRuns.logged": () => json({ runs: [EXAMPLE_LOGGED_RUN], has_more: false }),
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

const thread = (id: string) => ({
  thread_id: id,
  turn_count: 1,
  start_time: "2026-11-20T14:00:00Z",
  last_updated: "2026-11-20T14:00:00Z",
});

/** As many as the palette reads of a list. */
const many = <Item,>(item: (index: number) => Item): Item[] => Array.from({ length: 200 }, (_, index) => item(index));

/** A project with full pages of versions before the page with the one that is searched for. */
function versionsUpTo(lastPage: number): Answers {
  const version = (digest: string) => ({
    ...{ project_id: "demo/airline", object_id: "policy", created_at: "2026-11-20T14:00:00Z", kind: "object" },
    ...{ digest, version_index: 3, is_latest: 0 },
  });
  const page = Array.from({ length: 1000 }, (_, index) => version(`other-${index}`));
  return {
    ...project,
    "objs.query": ({ body }) => json({ objs: body.offset === lastPage * 1000 ? [version(DIGEST)] : page }),
  };
}

async function type(text: string, answers: Answers = project): Promise<SentRequest[]> {
  const sent = answerRequests(answers);
  renderElementOnPage(<CommandPalette isOpen onOpenChange={vi.fn()} onToggleRail={vi.fn()} onShowKeys={vi.fn()} />);
  await userEvent.click(screen.getByRole("combobox"));
  await userEvent.paste(text);
  return sent;
}

describe("the command palette", () => {
  it.each(
    firstOnce(10, [
      ["flights", "op search_flights", "/airline/traces?grain=all&t=all&source=all&q=op%3Asearch_flights"],
      ["gpt", "model gpt-4o", "/airline/traces?grain=all&t=all&source=all&q=model%3Agpt-4o"],
      ["refund-th", "thread refund-thread", "/airline/threads/refund-thread"],
      ["policy", "prompt refund-policy", "/airline/objects?object=refund-policy"],
      ["sums", "run Sums", `/airline/runs/${EXAMPLE_RUN.id}`],
      [
        EXAMPLE_LOGGED_RUN.name,
        `run ${EXAMPLE_LOGGED_RUN.name}`,
        `/airline/runs/${encodeURIComponent(EXAMPLE_LOGGED_RUN.id)}`,
      ],
      ["refund rev", "queue Refund review", "/airline/review/q-1"],
      ["audit", "Audit log", "/settings/audit"],
      ["prompts", "Prompts", "/airline/objects?base=Prompt"],
      ["datasets", "Datasets", "/airline/tables"],
      ["api key", "Create an API key", "/settings/keys?new=true"],
      ["sample", "Create the sample project", "/airline/start"],
      ["get started", "Get started", "/airline/start"],
      ["training job", "Start a training job", "/airline/training/new"],
      ["training run", "Start a training run", "/airline/runs/new"],
    ]),
  )("finds %j: %s", async (text, name, href) => {
    await type(text);
    const words = name.split(" ").map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    await userEvent.click(await screen.findByRole("option", { name: new RegExp(`^${words.join("\\s*")}`) }));
    expect(push).toHaveBeenCalledExactlyOnceWith(href);
  });

  it("finds a run by its tags, its group and the name that it was started under", async () => {
    const renamed = {
      ...EXAMPLE_LOGGED_RUN,
      name: "Small rate",
      given_name: "grpo-7",
      tags: ["baseline"],
      group: "sweep",
    };
    const answers = { ...project, "trainingRuns.logged": () => json({ runs: [renamed], has_more: false }) };
    await type("grpo-7 baseline sweep", answers);
    expect(await screen.findByRole("option", { name: /^run\s*Small rate/ })).toBeTruthy();
  });

  it("finds the arena of each model that has checkpoints", async () => {
    const { example } = operations["models.list"];
    const [model] = example.result.data as { id: string }[];
    const data = [
      { ...model, id: "trained", name: "trained", latest_step: 3 },
      { ...model, id: "empty", name: "empty", latest_step: null },
    ];
    await type("arena", { ...project, "models.list": () => json({ ...example.result, data }) });
    await userEvent.click(await screen.findByRole("option", { name: /^arena\s*trained/ }));
    expect(push).toHaveBeenCalledExactlyOnceWith("/airline/models/trained/arena");
    expect(screen.queryByRole("option", { name: /^arena\s*empty/ })).toBeNull();
  });

  it("lists a project that was logged to and has no workspace yet", async () => {
    const offered = (projectId: string, workspaceSlug: string | null) => ({
      ...{ projectId, workspaceSlug, callCount: 1, lastCallAt: "2026-11-20T14:00:00Z" },
    });
    await type("night", {
      ...project,
      "workspaces.offered": () =>
        json({ projects: [offered("demo/airline", "airline"), offered("me/night run", null)] }),
    });
    await userEvent.click(await screen.findByRole("option", { name: /^me\/night run\s*open$/ }));
    expect(push).toHaveBeenCalledExactlyOnceWith("/me/night%20run");
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

  it("finds a digest beyond the newest 1,000 versions", async () => {
    await type(DIGEST, versionsUpTo(2));
    expect(await screen.findByRole("option", { name: /^object\s*policy v3/ })).toBeDefined();
  });

  it("does not deny a digest that it gave up to look for", async () => {
    const sent = await type(DIGEST, versionsUpTo(1_000));
    expect((await screen.findByRole("alert")).textContent).toBe("Could not search: ids.");
    expect(screen.queryByText("No results")).toBeNull();
    expect(sent.filter(({ operation }) => operation === "objs.query")).toHaveLength(20);
  });

  it("says that nothing was found only after it has searched", async () => {
    await type("no such thing anywhere");
    expect(await screen.findByText("No results")).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("finds a thread and an object that are not among the newest, once the text rests", async () => {
    const old = { project_id: "demo/airline", created_at: "2026-11-20T14:00:00Z", version_index: 0, is_latest: 1 };
    const sent = await type("refund", {
      ...project,
      "threads.streamQuery": ({ body }) =>
        lines(
          body.filter?.calls?.[0].query.$expr.$and[0].$contains.substr.$literal === "refund-77"
            ? [thread("old-refund-77")]
            : many((index) => thread(`refund-${index + 100}`)),
        ),
      "objs.query": ({ body }) =>
        json({
          objs: body.filter.words?.includes("refund-77")
            ? [{ ...old, object_id: "refund-77-policy", digest: DIGEST, kind: "object" }]
            : [],
        }),
    });
    await userEvent.type(screen.getByRole("combobox"), "-77");
    expect(await screen.findByRole("option", { name: /^thread\s*old-refund-77$/ })).toBeDefined();
    expect(await screen.findByRole("option", { name: /^object\s*refund-77-policy$/ })).toBeDefined();
    expect(screen.queryByRole("option", { name: /refund-177/ })).toBeNull();
    const asked = sent.filter(({ operation }) => operation === "objs.query").map(({ body }) => body.filter.words);
    expect(asked).not.toContainEqual(["refund-"]);
    expect(asked.at(-1)).toEqual(["refund-77"]);
  });

  it("does not say that nothing was found above what was found", async () => {
    await type("refund-th");
    expect(await screen.findByRole("option", { name: /^thread/ })).toBeDefined();
    await vi.waitFor(() => expect(screen.queryByText("Searching…")).toBeNull());
    expect(screen.queryByText("No results")).toBeNull();
  });

  it("stops a search when the text changes", async () => {
    const sent = await type("refund", { ...project, "threads.streamQuery": () => new Promise(() => undefined) });
    const threads = () => sent.filter(({ operation }) => operation === "threads.streamQuery");
    await vi.waitFor(() => expect(threads()).toHaveLength(1));
    expect(screen.getByText("Searching…")).toBeDefined();
    await userEvent.type(screen.getByRole("combobox"), "s");
    await vi.waitFor(() => expect(threads()[0]?.signal?.aborted).toBe(true));
  });

  it.each(
    firstOnce<[string, Answers[string]]>(1, [
      ["ignores words", () => lines(many((index) => thread(`other-${index}`)))],
      [
        "refuses words",
        ({ body }: SentRequest) =>
          body.filter ? failed("validation") : lines(many((index) => thread(`other-${index}`))),
      ],
    ]),
  )("says that a service that %s was searched in part only", async (_case, answer) => {
    await type("refund", { ...workspaces, "threads.streamQuery": answer });
    expect(await screen.findByText("Only searched: the newest 200 threads.")).toBeDefined();
    expect(screen.getByText("No results in what could be searched")).toBeDefined();
    expect(screen.queryByText("No results")).toBeNull();
  });

  it("takes a short list as whole, whether the service applies words or not", async () => {
    await type("no such", { ...project, "threads.streamQuery": () => lines([thread("other")]) });
    expect(await screen.findByText("No results")).toBeDefined();
    expect(screen.queryByText(/Only searched/)).toBeNull();
  });

  it("names what it could not search, and takes what a service does not offer as empty", async () => {
    await type("nothing", { ...project, "threads.streamQuery": () => failed("upstream") });
    expect((await screen.findByRole("alert")).textContent).toBe("Could not search: threads.");
  });
});
