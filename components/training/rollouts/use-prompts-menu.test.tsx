// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { takeRows } from "@/lib/address/carried-rows";
import type { RolloutGroup } from "@/lib/api/contract/training-runs/training-runs";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { UsePromptsMenu } from "./use-prompts-menu";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), useParams: () => ({}), usePathname: () => "/" }));
afterEach(() => {
  cleanPage();
  push.mockClear();
});

const group = (messages: readonly object[], values: RolloutGroup["values"] = null): RolloutGroup => ({
  ...{ task: 0, group: 0, title: null, messages: [...messages] as RolloutGroup["messages"], values },
  ...{ reward_mean: 0.5, reward_std_dev: 0.5, has_signal: true, rollouts: [] },
});

const ask = (content: string) => [{ role: "user", content }];

function draw(groups: readonly (RolloutGroup | null)[], role = "member") {
  const person = { id: "p", name: "Ines", email: "ines@example.org", role };
  answerRequests({ "session.current": () => json({ person, expiresAt: "2027-01-01T00:00:00Z" }) });
  renderElementOnPage(<UsePromptsMenu slug="airline" name="careful-prompts" groups={groups} />);
}

it.each([
  ["New evaluation of them", "/airline/evaluations/new"],
  ["New run: more answers to each", "/airline/runs/new"],
])("takes each prompt of the groups once, with the columns of its task: %s", async (item, path) => {
  draw([group(ask("2 + 2?"), { prompt: "two and two", answer: "4" }), null, group(ask("2 + 2?")), group(ask("Hi"))]);
  await userEvent.click(await screen.findByRole("button", { name: "Use 2 prompts" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
  const address = new URL(push.mock.calls[0]?.[0], "http://x");
  expect(address.pathname).toBe(path);
  expect(takeRows(address.searchParams.get("carried") ?? "")).toEqual({
    name: "careful-prompts",
    rows: [{ prompt: "2 + 2?", answer: "4" }, { prompt: "Hi" }],
    leftOut: 0,
    messages: { system: "", user: "{prompt}" },
  });
});

it("offers nothing where no group begins with a text, and nothing to a viewer", async () => {
  draw([group([]), null]);
  expect(screen.queryByRole("button")).toBeNull();
  cleanPage();
  draw([group(ask("Hi"))], "viewer");
  await vi.waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button").disabled).toBe(true));
});
