// @vitest-environment jsdom
import { Blob as ReadableBlob } from "node:buffer";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { takeCarried } from "@/lib/address/carried-rows";
import { TrajectoryCollector } from "@/lib/training/trajectories/collect-trajectories";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { SingleGroupsNote } from "./single-groups-note";

// Blobs of the test document cannot be read.
beforeEach(() => vi.stubGlobal("Blob", ReadableBlob));

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), useParams: () => ({}), usePathname: () => "/" }));
afterEach(() => {
  cleanPage();
  push.mockClear();
});

function rowsOf(...asked: readonly (string | null)[]) {
  const collector = new TrajectoryCollector("file");
  for (const text of asked) {
    const messages = [
      ...(text === null ? [] : [{ role: "user", content: text }]),
      { message: { role: "assistant", content: "Yes" }, finish_reason: "stop", index: 0, logprobs: null },
    ];
    const trajectory = { place: "1", value: { messages_and_choices: messages, reward: 1 }, leftOut: [], about: {} };
    collector.add({ place: "1", isGroup: false, members: {}, trajectories: [trajectory] });
  }
  return collector.flush().rows;
}

function draw(groupCount: number, singleCount: number, rows = rowsOf()) {
  renderElementOnPage(
    <SingleGroupsNote
      slug="airline"
      draft={{ rows, isOut: new Uint8Array(rows.length) }}
      figures={{ groupCount, singleCount, spreadCount: groupCount - singleCount }}
    />,
  );
  return document.body;
}

it.each([
  ["run", "training run with these prompts", "/airline/runs/new"],
  ["evaluation", "evaluation of these prompts", "/airline/evaluations/new"],
])("says that groups of one have no signal, and takes their prompts to a new %s", async (_, button, path) => {
  const page = draw(20, 20, rowsOf("Dogs?", "Cats?", "Dogs?"));
  expect(page.textContent).toContain("20 groups of one: an advantage compares answers to the same prompt");
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/airline/review"]);
  await userEvent.click(screen.getByRole("button", { name: button }));
  await vi.waitFor(() => expect(push).toHaveBeenCalledOnce());
  const address = new URL(push.mock.calls[0]?.[0], "http://x");
  expect(address.pathname).toBe(path);
  expect(takeCarried(address.searchParams.get("carried") ?? "")).toEqual({
    name: "job-prompts",
    rows: [{ prompt: "Dogs?" }, { prompt: "Cats?" }],
    leftOut: 0,
    messages: { system: "", user: "{prompt}" },
  });
});

it("says so where no trajectory begins with a text of the user", async () => {
  draw(1, 1, rowsOf(null));
  await userEvent.click(screen.getByRole("button", { name: "training run with these prompts" }));
  expect((await screen.findByRole("alert")).textContent).toBe("No prompt of these begins with a text of the user.");
  expect(push).not.toHaveBeenCalled();
});

it("says nothing while a group can be compared, or without groups", () => {
  expect(draw(20, 19).textContent).toBe("");
  cleanPage();
  expect(draw(0, 0).textContent).toBe("");
});
