import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, PHONE } from "./support/accessible";
import { heldBy } from "./support/held-by";
import { connectWorkspace, makeWorkspace } from "./support/open-workspace";
import { API_KEY } from "./support/run-heddle";
import { runWeave } from "./support/run-weave";
import { logCalls, send } from "./support/service-client";
import { expect, test } from "./support/test";

/** Publishes values as versions of one object, one after the other, and returns their digests. */
async function publish(serviceUrl: string, project: string, id: string, values: readonly unknown[]): Promise<string[]> {
  const digests: string[] = [];
  for (const val of values) {
    const made = await send(serviceUrl, "/obj/create", { obj: { project_id: project, object_id: id, val } });
    digests.push((made as { digest: string }).digest);
  }
  return digests;
}

const classed = (name: string, base: string, members: object) => ({
  _type: name,
  _class_name: name,
  _bases: [base, "Object", "BaseModel"],
  ...members,
});

const prompt = (note: string, temperature: number, system: string) =>
  classed("MessagesPrompt", "Prompt", {
    version_note: note,
    messages: [
      { role: "system", content: system },
      ...Array.from({ length: 9 }, (_, index) => ({ role: "user", content: `Example ${index}` })),
    ],
    parameters: { temperature, max_completion_tokens: 1024 },
  });

const prompts = [
  prompt("Draft", 0.5, "You are a travel agent."),
  prompt("Ask for consent once", 0.2, "You are an agent of the airline."),
  prompt("Check seats before consent", 0.2, "You are an agent of the airline.\nCheck seats first."),
];

/** The service's address as shown to programs. */
const shown = (serviceUrl: string) => serviceUrl.replace("127.0.0.1", "localhost");

const list = (page: Page) => page.getByRole("treegrid", { name: "Objects" });
const listRow = (page: Page, text: string | RegExp) => list(page).getByRole("row").filter({ hasText: text });
const versions = (page: Page) => page.getByRole("list", { name: "Versions" });
const differences = (page: Page) => page.getByRole("region", { name: "Differences" });

/** The labels at the ends of the side headers: `v1`, `v2`. */
async function expectSides(page: Page, a: string, b: string): Promise<void> {
  const head = page.getByRole("tabpanel").locator("b");
  await expect(head).toHaveText([a, b]);
}

test(
  "finds objects by class, kind and name, and restores the same view from the address",
  heldBy("app/(dashboard)/[workspace]/objects/objects-view.test.tsx", "asks for a part of the versions"),
  async ({ page, heddle, project }) => {
    await publish(heddle.serviceUrl, project, "policy", prompts);
    await publish(heddle.serviceUrl, project, "agent", [classed("Agent", "Model", { name: "a" })]);
    await publish(heddle.serviceUrl, project, "search", [
      { _type: "CustomWeaveType", weave_type: { type: "Op" }, files: { "obj.py": "x" } },
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/objects`);
    await expect(page.getByText(/^3 objects, 5 versions, /)).toBeVisible();
    await expect(listRow(page, "policy")).toContainText("3 versions");
    await expect(listRow(page, "search")).toContainText("1 version");

    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Class/ }).click();
    await page.getByRole("checkbox", { name: "Model" }).click();
    await expect(page).toHaveURL(/base=Model/);
    await page.keyboard.press("Escape");
    await expect(listRow(page, "agent")).toHaveCount(1);
    await expect(listRow(page, "policy")).toHaveCount(0);
    await page.reload();
    await expect(listRow(page, "agent")).toHaveCount(1);
    await expect(listRow(page, "policy")).toHaveCount(0);
    await page.getByRole("button", { name: "Remove filter: Class" }).click();

    await page.getByRole("searchbox", { name: "Find objects" }).fill("POL");
    await expect(listRow(page, "policy")).toHaveCount(1);
    await expect(page.getByText("1 of 3 objects")).toBeVisible();
    await page.getByRole("searchbox", { name: "Find objects" }).fill("");
    await page.getByRole("button", { name: "Latest only is off" }).click();
    await expect(listRow(page, "policyv2latest")).toHaveCount(1);
    await expect(page.getByText(/^3 objects, 3 versions, /)).toBeVisible();
  },
);

test(
  "sorts by name and by time in the service",
  heldBy(
    "app/(dashboard)/[workspace]/objects/objects-view.test.tsx",
    "sorts in the service, descending first and back",
  ),
  async ({ page, heddle, project }) => {
    for (const id of ["banana", "cherry", "apple"]) await publish(heddle.serviceUrl, project, id, [{ id }]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/objects`);
    const names = list(page).locator("tbody tr[aria-level='1'] td:first-child");
    await expect(names).toHaveText(["apple", "cherry", "banana"]);
    await list(page).getByRole("button", { name: "Object" }).click();
    await expect(names).toHaveText(["cherry", "banana", "apple"]);
    await list(page).getByRole("button", { name: "Object" }).click();
    await expect(names).toHaveText(["apple", "banana", "cherry"]);
    await expect(page).toHaveURL(/sort=object_id/);
  },
);

test(
  "compares versions with keys that choose, swap and move the sides",
  heldBy(
    "app/(dashboard)/[workspace]/objects/use-object-keys.test.tsx",
    "set the sides of the comparison, swap them, and clear them with Escape",
  ),
  async ({ page, heddle, project }) => {
    const [v0 = "", v1 = "", v2 = ""] = await publish(heddle.serviceUrl, project, "policy", prompts);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/objects?object=policy&tab=diff`);
    await expectSides(page, "v1", "v2");
    await expect(page.getByRole("radio", { name: "Text" })).toBeChecked();
    await expect(differences(page).getByText("Check seats first.")).toBeVisible();
    await page.getByRole("radio", { name: "JSON" }).click();
    await expect(differences(page).locator("del mark")).toContainText(["Ask for consent once"]);
    await expect(differences(page).locator("ins mark")).toContainText(["Check seats before consent"]);
    await expect(
      differences(page)
        .getByRole("button", { name: /unchanged lines/ })
        .first(),
    ).toBeVisible();

    await page.getByRole("radio", { name: "Unified" }).click();
    await expect(page).toHaveURL(/layout=unified/);
    await page.getByRole("radio", { name: "Text" }).click();
    await expect(differences(page).getByText("Check seats first.")).toBeVisible();

    await page.keyboard.press("[");
    await expect(page).toHaveURL(new RegExp(`version=${v1}`));
    await expectSides(page, "v0", "v1");
    await page.keyboard.press("b");
    await page.keyboard.press("]");
    await expect(page).toHaveURL(new RegExp(`version=${v2}`));
    await page.keyboard.press("a");
    await expectSides(page, "v2", "v1");
    await page.keyboard.press("s");
    await expectSides(page, "v1", "v2");
    await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ a: v1, b: v2 });
    await page.reload();
    await expectSides(page, "v1", "v2");
    await versions(page).getByRole("button", { name: "Set v0 as side A" }).focus();
    await page.keyboard.press("Enter");
    await expectSides(page, "v0", "v2");
    await expect.poll(() => new URL(page.url()).searchParams.get("a")).toBe(v0);
  },
);

test("never changes the address back, however slow the machine is", async ({ page, heddle, project }) => {
  const [, v1 = "", v2 = ""] = await publish(heddle.serviceUrl, project, "policy", prompts);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/objects?object=policy&tab=diff`);
  await expectSides(page, "v1", "v2");
  const slowness = await page.context().newCDPSession(page);
  await slowness.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  const addresses: string[] = [];
  page.on("framenavigated", (frame) => {
    if (frame.url() !== addresses.at(-1)) addresses.push(frame.url());
  });
  for (const key of ["[", "b", "]", "a", "s"]) await page.keyboard.press(key);
  await expectSides(page, "v1", "v2");
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toMatchObject({ a: v1, b: v2, version: v2 });
  await slowness.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.reload();
  await expectSides(page, "v1", "v2");
  expect(addresses).toEqual([...new Set(addresses)]);
});

test("shows a prompt as its messages, a dataset's table as a link, and the refs of a value", async ({
  page,
  heddle,
  project,
}) => {
  const [digest = ""] = await publish(heddle.serviceUrl, project, "policy", [prompts[2]]);
  const passengers = Array.from({ length: 30 }, (_, n) => ({ name: `Passenger ${n}`, bags: n, trip: { to: "SEA" } }));
  const made = await send(heddle.serviceUrl, "/table/create", { table: { project_id: project, rows: passengers } });
  const table = (made as { digest: string }).digest;
  const rows = `weave:///${project}/table/${table}`;
  await publish(heddle.serviceUrl, project, "tasks", [
    classed("Dataset", "Dataset", { rows, prompt: `weave:///${project}/object/policy:${digest}` }),
  ]);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/objects?object=tasks`);
  await expect(page.getByRole("link", { name: "Open table" })).toHaveAttribute(
    "href",
    `/${slug}/tables?digest=${table}`,
  );
  await expect(page.getByText("First 20 rows")).toBeVisible();
  const firstRows = page.getByRole("region", { name: "First rows" }).getByRole("row");
  await expect(firstRows).toHaveCount(21);
  await expect(firstRows.nth(3)).toHaveText('2Passenger 22{to: "SEA"}');
  // In the list of refs, and in the value itself.
  await page
    .getByRole("link", { name: `object/policy:${digest}` })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("Check seats first.");
  await expect(page).toHaveURL(new RegExp(`object=policy&version=${digest}`));
  await page.getByRole("tab", { name: "Use", exact: true }).click();
  await expect(page.getByRole("region", { name: "curl" })).toContainText(`${shown(heddle.serviceUrl)}/obj/read`);
  await page.getByRole("link", { name: "Open in playground" }).click();
  await expect(page.getByRole("textbox", { name: "Message 1", exact: true })).toHaveValue(/Check seats first\./);
});

test(
  "lists the calls that used a version, by its ref",
  heldBy(
    "app/(dashboard)/[workspace]/objects/use/using-calls.test.tsx",
    "are counted, and the newest are listed with their traces",
  ),
  async ({ page, heddle, project }) => {
    const [v0 = "", v1 = ""] = await publish(heddle.serviceUrl, project, "policy", prompts.slice(0, 2));
    const refTo = (digest: string) => `weave:///${project}/object/policy:${digest}`;
    const [id] = await logCalls(heddle.serviceUrl, project, [
      { op: "answer", startedAt: new Date(), durationMs: 20, inputs: { prompt: refTo(v1) } },
      { op: "other", startedAt: new Date(), durationMs: 20, inputs: { prompt: refTo(v0) } },
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/objects?object=policy&tab=used`);
    const given = page.getByRole("region", { name: "Calls with this input" });
    await expect(given.getByRole("link")).toHaveCount(1);
    await expect(given.getByRole("link")).toContainText("answer");
    await expect(given.getByRole("link")).toHaveAttribute("href", `/${slug}/traces/${id}`);
    await expect(page.getByText("No calls returned a ref of this version.")).toBeVisible();
  },
);

test(
  "shows an op's source as the official package stored it, and compares by source",
  heldBy("app/(dashboard)/[workspace]/objects/content/prepare-content.test.ts", "of an op is its source file"),
  async ({ page, heddle, project }) => {
    await runWeave("weave-program.mjs", heddle.serviceUrl, [project]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/objects?object=op/addTax`);
    await expect(page.getByRole("region", { name: "Source" })).toContainText("amount * 1.19");
    await page.getByRole("tab", { name: "Used by" }).click();
    const using = page.getByRole("region", { name: "Calls of this version" });
    await expect(using.getByRole("listitem")).toHaveCount(4);
    await expect(using.getByRole("heading")).toHaveText("Calls of this version4");
    await page.getByRole("tab", { name: "Diff" }).click();
    await expect(page.getByText("This object has one version.")).toBeVisible();
  },
);

test("follows the links that the package prints, also before the project has a workspace", async ({
  page,
  heddle,
  project,
}) => {
  const [digest] = await publish(heddle.serviceUrl, project, "passengers", [{ rows: 2 }]);
  const [op] = await publish(heddle.serviceUrl, project, "quote", [
    { _type: "CustomWeaveType", weave_type: { type: "Op" }, files: { "obj.py": "x" } },
  ]);
  const [id] = await logCalls(heddle.serviceUrl, project, [{ op: "quote", startedAt: new Date(), durationMs: 10 }]);
  await page.goto(`/${project}/weave/objects/passengers/versions/${digest}`);
  await page.getByRole("button", { name: `Open ${project}` }).click();
  await expect(page).toHaveURL(new RegExp(`/objects\\?object=passengers&version=${digest}$`));
  await expect(page.getByRole("heading", { name: "passengers" })).toBeVisible();

  await page.goto(`/${project}/weave/ops/quote/versions/${op}`);
  await expect(page.getByRole("heading", { name: "quote" })).toBeVisible();
  await expect(page).toHaveURL(/\/objects\?object=op%2Fquote&version=/);

  await page.goto(`/${project}/r/call/${id}`);
  await expect(page).toHaveURL(new RegExp(`/traces/${id}$`));
});

test(
  "adds aliases and tags to versions, finds versions by them, and moves an alias",
  heldBy(
    "app/(dashboard)/[workspace]/objects/objects-view.test.tsx",
    "sets an alias and a tag, refuses a reserved name",
  ),
  async ({ page, heddle, project }) => {
    const [, v1 = ""] = await publish(heddle.serviceUrl, project, "policy", prompts);
    await publish(heddle.serviceUrl, project, "agent", [1]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/objects?object=policy&version=v1`);
    await page.getByRole("button", { name: "Set alias" }).click();
    const field = page.getByRole("textbox", { name: "Alias", exact: true });
    await field.fill("latest");
    await field.press("Enter");
    await expect(page.getByText("latest is reserved by the service.")).toBeVisible();
    await field.fill("production");
    await field.press("Enter");
    await expect(page.getByRole("button", { name: "Remove alias production" })).toBeVisible();
    await page.getByRole("button", { name: "Add tag" }).click();
    await page.getByRole("textbox", { name: "Tag", exact: true }).fill("under review");
    await page.keyboard.press("Enter");
    await expect(versions(page).getByRole("button", { name: /^v1/ })).toContainText("production, under review");
    await expect(listRow(page, /^v1production/)).toHaveCount(1);

    await page.goto(`/${slug}/objects?object=policy&version=production`);
    await expect(page.getByRole("button", { name: "Remove alias production" })).toBeVisible();
    await page.goto(`/${slug}/objects`);
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Alias/ }).click();
    await page.getByRole("checkbox", { name: "production" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByText(/^1 object, 1 version, /)).toBeVisible();
    await expect(listRow(page, "agent")).toHaveCount(0);

    await page.goto(`/${slug}/objects?object=policy&version=v2`);
    await page.getByRole("button", { name: "Set alias" }).click();
    await page.getByRole("dialog", { name: "Set alias" }).getByRole("button", { name: "production" }).click();
    await expect(versions(page).getByRole("button", { name: /^v2/ })).toContainText("production");
    await expect(versions(page).getByRole("button", { name: /^v1/ })).not.toContainText("production");
    await versions(page).getByRole("button", { name: /^v1/ }).click();
    await page.getByRole("button", { name: "Remove tag under review" }).click();
    await expect(versions(page).getByRole("button", { name: /^v1/ })).not.toContainText("under review");
    const read = { project_id: project, object_id: "policy", digest: v1, include_tags_and_aliases: true };
    expect(await send(heddle.serviceUrl, "/obj/read", read)).toMatchObject({ obj: { tags: [], aliases: [] } });
  },
);

test(
  "lists the objects that reference a version, with the versions concerned",
  heldBy(
    "app/(dashboard)/[workspace]/objects/use/prepare-using-objects.test.ts",
    "groups the versions by object, newest first",
  ),
  async ({ page, heddle, project }) => {
    const [v0 = "", v1 = ""] = await publish(heddle.serviceUrl, project, "policy", prompts.slice(0, 2));
    const refTo = (digest: string) => `weave:///${project}/object/policy:${digest}`;
    await publish(heddle.serviceUrl, project, "agent", [
      classed("Agent", "Model", { prompt: refTo(v0) }),
      classed("Agent", "Model", { prompt: refTo(v1) }),
      classed("Agent", "Model", { prompt: refTo(v1), tools: [] }),
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/objects?object=policy&tab=used`);
    const using = page.getByRole("region", { name: "Referencing objects" });
    await expect(using.getByRole("listitem")).toHaveText([/^agentAgentv2 latestv1/]);
    await versions(page).getByRole("button", { name: /^v0/ }).click();
    await expect(using.getByRole("listitem")).toHaveText([/^agentAgentv0/]);
    await using.getByRole("link", { name: "agent" }).click();
    await expect(page.getByRole("heading", { name: "agent" })).toBeVisible();
    await page.getByRole("tab", { name: "Content" }).click();
    await page
      .getByRole("link", { name: `object/policy:${v0}` })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`object=policy&version=${v0}`));
  },
);

test(
  "sends every member of the requests: page, values, excluded classes, metadata only",
  heldBy("app/(dashboard)/[workspace]/objects/objects-view.test.tsx", "asks for a part of the versions, their values"),
  async ({ page, heddle, project }) => {
    await publish(heddle.serviceUrl, project, "policy", prompts);
    await publish(heddle.serviceUrl, project, "agent", [classed("Agent", "Model", { name: "first of its kind" })]);
    const bodies: Record<string, unknown>[] = [];
    await page.route(/\/(objs\.query|obj\.read)(\?|$)/, async (route) => {
      bodies.push(route.request().postDataJSON());
      await route.continue();
    });
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/objects?view=versions&limit=2&sort=object_id`);
    await expect(listRow(page, "agentv0latest")).toHaveCount(1);
    await page.getByRole("button", { name: "Next versions" }).click();
    await expect(page).toHaveURL(/offset=2/);
    await expect(listRow(page, "policyv1")).toHaveCount(1);
    await expect(listRow(page, "agent")).toHaveCount(0);
    const page2 = { limit: 2, offset: 2, metadata_only: true, include_storage_size: true };
    expect(bodies).toContainEqual(expect.objectContaining(page2));

    await page.goto(`/${slug}/objects?view=versions&values=true`);
    await expect(listRow(page, "agent")).toContainText('name: "first of its kind"');
    expect(bodies).toContainEqual(expect.objectContaining({ metadata_only: false, offset: 0 }));
    await page.goto(`/${slug}/objects?not=Prompt`);
    await expect(page.getByText(/^1 object, 1 version, /)).toBeVisible();
    const filter = expect.objectContaining({ exclude_base_object_classes: ["Prompt"] });
    expect(bodies).toContainEqual(expect.objectContaining({ filter }));

    await page.goto(`/${slug}/objects?object=policy&tab=raw`);
    await expect(page.getByRole("tabpanel")).toContainText("Check seats before consent");
    await page.getByRole("radio", { name: "Metadata only" }).click();
    await expect(page.getByRole("tabpanel")).not.toContainText("Check seats before consent");
    expect(bodies.at(-1)).toMatchObject({ object_id: "policy", metadata_only: true });
  },
);

test("compares large versions outside the page's thread, and reports a deleted or unknown version", async ({
  page,
  heddle,
  project,
}) => {
  const large = (note: string) => ({
    note,
    rows: Array.from({ length: 6000 }, (_, n) => ({ n, text: `Row number ${n}` })),
  });
  const [v0 = "", v1 = "", v2 = ""] = await publish(heddle.serviceUrl, project, "large", ["a", "b", "c"].map(large));
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/objects?object=large&a=${v0}&b=${v2}`);
  await expect(differences(page).locator("del mark")).toHaveText("a");
  await expect(differences(page).locator("ins mark")).toHaveText("c");
  await expect(differences(page).getByRole("button", { name: /^24,0\d\d unchanged lines/ })).toBeVisible();
  await expect(page.getByText("1 change", { exact: true })).toBeVisible();
  await send(heddle.serviceUrl, "/obj/delete", { project_id: project, object_id: "large", digests: [v1] });
  await page.goto(`/${slug}/objects?object=large&a=${v1}&b=${v2}`);
  await expect(page.getByRole("heading", { name: "This version was deleted" })).toBeVisible();
  await page.goto(`/${slug}/objects?object=large&a=unknowndigest&b=${v2}`);
  await expect(page.getByRole("heading", { name: "Version not found" })).toBeVisible();
});

test(
  "shows a large value part by part, without blocking the page",
  heldBy(
    "app/(dashboard)/[workspace]/objects/content/prepare-content.test.ts",
    "of a value that is not loaded is read part by part",
  ),
  async ({ page, heddle, project }) => {
    const rows = Array.from({ length: 40_000 }, (_, n) => ({ n, text: `Row number ${n} of a value that is large` }));
    await publish(heddle.serviceUrl, project, "large", [{ note: "the large one", rows }]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/objects?object=large`);
    const value = page.getByRole("region", { name: "Value" });
    await expect(value.getByText('"the large one"')).toBeVisible();
    await expect(value.getByText("cannot be edited here")).toBeVisible();
    await expect(page.getByText("Not searched in a value of this size")).toBeVisible();
    await page.getByRole("tab", { name: "Raw" }).click();
    await expect(page.getByRole("tabpanel").getByText('"the large one"')).toBeVisible();
  },
);

test("publishes an edited value as the next version, with its digits, and compares it", async ({
  page,
  heddle,
  project,
}) => {
  await send(heddle.serviceUrl, "/obj/create", {
    obj: { project_id: project, object_id: "seed", val: { seed: 1, t: 2 } },
  });
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/objects?object=seed`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Value as JSON" });
  const publishing = page.getByRole("button", { name: "Publish" });
  await expect(publishing).toBeDisabled();
  await field.fill('{"seed": }');
  await expect(publishing).toBeDisabled();
  await field.fill('{"seed": 9007199254740993, "t": 2}');
  await publishing.click();
  await expectSides(page, "v0", "v1");
  await expect(differences(page).locator("ins")).toContainText("seed: 9007199254740993,");
  await expect(versions(page).getByRole("button", { name: /^v1 latest/ })).toBeVisible();
  const read = { project_id: project, object_id: "seed", digest: "latest" };
  const response = await fetch(`${heddle.serviceUrl}/obj/read`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`api:${API_KEY}`).toString("base64")}` },
    body: JSON.stringify(read),
  });
  expect(await response.text()).toContain('"val":{"seed":9007199254740993,"t":2}');
});

test(
  "deletes a version after its object's name is typed, and the number stays struck through",
  heldBy(
    "app/(dashboard)/[workspace]/objects/objects-view.test.tsx",
    "deletes a version after the name of its object is typed",
  ),
  async ({ page, heddle, project, joinAs }) => {
    await publish(heddle.serviceUrl, project, "policy", prompts);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/objects?object=policy&version=v1&tab=content`);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete v1…" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete v1 of policy?" });
    await expect(dialog.getByRole("button", { name: "Delete", exact: true })).toBeDisabled();
    await dialog.getByLabel("Type the object's name to confirm").fill("policy");
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    const deletedVersion = versions(page).getByRole("button", { name: "v1 deleted" });
    await expect(deletedVersion.locator("s")).toHaveText("v1");
    await deletedVersion.click();
    await expect(page.getByRole("heading", { name: "This version was deleted" })).toBeVisible();
    await expect(page.getByText(/policy:v1 was deleted at 20\d\d-/)).toBeVisible();

    const { page: viewer } = await joinAs("viewer");
    await viewer.goto(`/${slug}/objects?object=policy`);
    await viewer.getByRole("button", { name: "More" }).click();
    await expect(viewer.getByRole("menuitem", { name: "Delete all versions…" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  },
);

test(
  "distinguishes nothing stored, no match, an unknown digest and an unknown object",
  heldBy(
    "app/(dashboard)/[workspace]/objects/objects-view.test.tsx",
    "distinguishes an unknown version, an unknown object and a deleted version",
  ),
  async ({ page, heddle, project }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/objects`);
    await expect(page.getByRole("heading", { name: /^No objects in .* yet$/ })).toBeVisible();
    await expect(page.getByText(`WF_TRACE_SERVER_URL=${shown(heddle.serviceUrl)}`)).toBeVisible();

    await publish(heddle.serviceUrl, project, "policy", prompts);
    await page.goto(`/${slug}/objects?q=nothing&kind=object`);
    await expect(page.getByRole("heading", { name: "No objects match 2 filters" })).toBeVisible();
    await expect(page.getByText("the text “nothing”, kind object")).toBeVisible();
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect(listRow(page, "policy")).toHaveCount(1);

    await page.goto(`/${slug}/objects?object=policy&version=unknowndigest`);
    await expect(page.getByRole("heading", { name: "Version not found" })).toBeVisible();
    await page.getByRole("button", { name: "Show latest" }).click();
    await expect(page.getByRole("region", { name: "Messages" })).toBeVisible();
    await page.goto(`/${slug}/objects?object=policy&a=unknowndigest&b=v1`);
    await expect(page.getByRole("heading", { name: "Version not found" })).toBeVisible();
    await page.goto(`/${slug}/objects?object=nowhere`);
    await expect(page.getByRole("heading", { name: "Version not found" })).toBeVisible();
  },
);

test(
  "reads all pages of an object with more versions than a page holds",
  heldBy(
    "app/(dashboard)/[workspace]/objects/versions/use-version-pages.test.tsx",
    "keep the versions loaded before a failure, report it, and continue from there",
  ),
  async ({ page, heddle, project }) => {
    const body = (n: number) => ({ obj: { project_id: project, object_id: "many", val: { n } } });
    for (let from = 0; from < 1100; from += 100) {
      const batch = Array.from({ length: 100 }, (_, index) =>
        send(heddle.serviceUrl, "/obj/create", body(from + index)),
      );
      await Promise.all(batch);
    }
    const slug = await makeWorkspace(page, heddle.url, project);
    // The connection is lost in the middle: loaded rows stay, and the rest can be requested.
    const later = "**/objs.query";
    await page.route(later, (route) => (route.request().postDataJSON().offset > 0 ? route.abort() : route.continue()));
    await page.goto(`/${slug}/objects?view=versions`);
    await expect(page.getByText("Stream ended early at 1,000")).toBeVisible();
    await expect(listRow(page, "manyv1099latest")).toHaveCount(1);
    await expectAccessible(page);
    await page.unroute(later);
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(page.getByText(/^1 object, 1,100 versions, /)).toBeVisible();
    await page.goto(`/${slug}/objects?object=many`);
    await expect(page.getByText(/^1 object, 1,100 versions, .* [kM]?B$/)).toBeVisible();
    await expect(versions(page).getByRole("button", { name: /^v1099/ })).toBeVisible();
    await list(page).getByRole("button", { name: "Show 1,095 older versions" }).click();
    // Only rows on the screen are drawn.
    expect(await list(page).getByRole("row").count()).toBeLessThan(120);
    await page.goto(`/${slug}/objects?object=many&version=v3&tab=diff`);
    await expectSides(page, "v2", "v3");
    await expect(versions(page).getByRole("button", { name: /^v3\b/ })).toBeVisible();
  },
);

const ONE_VERSION = {
  project_id: "any",
  object_id: "policy",
  created_at: "2026-11-20T14:30:01Z",
  digest: "abc",
  version_index: 3,
  is_latest: 1,
  kind: "object",
  val: "Read by its ref.",
};

test(
  "reports a service that does not support objects, and one that cannot be reached",
  heldBy(
    "app/(dashboard)/[workspace]/objects/objects-view.test.tsx",
    "opens a version by its ref on a service that cannot list objects",
  ),
  async ({ page, heddle, project, upstream }) => {
    // It lists none: it reads one version, and returns 404 for everything else.
    upstream.reply = (response, { path }) => {
      const isRead = path === "/obj/read";
      response.writeHead(isRead ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(isRead ? { obj: ONE_VERSION } : { detail: "Not Found" }));
    };
    const slug = await connectWorkspace(page, heddle.url, project, upstream);
    await page.goto(`/${slug}/objects`);
    await expect(
      page.getByRole("heading", { name: "This connection does not support a list of objects" }),
    ).toBeVisible();
    await page.getByRole("searchbox", { name: "Find objects" }).fill(`weave:///${project}/object/policy:abc`);
    await expect(page.getByText("Read by its ref.")).toBeVisible();
    await page.goto(`/${slug}/objects`);
    await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
    await upstream.stop();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: "The service does not respond" })).toBeVisible();
  },
);

test(
  "shows one pane at a time on a phone, with a way back",
  heldBy(
    "app/(dashboard)/[workspace]/objects/list/use-object-list.test.tsx",
    "shows the selected object, and none by default if there is no space for both",
  ),
  async ({ page, heddle, project }) => {
    await page.setViewportSize(PHONE);
    await publish(heddle.serviceUrl, project, "policy", prompts);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/objects`);
    await listRow(page, "policy").click();
    await expect(page.getByRole("heading", { name: "policy" })).toBeVisible();
    await expect(list(page)).toBeHidden();
    await page.getByRole("button", { name: "Version v2 of 3" }).click();
    await versions(page).getByRole("button", { name: /^v0/ }).click();
    await expect(page.getByRole("region", { name: "Messages" })).toContainText("You are a travel agent.");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Back to list" }).click();
    await expect(list(page)).toBeVisible();
  },
);
