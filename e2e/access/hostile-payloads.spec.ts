import type { Page } from "@playwright/test";
import { heldBy } from "@/e2e/support/held-by";
import { attacks, badLinks, MARK, watch } from "@/e2e/support/hostile-texts";
import { callApp, connectWorkspace, makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls, send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";
import { ask, registerModel } from "@/e2e/support/training-client";

/**
 * Stores hostile text wherever a client can put text. Returns the pages that show it, and more that show it with the
 * same components.
 */
async function storeHostileProject(page: Page, url: string, serviceUrl: string, project: string, elsewhere: string) {
  const text = `${MARK} ${attacks(elsewhere).join(" ")}`;
  const short = `${MARK} <img src=x onerror="ran('short')">`;
  const each = Object.fromEntries(attacks(elsewhere).map((attack) => [attack, attack]));
  const messages = [
    { role: "system", content: text },
    {
      role: short,
      content: [
        { type: "text", text },
        { type: "image_url", image_url: { url: "javascript:ran('image')" } },
      ],
    },
  ];
  const call = {
    startedAt: new Date(Date.now() - 60_000),
    durationMs: 1200,
    thread: short,
    attributes: { [short]: text },
  };
  const [id = ""] = await logCalls(serviceUrl, project, [
    {
      ...call,
      op: short,
      inputs: { messages, each, url: "javascript:ran('value')" },
      output: {
        choices: [
          {
            message: { role: "assistant", content: text, tool_calls: [{ function: { name: short, arguments: text } }] },
          },
        ],
      },
      summary: { usage: { [short]: { prompt_tokens: 10, completion_tokens: 5, requests: 1 } } },
    },
    { ...call, op: `${short} failed`, inputs: { text }, exception: text },
  ]);
  await send(serviceUrl, "/call/update", { project_id: project, call_id: id, display_name: short });
  const rows = [{ [short]: text, plain: text, each }];
  const table = (await send(serviceUrl, "/table/create", { table: { project_id: project, rows } })) as {
    digest: string;
  };
  const val = { _type: "MessagesPrompt", _class_name: "MessagesPrompt", _bases: ["Prompt", "Object", "BaseModel"] };
  const prompt = { ...val, name: short, description: text, messages };
  await send(serviceUrl, "/obj/create", { obj: { project_id: project, object_id: MARK, val: prompt } });
  const ref = { project_id: project, weave_ref: `weave:///${project}/call/${id}` };
  await send(serviceUrl, "/feedback/create", { ...ref, feedback_type: "wandb.note.1", payload: { note: text } });
  await send(serviceUrl, "/cost/create", {
    project_id: project,
    costs: { [short]: { prompt_token_cost: 1, completion_token_cost: 1 } },
  });
  const model = await registerModel(serviceUrl, project, `${MARK}<img src=x onerror=ran('model')>`);
  const trajectory = {
    messages_and_choices: [
      { role: "user", content: text },
      { role: "assistant", content: text },
    ],
    reward: 1,
    metrics: { [short]: 1 },
  };
  await ask(serviceUrl, "POST", `/models/${model}/log`, {
    split: "val",
    trajectory_groups: [{ trajectories: [trajectory], exceptions: [{ type: short, message: text, traceback: text }] }],
  });
  const slug = await makeWorkspace(page, url, project);
  const thread = encodeURIComponent(short);
  const pages = [
    `/${slug}/traces?t=all&cols=op,inputs.url,inputs.messages,output,exception&peek=${id}`,
    `/${slug}/traces/${id}`,
    `/${slug}/traces/${id}?tab=payload`,
    `/${slug}/threads/${thread}`,
    `/${slug}/costs?view=prices&t=all`,
    `/${slug}/costs?t=all`,
    `/${slug}/objects?object=${MARK}`,
    `/${slug}/objects?object=${MARK}&tab=diff`,
    `/${slug}/tables?digest=${table.digest}`,
    `/${slug}/models/${model}`,
  ];
  const more = [
    `/${slug}/traces?t=all&q=${encodeURIComponent(`"${short}"`)}`,
    `/${slug}/threads?t=all`,
    `/${slug}/overview?t=all`,
    `/${slug}/models`,
  ];
  return { pages, more };
}

/** Opens each page that shows the texts, and expects that nothing of them runs, loads or links elsewhere. */
async function visit(page: Page, paths: readonly string[], problems: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator("main").getByText(MARK).filter({ visible: true }).first(), path).toBeVisible();
    expect([path, await badLinks(page)]).toEqual([path, []]);
    expect([path, problems]).toEqual([path, []]);
  }
}

test("runs and loads nothing from payloads on any page that shows them", async ({
  page,
  heddle: { url, serviceUrl },
  project,
  upstream: elsewhere,
}) => {
  const { pages } = await storeHostileProject(page, url, serviceUrl, project, elsewhere.url);
  await visit(page, pages, await watch(page, url));
  expect(elsewhere.seen).toEqual([]);
});

test(
  "runs and loads nothing from payloads on pages with the same components",
  heldBy("e2e/access/hostile-payloads.spec.ts", "runs and loads nothing from payloads on any page that shows them"),
  async ({ page, heddle: { url, serviceUrl }, project, upstream: elsewhere }) => {
    const { more } = await storeHostileProject(page, url, serviceUrl, project, elsewhere.url);
    await visit(page, more, await watch(page, url));
    expect(elsewhere.seen).toEqual([]);
  },
);

test("runs nothing from names that users give, in settings", async ({ page, heddle }) => {
  const name = `${MARK} <img src=x onerror="ran('name')">`;
  const problems = await watch(page, heddle.url);
  await callApp(page, heddle.url, "connections.create", {
    name,
    baseUrl: "http://127.0.0.1:9",
    basic: { username: name, password: "p" },
  });
  await callApp(page, heddle.url, "serviceKeys.create", { name });
  await callApp(page, heddle.url, "agentKeys.create", { name });
  for (const path of ["/settings/connections", "/settings/keys", "/settings/agents", "/settings/audit"]) {
    await page.goto(path);
    await expect(page.locator("main").getByText(MARK).filter({ visible: true }).first(), path).toBeVisible();
    expect([path, problems]).toEqual([path, []]);
  }
});

test("runs nothing from the answers of a hostile service, on a page or opened directly", async ({
  page,
  heddle,
  project,
  upstream,
}) => {
  const problems = await watch(page, heddle.url);
  const slug = await connectWorkspace(page, heddle.url, project, upstream);
  const hostile = `${MARK} ${attacks(upstream.url).join(" ")}`;
  const { connections } = (await callApp(page, heddle.url, "connections.list", {})) as {
    connections: readonly { id: string; name: string }[];
  };
  const connection = connections.find((one) => one.name === `other ${project}`)?.id ?? "";
  for (const [status, type, body] of [
    [500, "application/json", JSON.stringify({ reason: hostile, detail: hostile })],
    [422, "application/json", JSON.stringify({ detail: [{ loc: ["body", hostile], msg: hostile, type: hostile }] })],
    [200, "text/html", `<title>${MARK}</title><script>ran('page')</script>${MARK}`],
    [200, "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><script>ran('svg page')</script></svg>`],
    [503, "text/html", `<h1>${MARK}</h1>${hostile}`],
  ] as const) {
    upstream.reply = (response) => void response.writeHead(status, { "content-type": type }).end(body);
    await page.goto(`/${slug}/traces`);
    await expect(page.locator("main").getByRole("alert").first(), type).toBeVisible();
    await page.goto(`/api/service/${connection}/health`);
    expect([status, type, problems]).toEqual([status, type, []]);
  }
});
