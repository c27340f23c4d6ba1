import { PHONE } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logRenderedThread } from "@/e2e/support/rendered-thread";
import { expect, test } from "@/e2e/support/test";

test(
  "a conversation is rendered, harmless, and shown as it was sent on a switch that is remembered",
  heldBy("components/markdown/hostile-markdown.test.tsx", "shows images as links and loads none of them"),
  async ({ page, heddle, project }) => {
    const foreign: string[] = [];
    await page.route(/example\.com/, async (route) => {
      foreign.push(route.request().url());
      await route.abort();
    });
    await logRenderedThread(heddle.serviceUrl, project, "conversation");
    const slug = await makeWorkspace(page, heddle.url, project);
    await page.goto(`/${slug}/threads/conversation?t=all`);
    const conversation = page.getByRole("region", { name: "Conversation" });
    const turn = conversation.getByRole("article", { name: "Turn 1", exact: true });
    await expect(turn.getByRole("heading", { name: "Flights left for H9ZU1C on May 22" })).toBeVisible();
    await expect(turn.getByRole("columnheader", { name: "Fare, 2 seats" })).toBeVisible();
    await expect(turn.getByRole("img", { name: "not done" })).toBeVisible();
    await expect(turn.getByRole("group", { name: "Code, python" }).getByText("def", { exact: true })).toBeVisible();
    await expect(turn).toContainText('<script>window.hacked = true</script> <img src="https://example.com/pixel.png"');
    await expect(turn.getByRole("link", { name: "Image: seat map" })).toBeVisible();

    const result = turn.getByRole("group", { name: "Result of search_direct_flight" });
    await expect(result).toContainText("{ flights: [1], count: 1 }");
    await expect(result).toContainText("181 ms");
    await result.getByRole("button", { expanded: false }).click();
    await expect(result).toContainText("flight_number");

    await turn.getByRole("link", { name: "the search" }).click();
    const dialog = page.getByRole("dialog", { name: "Open external link?" });
    await expect(dialog).toContainText("https://example.com/search?id=0199a61c");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);

    await page.keyboard.press("v");
    await expect(turn.getByText("###", { exact: true })).toBeVisible();
    await expect(turn).toContainText("| --- | --- | --- | ---: | ---: | --- |");
    await page.reload();
    await expect(turn.getByText("###", { exact: true })).toBeVisible();
    await conversation.getByRole("radio", { name: "Rendered" }).click();
    await expect(turn.getByRole("columnheader", { name: "Fare, 2 seats" })).toBeVisible();

    await page.setViewportSize(PHONE);
    const table = turn.getByRole("group", { name: "Table" });
    await table.scrollIntoViewIfNeeded();
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeGreaterThan(0);

    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    expect(foreign).toEqual([]);
  },
);
