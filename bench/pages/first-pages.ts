import { logCalls, send } from "@/e2e/support/service-client";
import { ask } from "@/e2e/support/training-client";

/** A page that is opened by its address, and JavaScript that is true once its main content is on the screen. */
export interface FirstPage {
  readonly name: string;
  readonly path: string;
  readonly isPresent: string;
}

/** Enough for a full screen on every list. */
const CALLS = 60;
const OBJECTS = 40;
const DAY_MS = 86_400_000;

/** Fills a project with a screen of each kind and returns the pages that show it. */
export async function fillProject(serviceUrl: string, project: string, slug: string): Promise<FirstPage[]> {
  const begun = Date.now() - DAY_MS / 2;
  const calls = Array.from({ length: CALLS }, (_, at) => ({
    op: `agent.step_${at % 7}`,
    startedAt: new Date(begun + at * 60_000),
    durationMs: 400 + at * 10,
    thread: `thread-${at % 30}`,
    inputs: { question: "Which bag is overweight?" },
    output: "The second.",
    summary: { usage: { "gpt-4.1": { requests: 1, prompt_tokens: 900, completion_tokens: 40 } } },
  }));
  const ids = await logCalls(serviceUrl, project, calls);
  const rows = Array.from({ length: OBJECTS }, (_, row) => ({ row, passenger: `P${row}` }));
  const table = (await send(serviceUrl, "/table/create", { table: { project_id: project, rows } })) as {
    digest: string;
  };
  for (let at = 0; at < OBJECTS; at += 1) {
    const val = { text: `Version ${at}`, rows: `weave:///${project}/table/${table.digest}` };
    await send(serviceUrl, "/obj/create", { obj: { project_id: project, object_id: `prompt-${at}`, val } });
  }
  const [entity, name] = project.split("/");
  const model = { entity, project: name, name: "speller", base_model: "heddle/bytes-blank-1" };
  const { id: modelId } = await ask(serviceUrl, "POST", "/models", model);
  const hasRow = "document.querySelector('main tbody tr[id]') !== null";
  const says = (text: string) => `(document.querySelector('main')?.innerText ?? '').includes(${JSON.stringify(text)})`;
  const paths: readonly (readonly [name: string, path: string, isPresent: string])[] = [
    ["overview", "overview?t=24h", "document.querySelector('main .recharts-surface, main svg rect') !== null"],
    ["traces", "traces?t=24h", hasRow],
    ["trace", `traces/${ids[0]}`, "document.querySelector('[role=treegrid] tr[aria-level]') !== null"],
    ["threads", "threads?t=24h", hasRow],
    ["thread", "threads/thread-1", says("The second.")],
    ["objects", "objects", says("prompt-1")],
    ["tables", `tables?digest=${table.digest}`, says("P3")],
    ["costs", "costs?t=24h", says("gpt-4.1")],
    ["playground", "playground", "document.querySelector('main textarea, main [contenteditable=true]') !== null"],
    ["models", "models", says("speller")],
    ["model", `models/${modelId}`, says("heddle/bytes-blank-1")],
    ["training", "training", "document.querySelector('main h2, main table') !== null"],
    ["new job", "training/new", says("Add")],
  ];
  const settings = { name: "settings", path: "/settings/connections", isPresent: says("embedded") };
  return [...paths.map(([page, path, isPresent]) => ({ name: page, path: `/${slug}/${path}`, isPresent })), settings];
}
