import { heldBy } from "@/e2e/support/held-by";
import { connectWorkspace, makeWorkspace } from "@/e2e/support/open-workspace";
import { message, run } from "@/e2e/support/playground";
import { runHeddle } from "@/e2e/support/run-heddle";
import { signIn } from "@/e2e/support/sign-in";
import { expect, test } from "@/e2e/support/test";

test(
  "says without a provider how to configure one, and keeps the draft",
  heldBy(
    "app/(dashboard)/[workspace]/playground/playground-page.test.tsx",
    "says without a provider how to configure one",
  ),
  async ({ page, project }) => {
    // A model trained by another test would answer, so this product is new.
    const heddle = await runHeddle();
    try {
      await signIn(page, heddle.url);
      const slug = await makeWorkspace(page, heddle.url, project);
      await page.goto(`${heddle.url}/${slug}/playground`);
      await expect(page.getByRole("heading", { name: "No model provider configured" })).toBeVisible();
      await expect(page.locator("main")).toContainText("ANTHROPIC_API_KEY");
      await expect(run(page)).toBeDisabled();
      await message(page, 2).fill("Hello");
      await page.reload();
      await expect(message(page, 2)).toHaveValue("Hello");
    } finally {
      await heddle.stop();
    }
  },
);

test(
  "lets a viewer write but not run, and says why",
  heldBy("app/(dashboard)/[workspace]/playground/playground-page.test.tsx", "lets viewers type and not run"),
  async ({ page, heddle, project, joinAs }) => {
    const slug = await makeWorkspace(page, heddle.url, project);
    const { page: viewer } = await joinAs("viewer");
    await viewer.goto(`/${slug}/playground`);
    await expect(viewer.getByRole("heading", { name: "Viewers cannot run completions" })).toBeVisible();
    await expect(run(viewer)).toBeDisabled();
    await message(viewer, 2).fill("Hello");
  },
);

test(
  "receives an answer in one piece from a service with only the thirteen operations, by a model's name",
  heldBy(
    "lib/completion/run-store.test.ts",
    "falls back to one piece if the service does not stream, and tries that only once",
  ),
  async ({ page, heddle, project, bare }) => {
    const slug = await connectWorkspace(page, heddle.url, project, bare);
    await page.goto(`/${slug}/playground`);
    await page.getByRole("button", { name: "Model of column 1: none" }).click();
    await expect(page.getByText("This connection does not list models")).toBeVisible();
    await page.getByPlaceholder(/Find a model/).fill("in-house-1");
    await page.getByRole("option", { name: "Use in-house-1" }).click();
    await message(page, 2).fill("Hello");
    await run(page).click();
    const answer = page.getByRole("region", { name: "Answer of in-house-1" });
    await expect(answer).toContainText("olleH");
    await expect(answer).toContainText("not tracked");
    await expect(answer.getByTitle("Not reported by the service")).toHaveText("–");
    await expect(page.getByText("No streaming on this connection")).toBeVisible();
    expect(bare.seen.filter((seen) => seen.includes("completions"))).toEqual([
      "GET /completions/providers",
      "POST /completions/create_stream",
      "POST /completions/create",
    ]);
    await run(page).click();
    await expect.poll(() => bare.seen.at(-1)).toBe("POST /completions/create");
    expect(bare.seen.filter((seen) => seen === "POST /completions/create_stream")).toHaveLength(1);
  },
);
