import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { addParameter, answerOf, choose, expect, message, openPlayground, run, test } from "@/e2e/support/playground";
import { runAsShown } from "@/e2e/support/run-as-shown";
import { API_KEY } from "@/e2e/support/run-heddle";
import { logCalls } from "@/e2e/support/service-client";
import type { OpenAiProvider } from "@/test/provider/openai-provider";

/** The provider's last request, without the members that the service adds to a stream. */
function lastRequest(provider: OpenAiProvider): Record<string, unknown> {
  const { stream: _, stream_options: __, ...request } = JSON.parse(provider.last.text) as Record<string, unknown>;
  return request;
}

test("runs two models side by side, links their calls, and keeps draft and history", async ({
  page,
  heddle,
  provider,
  project,
}) => {
  const slug = await openPlayground(page, heddle.url, project, "plain");
  await page.getByRole("button", { name: "Add column" }).click();
  await choose(page, 2, "two");
  await message(page, 1).fill("You are {{who}}.");
  await page.getByRole("textbox", { name: "Value of who" }).fill("an agent");
  await message(page, 2).press("ControlOrMeta+Enter");
  await expect(answerOf(page, "openai/plain")).toContainText("Hello dear Mia");
  await expect(answerOf(page, "openai/two")).toContainText("Hello dear Mia");
  expect(lastRequest(provider)).toMatchObject({
    messages: [
      { role: "system", content: "You are an agent." },
      { role: "user", content: "Where is HAT170?" },
    ],
  });
  // No screen of the sweep has a provider.
  await expectAccessible(page);

  const link = answerOf(page, "openai/plain").getByRole("link");
  const callId = (await link.getAttribute("href"))?.split("/").at(-1);
  await page.reload();
  await expect(message(page, 1)).toHaveValue("You are {{who}}.");
  await expect(page.getByRole("textbox", { name: "Value of who" })).toHaveValue("an agent");
  await expect(page.getByRole("button", { name: "Model of column 2: openai/two" })).toBeVisible();

  await message(page, 2).fill("Something else");
  await page.getByRole("button", { name: "History, 1" }).click();
  const history = page.getByRole("region", { name: "History" });
  await history.getByRole("searchbox", { name: "Find run" }).fill("hat170 plain");
  await history.getByTitle("Restore this request").click();
  await expect(message(page, 2)).toHaveValue("Where is HAT170?");
  await page.getByRole("button", { name: "Restore my draft" }).click();
  await expect(message(page, 2)).toHaveValue("Something else");

  await page.goto(`/${slug}/traces/${callId}`);
  await expect(page.locator("main")).toContainText("heddle.playground");
});

test(
  "sends every typed parameter and no other, and marks parameters that cannot be sent",
  heldBy("app/(dashboard)/[workspace]/playground/draft/prepare-inputs.test.ts", "contain nothing that was not typed"),
  async ({ page, heddle, provider, project }) => {
    await openPlayground(page, heddle.url, project, "plain");
    await page.getByLabel("temperature", { exact: true }).fill("0.20");
    await page.getByLabel("seed", { exact: true }).fill("warm");
    await expect(page.getByRole("alert").filter({ hasText: "Not a number" })).toBeVisible();
    const before = provider.seen.length;
    await run(page).click();
    await expect(page.getByText("Fix 1 field before running")).toBeVisible();
    expect(provider.seen).toHaveLength(before);

    await page.getByLabel("seed", { exact: true }).fill("12345678901234567890");
    await addParameter(page, "stop");
    await page.getByLabel("stop", { exact: true }).fill('["END", "\\n"]');
    await addParameter(page, "logprobs");
    await page.getByRole("button", { name: "logprobs: default" }).click();
    await page.getByRole("menuitemradio", { name: "on", exact: true }).click();
    await addParameter(page, "logit_bias");
    await page.getByRole("button", { name: "logit_bias: default" }).click();
    await page.getByRole("textbox", { name: "logit_bias as JSON" }).fill('{"50256": -100.0}');
    await page.keyboard.press("Escape");
    await page.getByRole("radio", { name: "schema", exact: true }).click();
    await expect(page.getByText("Valid schema")).toBeVisible();
    await run(page).click();
    await expect(answerOf(page, "openai/plain")).toContainText("Hello dear Mia");
    expect(Object.keys(lastRequest(provider)).sort()).toEqual(
      ["logit_bias", "logprobs", "messages", "model", "response_format", "seed", "stop", "temperature"].sort(),
    );
    for (const digits of ['"seed":12345678901234567890', '"temperature":0.20', '{"50256":-100.0}', '["END","\\n"]']) {
      expect(provider.last.text).toContain(digits);
    }
    expect(JSON.parse(provider.last.text)).toMatchObject({ stream: true });

    await addParameter(page, "stream");
    await page.getByRole("button", { name: "stream: default" }).click();
    await page.getByRole("menuitemradio", { name: "off", exact: true }).click();
    await run(page).click();
    await expect.poll(() => JSON.parse(provider.last.text)).not.toHaveProperty("stream");
    await expect(answerOf(page, "openai/plain")).toContainText("Hello dear Mia");
  },
);

test("stops with Escape from the text, keeps the received answer, and closes the provider's stream", async ({
  page,
  heddle,
  provider,
  project,
}) => {
  await openPlayground(page, heddle.url, project, "slow");
  await message(page, 2).press("ControlOrMeta+Enter");
  await expect(answerOf(page, "openai/slow")).toContainText("One");
  await message(page, 2).press("Escape");
  await provider.left;
  await expect(answerOf(page, "openai/slow").getByRole("img", { name: "cancelled" })).toBeVisible();
  await expect(answerOf(page, "openai/slow")).toContainText("One");
  await expect(message(page, 2)).toHaveValue("Where is HAT170?");
  await expect(run(page)).toBeEnabled();
});

test(
  "distinguishes failures of provider, service and network, and keeps the draft",
  heldBy("lib/completion/run-store.test.ts", "reports where it failed: in the service, at the provider, on the way"),
  async ({ page, heddle, project }) => {
    await openPlayground(page, heddle.url, project, "failing");
    await run(page).click();
    const alert = page.getByRole("region", { name: /^Answer of/ }).getByRole("alert");
    await expect(alert).toContainText("Provider returned 500");
    await expect(alert).toContainText("The model fell over");

    await choose(page, 1, "cut");
    await run(page).click();
    await expect(answerOf(page, "openai/cut")).toContainText("Hello dear");
    await expect(alert).toContainText("The provider failed");

    await choose(page, 1, "plain");
    await addParameter(page, "extra_headers");
    await page.getByRole("button", { name: "extra_headers: default" }).click();
    await page.getByRole("textbox", { name: "extra_headers as JSON" }).fill('{"Authorization": "Bearer mine"}');
    await page.keyboard.press("Escape");
    await run(page).click();
    await expect(alert).toContainText("The service rejected the request");
    await expect(alert).toContainText("extra_headers");
    await page.getByRole("button", { name: "Reset", exact: true }).click();

    await page.route("**/completions.createStream", (route) => route.abort());
    await run(page).click();
    await expect(alert).toContainText("Connection lost");
    await expectAccessible(page);
    await page.unroute("**/completions.createStream");

    await expect(message(page, 2)).toHaveValue("Where is HAT170?");
    await run(page).click();
    await expect(answerOf(page, "openai/plain")).toContainText("Hello dear Mia");
    await expect(alert).toHaveCount(0);
  },
);

test(
  "sends a tool's result back to the model that requested it",
  heldBy(
    "app/(dashboard)/[workspace]/playground/draft/draft-changes.test.ts",
    "follows the answer that requested it, which is added once",
  ),
  async ({ page, heddle, provider, project }) => {
    await openPlayground(page, heddle.url, project, "tools");
    await message(page, 1).fill("Be kind.");
    const tools = page.getByRole("region", { name: "Tools", exact: true });
    await tools.getByRole("button", { name: "Tool", exact: true }).click();
    await tools.getByRole("textbox", { name: "find_flight as JSON" }).fill('{"type": "function"}');
    await expect(tools).toContainText("function is missing");
    await tools
      .getByRole("textbox", { name: /as JSON$/ })
      .fill('{"type":"function","function":{"name":"find_flight","parameters":{"type":"object","properties":{}}}}');
    await addParameter(page, "tool_choice");
    await page.getByRole("button", { name: "tool_choice: default" }).click();
    await page.getByRole("menuitemradio", { name: "find_flight" }).click();
    await run(page).click();
    const call = page.getByRole("group", { name: "Tool call find_flight" });
    await call.getByRole("button", { name: "Enter result" }).click();
    await call.getByRole("textbox", { name: "Result of find_flight" }).fill('{"seats": 2}');
    await call.getByRole("button", { name: "Add as tool message" }).click();
    await expect(message(page, 4)).toHaveValue('{"seats": 2}');

    await choose(page, 1, "plain");
    await page.getByRole("button", { name: /^tool_choice: / }).click();
    await page.getByRole("menuitemradio", { name: "default" }).click();
    await run(page).click();
    await expect(answerOf(page, "openai/plain")).toContainText("Hello dear Mia");
    expect(lastRequest(provider)).toEqual({
      model: "plain",
      messages: [
        { role: "system", content: "Be kind." },
        { role: "user", content: "Where is HAT170?" },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            {
              id: "call_1",
              type: "function",
              function: { name: "find_flight", arguments: '{"from": "JFK", "max": 12345678901234567890}' },
            },
          ],
        },
        { role: "tool", content: '{"seats": 2}', tool_call_id: "call_1" },
      ],
      tools: [{ type: "function", function: { name: "find_flight", parameters: { type: "object", properties: {} } } }],
    });
  },
);

test(
  "adds images and files to messages, moves messages, and limits a message to one column",
  heldBy(
    "app/(dashboard)/[workspace]/playground/request/attach-files.test.ts",
    "becomes a content part with its bytes: image, audio or file",
  ),
  async ({ page, heddle, provider, project }) => {
    await openPlayground(page, heddle.url, project, "plain");
    await message(page, 1).fill("Be kind.");
    await page.getByLabel("Attach files to message 2").setInputFiles([
      { name: "dot.png", mimeType: "image/png", buffer: Buffer.from([1, 2, 3]) },
      { name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.from([4]) },
    ]);
    await expect(page.getByRole("button", { name: "Open plan.pdf" })).toBeVisible();
    await page.getByRole("button", { name: "Message 2: more" }).click();
    await page.getByRole("menuitem", { name: "Move up" }).click();
    await page.getByRole("button", { name: "openai/plain: more" }).click();
    await page.getByRole("menuitem", { name: "Duplicate column" }).click();
    await expect(page.getByRole("button", { name: "openai/plain: more" })).toHaveCount(2);
    await page.getByRole("button", { name: "openai/plain: more" }).last().click();
    await page.getByRole("menuitem", { name: "Use own messages" }).click();
    await message(page, 2).fill("Be strict.");
    const requestCount = provider.seen.length;
    await run(page).click();
    await expect.poll(() => provider.seen.length).toBe(requestCount + 2);
    const messageLists = provider.seen
      .slice(requestCount)
      .map(({ text }) => (JSON.parse(text) as { messages: unknown[] }).messages);
    const user = {
      role: "user",
      content: [
        { type: "text", text: "Where is HAT170?" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AQID" } },
        { type: "file", file: { filename: "plan.pdf", file_data: "data:application/pdf;base64,BA==" } },
      ],
    };
    expect(messageLists).toContainEqual([user, { role: "system", content: "Be kind." }]);
    expect(messageLists).toContainEqual([user, { role: "system", content: "Be strict." }]);
  },
);

test(
  "opens a traced call with everything it sent, and lists what cannot be shown",
  heldBy("app/(dashboard)/[workspace]/playground/open/source-gate.test.tsx", "lists what could not be carried over"),
  async ({ page, heddle, provider, project }) => {
    const [id = ""] = await logCalls(heddle.serviceUrl, project, [
      {
        op: "anthropic.messages.create",
        startedAt: new Date(),
        durationMs: 10,
        attributes: { kind: "llm" },
        inputs: {
          model: "openai/plain",
          system: "Be brief.",
          max_tokens: 50,
          top_k: 40,
          messages: [{ role: "user", content: [{ type: "text", text: "Weather in Paris?" }] }],
          tools: [{ name: "weather", input_schema: { type: "object", properties: { city: { type: "string" } } } }],
        },
        output: {},
      },
    ]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/playground`);
    await message(page, 2).fill("My own draft");
    await page.goto(`/${slug}/traces/${id}`);
    await page.getByRole("link", { name: /^Open in playground/ }).click();
    await expect(message(page, 2)).toHaveValue("Weather in Paris?");
    await expect(page.getByLabel("max_tokens", { exact: true })).toHaveValue("50");
    await expect(page.getByRole("list", { name: "Not carried over" })).toHaveText("top_k: 40");
    await run(page).click();
    await expect(answerOf(page, "openai/plain")).toContainText("Hello dear Mia");
    expect(lastRequest(provider)).toEqual({
      model: "plain",
      max_tokens: 50,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Weather in Paris?" },
      ],
      tools: [
        {
          type: "function",
          function: { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } },
        },
      ],
    });
    await page.getByRole("button", { name: "Restore my draft" }).click();
    await expect(message(page, 2)).toHaveValue("My own draft");
    await expect(page).toHaveURL(new RegExp(`/${slug}/playground$`));
    await page.reload();
    await expect(message(page, 2)).toHaveValue("My own draft");

    await page.goto(`/${slug}/playground?call=00000000-0000-7000-8000-000000000000`);
    await expect(page.getByRole("heading", { name: "No call with this id" })).toBeVisible();
  },
);

test(
  "copies a request as curl that runs, and pastes it back",
  heldBy("app/(dashboard)/[workspace]/playground/code/read-pasted.test.ts", "is unchanged when it is pasted back"),
  async ({ page, heddle, provider, project }) => {
    await openPlayground(page, heddle.url, project, "plain");
    await message(page, 1).fill('It\'s "kind" & $HOME');
    await page.getByLabel("temperature", { exact: true }).fill("0.5");
    await page.getByRole("button", { name: "Code" }).click();
    const dialog = page.getByRole("dialog", { name: "Code" });
    await dialog.getByRole("radio", { name: "curl" }).click();
    const curl = (await dialog.locator("pre").textContent()) ?? "";
    const printed = await runAsShown(`export WANDB_API_KEY=${API_KEY}\n${curl} -s`);
    expect(printed).toContain("Hello dear Mia");
    const sent = lastRequest(provider);
    expect(sent).toMatchObject({ temperature: 0.5, messages: [{ content: 'It\'s "kind" & $HOME' }, {}] });

    await dialog.getByRole("radio", { name: "Python" }).click();
    const python = (await dialog.locator("pre").textContent()) ?? "";
    await page.keyboard.press("Escape");
    await message(page, 1).fill("gone");
    await page.getByRole("button", { name: "Code" }).click();
    await dialog.getByRole("radio", { name: "Paste request" }).click();
    await dialog.getByRole("textbox", { name: "Request to paste" }).fill("nonsense");
    await expect(dialog).toContainText("Not JSON, a curl command or a Python call");
    await dialog.getByRole("textbox", { name: "Request to paste" }).fill(python);
    await dialog.getByRole("button", { name: "Load request" }).click();
    await expect(message(page, 1)).toHaveValue('It\'s "kind" & $HOME');
    await run(page).click();
    await expect(answerOf(page, "openai/plain")).toContainText("Hello dear Mia");
    expect(lastRequest(provider)).toEqual(sent);
  },
);

test(
  "sends every member of the inputs to the provider unchanged, streamed or not",
  heldBy("service/completion/operations/completions.test.ts", "passes every member to the provider as it was sent"),
  async ({ page, heddle, provider, project }) => {
    const everything = {
      model: "openai/plain",
      messages: [
        { role: "developer", content: "Never guess.", name: "lead" },
        {
          role: "user",
          content: [
            { type: "text", text: "What is this?" },
            { type: "image_url", image_url: { url: "data:image/png;base64,AQID", detail: "low" } },
          ],
        },
      ],
      temperature: 0.2,
      top_p: 0.9,
      n: 2,
      stop: ["END", "\n"],
      max_completion_tokens: 512,
      max_tokens: 256,
      modalities: ["text"],
      presence_penalty: -0.5,
      frequency_penalty: 0.5,
      logit_bias: { "50256": -100 },
      user: "mia",
      response_format: { type: "json_object" },
      seed: 7,
      tools: [{ type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } }],
      tool_choice: { type: "function", function: { name: "look" } },
      logprobs: true,
      top_logprobs: 3,
      parallel_tool_calls: false,
      functions: [{ name: "old", parameters: { type: "object" } }],
      function_call: "auto",
      reasoning_effort: "low",
    };
    const onTheWay = { timeout: 30, extra_headers: { "x-title": "Heddle" }, api_version: "2026-01-01" };
    await openPlayground(page, heddle.url, project, "plain");
    await page.getByRole("button", { name: "Code" }).click();
    await page.getByRole("radio", { name: "Paste request" }).click();
    await page.getByRole("textbox", { name: "Request to paste" }).fill(JSON.stringify({ ...everything, ...onTheWay }));
    await page.getByRole("button", { name: "Load request" }).click();
    await addParameter(page, "stream");
    for (const stream of ["on", "off"]) {
      const requestCount = provider.seen.length;
      await page.getByRole("button", { name: /^stream: / }).click();
      await page.getByRole("menuitemradio", { name: stream, exact: true }).click();
      await run(page).click();
      await expect.poll(() => provider.seen.length).toBe(requestCount + 1);
      expect(lastRequest(provider)).toEqual({ ...everything, model: "plain" });
      expect(provider.last.headers["x-title"]).toBe("Heddle");
      expect(provider.last.path).toContain("api-version=2026-01-01");
      await expect(run(page)).toBeVisible();
    }
  },
);

test(
  "runs a request with variables over the rows of a file, and turns its answers into a table",
  heldBy("app/(dashboard)/[workspace]/playground/playground-page.test.tsx", "runs over rows of values"),
  async ({ page, heddle, provider, project }) => {
    const slug = await openPlayground(page, heddle.url, project, "plain");
    await message(page, 2).fill("Greet {{who}} in {{where}}.");
    await page.getByRole("button", { name: "Add column" }).click();
    await choose(page, 2, "failing");
    await page.getByRole("button", { name: "Run over rows" }).click();
    const dialog = page.getByRole("dialog", { name: "Run over rows" });
    await dialog.getByLabel("File with rows").setInputFiles({
      name: "people.csv",
      mimeType: "text/csv",
      buffer: Buffer.from('who,bags\nMia,2\n"Noah ""N""",1\n'),
    });
    await expect(dialog.getByRole("status").first()).toHaveText("2 rows loaded");
    await expect(dialog.getByRole("combobox", { name: "Column for where" })).toHaveText("Typed below");
    await expect(dialog.getByRole("columnheader", { name: "bags" })).toBeVisible();
    await dialog.getByRole("textbox", { name: "where, row 1" }).fill("Oslo");
    await dialog.getByRole("button", { name: "Run 2 rows" }).click();
    const table = dialog.getByRole("table");
    await expect(table.getByText("Hello dear Mia")).toHaveCount(2);
    await expect(table.getByText("The model fell over")).toHaveCount(2);
    const texts = provider.seen.map(({ text }) => text);
    expect(texts.some((text) => text.includes("Greet Mia in Oslo."))).toBe(true);
    expect(texts.some((text) => text.includes('Greet Noah \\"N\\" in {{where}}.'))).toBe(true);
    await dialog.getByRole("button", { name: "Save as table" }).click();
    await dialog.getByRole("link", { name: "Open table playground-answers" }).click();
    await expect(page).toHaveURL(/\/tables\?/);
    await expect(page.locator("main")).toContainText("Hello dear Mia");
    await expect(page.locator("main")).toContainText("openai/failing error");

    await page.getByRole("link", { name: "Run over rows in the playground" }).click();
    await expect(page.getByRole("button", { name: "Run over rows (2)" })).toBeVisible();
    await page.goto(`/${slug}/playground`);
    await page.getByRole("button", { name: "Run over rows (2)" }).click();
    await dialog.getByRole("button", { name: "Remove row 2" }).click();
    await dialog.getByRole("button", { name: "Load dataset" }).click();
    await page.getByRole("button", { name: /^playground-answers/ }).click();
    await expect(dialog.getByRole("status").first()).toHaveText("2 rows loaded");
    await expect(dialog.getByRole("textbox", { name: "who, row 2" })).toHaveValue('Noah "N"');
    await expect(dialog.getByRole("textbox", { name: "where, row 1" })).toHaveValue("Oslo");
  },
);

test(
  "shows how often the provider was retried, and that the request was edited since",
  heldBy(
    "app/(dashboard)/[workspace]/playground/playground-page.test.tsx",
    "marks an answer as stale until the edited request is as it was",
  ),
  async ({ page, heddle, project }) => {
    await openPlayground(page, heddle.url, project, "flaky", "plain");
    await run(page).click();
    const [again, once] = [answerOf(page, "openai/flaky"), answerOf(page, "openai/plain")];
    await expect(again).toContainText("Hello dear Mia");
    await expect(again.getByRole("definition").filter({ hasText: /^2$/ })).toBeVisible();
    await expect(once.getByRole("definition").filter({ hasText: /^0$/ })).toBeVisible();
    await expect(page.getByText("stale", { exact: true })).toHaveCount(0);
    await message(page, 2).fill("Where is HAT171?");
    await expect(page.getByText("stale", { exact: true })).toHaveCount(2);
    await expectAccessible(page);
    await expectFitsPhone(page);

    await page.getByRole("button", { name: "Code" }).click();
    await page.getByRole("dialog", { name: "Code" }).press("ControlOrMeta+Enter");
    await page.keyboard.press("Escape");
    await expect(page.getByText("stale", { exact: true })).toHaveCount(2);
    await message(page, 2).press("ControlOrMeta+Enter");
    await expect(page.getByText("stale", { exact: true })).toHaveCount(0);
  },
);

test(
  "shares a run by a link, with all its columns and what each sends, tracked or not",
  heldBy("app/(dashboard)/[workspace]/playground/use-opened-source.test.tsx", "returns the models of the URL"),
  async ({ page, context, heddle, project }) => {
    const slug = await openPlayground(page, heddle.url, project, "plain", "two");
    await page.getByLabel("temperature", { exact: true }).fill("0.5");
    await page.getByRole("switch", { name: "Track calls" }).click();
    await run(page).click();
    await expect(answerOf(page, "openai/two")).toContainText("Hello dear Mia");
    await page.getByRole("button", { name: "History, 1" }).click();
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: heddle.url });
    await page.getByRole("button", { name: "Copy link to this request" }).click();
    await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain(`/${slug}/playground?request=`);

    await message(page, 2).fill("Something else");
    await page.goto(link);
    await expect(message(page, 2)).toHaveValue("Where is HAT170?");
    await expect(page.getByLabel("temperature", { exact: true })).toHaveValue("0.5");
    await expect(page.getByRole("button", { name: "Model of column 2: openai/two" })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/${slug}/playground$`));
    await page.getByRole("button", { name: "Restore my draft" }).click();
    await expect(message(page, 2)).toHaveValue("Something else");

    await page.goto(`/${slug}/playground?request=00000000-0000-4000-8000-000000000000`);
    await expect(page.getByRole("heading", { name: "Request not found" })).toBeVisible();
    await page.getByRole("button", { name: "Open my draft" }).click();
    await expect(message(page, 2)).toHaveValue("Something else");
  },
);

test(
  "stores no trace for an untracked call",
  heldBy(
    "app/(dashboard)/[workspace]/playground/playground-page.test.tsx",
    "sends a call that is not tracked when that is switched off",
  ),
  async ({ page, heddle, project }) => {
    const slug = await openPlayground(page, heddle.url, project, "plain");
    await page.getByRole("switch", { name: "Track calls" }).click();
    await run(page).click();
    await expect(answerOf(page, "openai/plain")).toContainText("not tracked");
    await expect(answerOf(page, "openai/plain")).toContainText("Hello dear Mia");
    await page.goto(`/${slug}/traces?t=all`);
    await expect(page.getByText("Waiting for the first call")).toBeVisible();
  },
);

test(
  "refuses an empty prompt, leaves empty messages out, and gives a new message the focus",
  heldBy(
    "app/(dashboard)/[workspace]/playground/playground-page.test.tsx",
    "gives a new message the focus, and does not send it while it is empty",
  ),
  async ({ page, heddle, provider, project }) => {
    await openPlayground(page, heddle.url, project, "plain");
    await message(page, 2).fill("");
    const requestCount = provider.seen.length;
    await run(page).click();
    await expect(answerOf(page, "openai/plain").getByRole("alert")).toContainText("Write a message");
    expect(provider.seen.length).toBe(requestCount);

    await message(page, 2).fill("Where is HAT170?");
    await page.getByRole("button", { name: "Message", exact: true }).click();
    await expect(message(page, 3)).toBeFocused();
    await run(page).click();
    await expect(answerOf(page, "openai/plain")).toContainText("Hello dear Mia");
    expect(lastRequest(provider)).toMatchObject({ messages: [{ role: "user", content: "Where is HAT170?" }] });
  },
);
