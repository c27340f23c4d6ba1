import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "@/e2e/support/accessible";
import { logEvaluations } from "@/e2e/support/evaluation-runs";
import { heldBy } from "@/e2e/support/held-by";
import { HOSTILE_PAGE, inlineParts, storeContent, storeMediaValues } from "@/e2e/support/media-values";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls, send } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

/** An image counts once its pixels are there. */
const expectDrawn = (images: Locator, count: number) =>
  expect
    .poll(() =>
      images.evaluateAll(
        (found) => found.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length,
      ),
    )
    .toBe(count);

const inputsOf = (page: Page) => page.getByRole("tree", { name: "inputs" });
const dialog = (page: Page) => page.getByRole("dialog");

test("shows, plays and offers each kind of media in the inputs of a call, by mouse and keyboard", async ({
  page,
  heddle,
  project,
}) => {
  const values = await storeMediaValues(heddle.serviceUrl, project);
  const call = { op: "describe", startedAt: new Date(), durationMs: 50, inputs: values, output: inlineParts() };
  const [id] = await logCalls(heddle.serviceUrl, project, [call]);
  const slug = await makeWorkspace(page, heddle.url, project);
  await page.goto(`/${slug}/traces/${id}?tab=payload`);
  const inputs = inputsOf(page);
  await expect(inputs.getByText("PNG · 320 × 200")).toBeVisible();
  await expectDrawn(inputs.locator("img"), 1);
  await expect(inputs.getByText("2026-11-23 02:03:04.567 UTC")).toHaveAttribute("title", /567890\+00:00$/);
  await expect(inputs.getByText("lab.Frame")).toBeVisible();
  await expect(inputs.getByText("its bytes are text")).toBeVisible();
  await expect(inputs.getByRole("alert")).toContainText("could not find");
  await expect(inputs.getByRole("button", { name: "Retry" })).toBeVisible();

  await inputs.getByRole("button", { name: "Play audio.wav" }).click();
  await expect(inputs.locator("audio")).toBeVisible();

  const download = page.waitForEvent("download");
  await inputs.getByRole("button", { name: "Download report.pdf" }).click();
  expect((await download).suggestedFilename()).toBe("report.pdf");

  await inputs.getByRole("button", { name: "Open offer.html" }).click();
  await expect(dialog(page).getByText(HOSTILE_PAGE)).toBeVisible();
  expect(await page.title()).not.toBe("run");
  await page.keyboard.press("Escape");

  await inputs.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expectDrawn(dialog(page).getByRole("img", { name: "image.png" }), 1);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(inputs).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(inputs.getByText("weave_type")).toBeVisible();
  await page.keyboard.press("ArrowLeft");

  const output = page.getByRole("tree", { name: "output" });
  // An image loads when it comes into view.
  await output.focus();
  await page.keyboard.press("End");
  await expectDrawn(output.locator("img"), 3);
  await expect(output.getByRole("button", { name: "Play WAV audio" })).toBeVisible();
});

/** Records some frames of a canvas. Returns the file in base64; null where the browser cannot write this type. */
const recorded = (page: Page, type: string): Promise<string | null> =>
  page.evaluate(async (mimeType) => {
    if (!MediaRecorder.isTypeSupported(mimeType)) return null;
    const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 48 });
    const context = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType });
    const parts: Blob[] = [];
    let frame = 0;
    const draw = () => {
      if (context === null || recorder.state === "inactive") return;
      context.fillStyle = `hsl(${(frame * 20) % 360} 80% 50%)`;
      context.fillRect(0, 0, canvas.width, canvas.height);
      frame += 1;
      requestAnimationFrame(draw);
    };
    await new Promise<void>((resolve) => {
      recorder.addEventListener("dataavailable", ({ data }) => {
        if (data.size > 0) parts.push(data);
        if (parts.length >= 3 && recorder.state === "recording") recorder.stop();
      });
      recorder.addEventListener("stop", () => resolve());
      recorder.start(50);
      draw();
    });
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }, type);

for (const [label, type, filename] of [
  ["WebM", "video/webm", "clip.webm"],
  ["MP4", "video/mp4", "clip.mp4"],
] as const) {
  test(
    `plays a ${label} video that a browser recorded`,
    heldBy("components/media/media-in-json.test.tsx", "is a video that opens as a player"),
    async ({ page, heddle, project }) => {
      const base64 = await recorded(page, type);
      test.skip(base64 === null, `this browser does not write ${label}`);
      const bytes = Buffer.from(base64 ?? "", "base64");
      const clip = await storeContent(heddle.serviceUrl, project, bytes, filename, type);
      const call = { op: "film", startedAt: new Date(), durationMs: 50, inputs: { clip } };
      const [id] = await logCalls(heddle.serviceUrl, project, [call]);
      const slug = await makeWorkspace(page, heddle.url, project);
      await page.goto(`/${slug}/traces/${id}?tab=payload`);
      await inputsOf(page)
        .getByRole("button", { name: `Open ${filename}` })
        .click();
      const video = dialog(page).locator("video");
      await expect(video).toBeVisible();
      const shown = () => video.evaluate((element) => (element instanceof HTMLVideoElement ? element.videoWidth : 0));
      await expect.poll(shown).toBe(64);
      await video.evaluate((element) => (element instanceof HTMLVideoElement ? element.play() : undefined));
      await expect
        .poll(() => video.evaluate((element) => element instanceof HTMLVideoElement && element.currentTime > 0))
        .toBe(true);
    },
  );
}

test(
  "shows media in a column of calls and in the peek panel",
  heldBy("components/media/media-in-json.test.tsx", "is one folded line with a small image, its type, pixels and size"),
  async ({ page, heddle, project }) => {
    const values = await storeMediaValues(heddle.serviceUrl, project);
    const call = { op: "describe", startedAt: new Date(), durationMs: 50, inputs: values, output: "ok" };
    const [id] = await logCalls(heddle.serviceUrl, project, [call]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/traces?cols=op,inputs.photo,inputs.when,inputs.report&peek=${id}`);
    const row = page.getByRole("row").filter({ hasText: "describe" }).first();
    await expectDrawn(row.locator("img"), 1);
    await expect(row.getByText("2026-11-23 02:03:04.567 UTC")).toBeVisible();
    await expect(row.getByText("report.pdf")).toBeVisible();
    await expectDrawn(inputsOf(page).locator("img"), 1);
  },
);

test(
  "shows media in the cells of a table and in the value of a cell",
  heldBy("components/media/media-in-json.test.tsx", "in a string is recognized without a request"),
  async ({ page, heddle, project }) => {
    const { photo, speech, when } = await storeMediaValues(heddle.serviceUrl, project);
    const [image] = inlineParts();
    const rows = [{ photo, speech, when, url: image?.image_url?.url, note: "plain" }];
    const { digest } = (await send(heddle.serviceUrl, "/table/create", { table: { project_id: project, rows } })) as {
      digest: string;
    };
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/tables?digest=${digest}`);
    const sheet = page.getByRole("grid");
    await expectDrawn(sheet.locator("img"), 2);
    await expect(sheet.getByText("audio.wav")).toBeVisible();
    await expect(sheet.getByText("2026-11-23 02:03:04.567 UTC")).toBeVisible();
    await sheet.locator('td[data-column="photo"]').click();
    await page.keyboard.press("Space");
    const value = page.getByRole("dialog", { name: "Value of photo" });
    await expectDrawn(value.locator("img"), 1);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await sheet.locator('td[data-column="url"]').click();
    await page.keyboard.press("Space");
    await expectDrawn(page.getByRole("dialog", { name: "Value of url" }).locator("img"), 1);
  },
);

test(
  "shows media in the examples of an evaluation",
  heldBy("components/media/media-in-json.test.tsx", "is one folded line with a small image, its type, pixels and size"),
  async ({ page, heddle, project }) => {
    const { photo } = await storeMediaValues(heddle.serviceUrl, project);
    const dataset = { name: "photos", trials: 1, rows: [{ photo, expected: "a gradient" }] };
    const run = { name: "Look", model: "agent", startedAt: new Date(), passes: () => true };
    const [id] = await logEvaluations(heddle.serviceUrl, project, dataset, [run]);
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/evaluations/${id}`);
    const examples = page.getByRole("grid", { name: "Examples" });
    await expectDrawn(examples.locator("img"), 1);
    await examples.getByText("image.png").click();
    const pane = page.getByRole("region", { name: "Example", exact: true });
    await expectDrawn(pane.locator("img"), 1);
    await pane.getByRole("button", { name: "Open image.png" }).click();
    await expectDrawn(dialog(page).getByRole("img", { name: "image.png" }), 1);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await expectAccessible(page);
    await expectFitsPhone(page);
  },
);
