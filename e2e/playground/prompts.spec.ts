import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, PHONE } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { answerOf, expect, message, openPlayground, run, test } from "@/e2e/support/playground";
import { send } from "@/e2e/support/service-client";

interface Version {
  readonly digest: string;
  readonly val: Readonly<Record<string, unknown>>;
}

const dialog = (page: Page): Locator => page.getByRole("dialog", { name: /^Save/ });
const linked = (page: Page): Locator => page.getByRole("region", { name: "Messages" });

async function readVersion(serviceUrl: string, project: string, digest = "latest"): Promise<Version> {
  const body = { project_id: project, object_id: "support", digest };
  return ((await send(serviceUrl, "/obj/read", body)) as { obj: Version }).obj;
}

/** Stores a version as another program does. */
async function publish(serviceUrl: string, project: string, val: object): Promise<string> {
  const body = { obj: { project_id: project, object_id: "support", val } };
  return ((await send(serviceUrl, "/obj/create", body)) as { digest: string }).digest;
}

/** The number of calls whose inputs reference a version. */
async function callsOf(serviceUrl: string, project: string, digest: string): Promise<number> {
  const ref = `weave:///${project}/object/support:${digest}`;
  const body = { project_id: project, filter: { input_refs: [ref] } };
  return ((await send(serviceUrl, "/calls/query_stats", body)) as { count: number }).count;
}

/** Saves the messages as the version after the shown one. */
async function saveNext(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: "Save next version" }).click();
  await dialog(page).getByRole("button", { name: action, exact: true }).click();
  await expect(dialog(page)).toBeHidden();
}

test(
  "saves a request as a prompt and its changes as versions, and its runs name the version",
  heldBy(
    "app/(dashboard)/[workspace]/playground/prompt/save-prompt-dialog.test.tsx",
    "shows what is stored, and creates a prompt under the typed name",
  ),
  async ({ page, heddle, provider, project }) => {
    const { serviceUrl } = heddle;
    await openPlayground(page, heddle.url, project, "plain");
    await message(page, 1).fill('You help {{who}}. Answer as {"a": 1}.');
    await page.getByRole("textbox", { name: "Value of who" }).fill("Mia");
    await page.getByLabel("temperature", { exact: true }).fill("0.2");
    await page.getByRole("button", { name: "Save as prompt" }).click();
    await expect(dialog(page).getByText("Enter a name.")).toBeVisible();
    await dialog(page).getByLabel("Name", { exact: true }).fill("support");
    await dialog(page).getByLabel("Description").fill("Answers passengers");
    const content = dialog(page).getByRole("region", { name: "Stored content" });
    await expect(content).toContainText('You help {who}. Answer as {{"a": 1}}.');
    await expect(content).toContainText('"model": "openai/plain"');
    await expect(dialog(page).getByText("Creates the prompt support.")).toBeVisible();
    await dialog(page).getByRole("button", { name: "Create prompt" }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(linked(page).getByRole("link", { name: "support" })).toBeVisible();
    const first = await readVersion(serviceUrl, project);
    expect(first.val).toMatchObject({
      _type: "MessagesPrompt",
      description: "Answers passengers",
      messages: [
        { role: "system", content: 'You help {who}. Answer as {{"a": 1}}.' },
        { role: "user", content: "Where is HAT170?" },
      ],
      config: { model: "openai/plain", temperature: 0.2 },
    });

    await page.getByRole("button", { name: "Save next version" }).click();
    await expect(dialog(page).getByText("Nothing to save: v0 of support is the same.")).toBeVisible();
    await expect(dialog(page).getByRole("button", { name: "Save", exact: true })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();

    await run(page).click();
    await expect(answerOf(page, "openai/plain")).toContainText("Hello dear Mia");
    expect(JSON.parse(provider.last.text)).toMatchObject({
      messages: [{ content: 'You help Mia. Answer as {"a": 1}.' }, { content: "Where is HAT170?" }],
    });
    await expect.poll(() => callsOf(serviceUrl, project, first.digest)).toBe(1);

    await message(page, 1).fill("You help {{who}}. Be brief.");
    await expect(linked(page).getByText("edited", { exact: true })).toBeVisible();
    await saveNext(page, "Save v1");
    await expect(linked(page).getByText("v1", { exact: true })).toBeVisible();
    await expect(linked(page).getByText("edited", { exact: true })).toHaveCount(0);
    await page.reload();
    await expect(linked(page).getByText("v1", { exact: true })).toBeVisible();
    const second = await readVersion(serviceUrl, project);
    expect(await callsOf(serviceUrl, project, second.digest)).toBe(0);
  },
);

test(
  "says that another version was saved meanwhile, before and while the dialog is open",
  heldBy(
    "app/(dashboard)/[workspace]/playground/prompt/save-prompt-dialog.test.tsx",
    "names a newer version, and says when another one was saved while it was open",
  ),
  async ({ page, heddle, project }) => {
    const { serviceUrl } = heddle;
    const val = (content: string) => ({
      _type: "MessagesPrompt",
      _class_name: "MessagesPrompt",
      _bases: ["Prompt", "Object", "BaseModel"],
      name: "support",
      description: null,
      messages: [{ role: "system", content }],
    });
    const slug = await openPlayground(page, heddle.url, project, "plain");
    const first = await publish(serviceUrl, project, val("One {who}"));
    await page.goto(`/${slug}/playground?prompt=support:${first}`);
    await expect(message(page, 1)).toHaveValue("One {{who}}");
    await publish(serviceUrl, project, val("Two"));
    await message(page, 1).fill("Mine {{who}}");
    await page.getByRole("button", { name: "Save next version" }).click();
    const warning = dialog(page).getByText(/is newer than v0, which you loaded\. v2 will not contain its changes\./);
    await expect(warning).toBeVisible();
    const save = dialog(page).getByRole("button", { name: "Save v2 anyway" });
    await expect(save).toBeEnabled();
    await publish(serviceUrl, project, val("Three"));
    await save.click();
    await expect(dialog(page).getByText("Not saved. v2 of support was saved meanwhile.")).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole("button", { name: "Save v3 anyway" }).click();
    await expect(dialog(page)).toBeHidden();
    expect((await readVersion(serviceUrl, project)).val.messages).toEqual([{ role: "system", content: "Mine {who}" }]);

    // An older version is loaded from the menu; the user's own message is not replaced by a system message.
    await page.getByRole("button", { name: "Prompt", exact: true }).click();
    await page.getByRole("button", { name: "Versions of support, latest v3" }).click();
    await page.getByRole("list", { name: "Versions of support" }).getByRole("button", { name: /^v1/ }).click();
    await expect(message(page, 1)).toHaveValue("Two");
    await expect(linked(page).getByText("v1", { exact: true })).toBeVisible();
  },
);

test(
  "follows the versions of a prompt: labels, figures, a diff, and an evaluation of two of them",
  heldBy(
    "app/(dashboard)/[workspace]/objects/figures/use-version-figures.test.tsx",
    "are read of all versions in one request",
  ),
  async ({ page, heddle, project }) => {
    test.setTimeout(180_000);
    const { serviceUrl } = heddle;
    const slug = await openPlayground(page, heddle.url, project, "plain");
    await message(page, 1).fill("You help {{who}}.");
    await page.getByRole("textbox", { name: "Value of who" }).fill("Mia");
    await page.getByRole("button", { name: "Save as prompt" }).click();
    await dialog(page).getByLabel("Name", { exact: true }).fill("support");
    await dialog(page).getByRole("button", { name: "Create prompt" }).click();
    await expect(dialog(page)).toBeHidden();
    await page.goto(`/${slug}/objects?object=support&tab=figures`);
    const figures = page.getByRole("table", { name: "Figures of versions" });
    await expect(page.getByText("No call in this time range references a version.")).toBeVisible();

    await page.goto(`/${slug}/playground`);
    await run(page).click();
    await expect(answerOf(page, "openai/plain")).toContainText("Hello dear Mia");
    await message(page, 1).fill("You help {{who}}. Be brief.");
    await saveNext(page, "Save v1");

    await linked(page).getByRole("link", { name: "support" }).click();
    await page.getByRole("button", { name: "Set alias" }).click();
    await page.getByRole("textbox", { name: "Alias" }).fill("production");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Remove alias production" })).toBeVisible();
    await page.getByRole("tab", { name: "Figures" }).click();
    const row = (name: string) => figures.getByRole("row").filter({ has: page.getByRole("checkbox", { name }) });
    await expect(row("Select v1")).toContainText("production");
    await expect(row("Select v1").getByRole("cell").nth(2)).toHaveText("0");
    await expect(row("Select v0").getByRole("button", { name: "Calls of v0" })).toHaveText("1");

    await page.getByRole("checkbox", { name: "Select v0" }).click();
    await page.getByRole("checkbox", { name: "Select v1" }).click();
    await page.getByRole("button", { name: "Compare" }).click();
    const differences = page.getByRole("region", { name: "Differences" });
    await expect(differences).toContainText("Be brief.");
    await expect(page.getByRole("radio", { name: "Text" })).toBeChecked();
    await page.goBack();

    const rows = [{ who: "Mia", answer: "Hello dear Mia" }];
    const { digest } = (await send(serviceUrl, "/table/create", { table: { project_id: project, rows } })) as {
      digest: string;
    };
    const table = `weave:///${project}/table/${digest}`;
    const val = {
      _type: "Dataset",
      name: "names",
      rows: table,
      _class_name: "Dataset",
      _bases: ["Object", "BaseModel"],
    };
    await send(serviceUrl, "/obj/create", { obj: { project_id: project, object_id: "names", val } });
    await page.getByRole("checkbox", { name: "Select v0" }).click();
    await page.getByRole("checkbox", { name: "Select v1" }).click();
    await page.getByRole("link", { name: "Evaluate 2 versions" }).click();
    await expect(page.getByRole("combobox", { name: "Prompt of openai/plain" })).toHaveText([
      "support v0",
      "support v1",
    ]);
    await page.getByRole("combobox", { name: "Table" }).click();
    await page.getByRole("option", { name: "names v0" }).click();
    await page.getByRole("button", { name: "Add scorer: Exact" }).click();
    await page.getByLabel("Expected column").fill("answer");
    await page.getByRole("button", { name: "Run 2 trials" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Finished" })).toBeVisible({ timeout: 60_000 });

    await page.goto(`/${slug}/objects?object=support&tab=figures`);
    await expect(figures.getByRole("columnheader", { name: "exact" })).toBeVisible();
    for (const name of ["Select v0", "Select v1"]) await expect(row(name)).toContainText("100%");
    await expect(row("Select v0").getByRole("button", { name: "Calls of v0" })).toHaveText("2");
    await expect(figures.getByRole("checkbox")).toHaveCount(2);
    await page.setViewportSize(PHONE);
    await expect(figures).toBeVisible();
    await expectNoSidewaysScroll(page);
  },
);
