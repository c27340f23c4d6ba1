import type { Page } from "@playwright/test";
import { PHONE } from "@/e2e/support/accessible";
import { heldBy } from "@/e2e/support/held-by";
import { makeWorkspace } from "@/e2e/support/open-workspace";
import { logCalls } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

const ANSWER = `### Flights left for H9ZU1C on May 22

Three nonstop flights have seats in **economy**. \`HAT170\` sold out at 11:04, see [the search](https://example.com/search?id=0199a61c).
![seat map](https://example.com/seats.png)

| Flight | Leaves | Arrives | Fare, 2 seats | Difference | Aircraft and its cabin layout |
| --- | --- | --- | ---: | ---: | --- |
| \`HAT083\` | 12:30 | 15:41 | $535.00 | +$151.00 | Airbus A321 with two aisles in front |
| \`HAT156\` | 14:45 | 17:58 | $384.00 | $0.00 | Boeing 737 with three seats on each side |
| \`HAT221\` | 18:10 | 21:20 | $342.00 | −$42.00 | Airbus A220 with two and three seats |

1. **Until 12:00** all three can be booked here.
2. **After 12:00** only the two later ones.
   - a certificate cannot pay for a change

- [x] seats held
- [ ] fare paid

\`\`\`python
def refund(paid, fare, seats):
    """Refund in USD for a change to a cheaper flight."""
    return max(0, paid - fare) * seats  # no fee in economy
\`\`\`

> Policy, line 48: a change keeps the cabin of all passengers unless each pays the difference.

<script>window.hacked = true</script> <img src="https://example.com/pixel.png" onerror="window.hacked = true">
`;

const FLIGHTS = { flights: [{ flight_number: "HAT083", origin: "JFK", seats: { economy: 6 } }], count: 1 };

async function openThread(page: Page, url: string, serviceUrl: string, project: string): Promise<void> {
  const startedAt = new Date(Date.now() - 60_000);
  const thread = "conversation";
  const [turn] = await logCalls(serviceUrl, project, [
    {
      op: "agent.turn",
      startedAt,
      durationMs: 9000,
      inputs: { message: "Which flights can we still take on the 22nd, and what do we get back?" },
      output: ANSWER,
      thread,
    },
  ]);
  await logCalls(serviceUrl, project, [
    {
      op: "search_direct_flight",
      startedAt: new Date(startedAt.getTime() + 1000),
      durationMs: 181,
      inputs: { origin: "JFK", destination: "SEA", date: "2026-05-22" },
      output: FLIGHTS,
      attributes: { kind: "tool" },
      thread,
      ...(turn === undefined ? {} : { parent: turn, traceId: turn, turn }),
    },
  ]);
  const slug = await makeWorkspace(page, url, project);
  await page.goto(`/${slug}/threads/${thread}?t=all`);
}

test(
  "a conversation is rendered, harmless, and shown as it was sent on a switch that is remembered",
  heldBy("components/markdown/hostile-markdown.test.tsx", "shows images as links and loads none of them"),
  async ({ page, heddle, project }) => {
    const foreign: string[] = [];
    await page.route(/example\.com/, async (route) => {
      foreign.push(route.request().url());
      await route.abort();
    });
    await openThread(page, heddle.url, heddle.serviceUrl, project);
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
