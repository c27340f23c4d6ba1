// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { layOut } from "@/test/setup/browser-layout";
import { answerRequests, lines } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { ThreadPicker } from "./thread-picker";

layOut({ inside: { width: 400, height: 132 } });
afterEach(cleanPage);

const THREADS = Array.from({ length: 1000 }, (_, index) => ({
  thread_id: `thread-${index}`,
  turn_count: 1,
  start_time: "2026-11-20T14:00:00Z",
  last_updated: "2026-11-20T14:00:00Z",
  first_turn_id: `turn-${index}`,
  last_turn_id: `turn-${index}`,
  p99_turn_duration_ms: 10,
}));

it("lists all threads of the service, to pick those that match a text", async () => {
  answerRequests({ "threads.streamQuery": () => lines(THREADS) });
  const addThreads = vi.fn();
  renderElementOnPage(<ThreadPicker workspace={testWorkspace} sources={{ addThreads }} />);
  expect(await screen.findByText("1,000 threads")).toBeDefined();
  await userEvent.type(screen.getByRole("textbox", { name: "Thread id" }), "thread-99");
  expect(screen.getByText("11 threads")).toBeDefined();
  await userEvent.click(screen.getByRole("checkbox", { name: "All threads shown" }));
  await userEvent.click(screen.getByRole("button", { name: "Add 11" }));
  const ids = THREADS.map(({ thread_id: id }) => id).filter((id) => id.startsWith("thread-99"));
  expect(addThreads).toHaveBeenCalledExactlyOnceWith("11 picked threads", ids);
});

const REWARD = {
  name: "reward",
  source: "scorer",
  field: "score.reward",
  feedback_type: "wandb.runnable.reward",
  kind: "number",
  count: 2,
  number_count: 2,
  min: 0,
  max: 1,
  mean: 0.5,
  true_count: 0,
  false_count: 0,
  values: [],
  last_at: "2026-11-20T14:00:00Z",
};

it("shows the rewards of threads, filters by them and sorts by them", async () => {
  const asked: unknown[] = [];
  answerRequests({
    "threads.streamQuery": ({ body }) => {
      asked.push(body);
      return lines(THREADS.slice(0, 2));
    },
    "scores.list": () => Response.json({ scores: [REWARD], is_partial: false }),
    "scores.read": () =>
      Response.json({
        calls: [],
        threads: [
          {
            id: "thread-1",
            scores: [
              { name: "reward", source: "scorer", value: 0.25, mean: 0.75, count: 2, at: "2026-11-20T14:00:00Z" },
            ],
          },
        ],
        is_partial: false,
      }),
  });
  renderElementOnPage(<ThreadPicker workspace={testWorkspace} sources={{ addThreads: vi.fn() }} />);
  expect(await screen.findByText("0.75")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Sorted by Updated, largest first" }));
  await userEvent.click(await screen.findByRole("menuitemradio", { name: "reward" }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort_by: [{ field: "score.reward" }, {}] }));
  await userEvent.type(screen.getByRole("textbox", { name: "Thread id" }), "score.reward:>0.5");
  const above = { $gt: [{ $getField: "score.reward" }, { $literal: 0.5 }] };
  expect(screen.getByRole("textbox", { name: "Thread id" })).toHaveProperty("value", "score.reward:>0.5");
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ filter: { calls: [{ query: { $expr: above } }] } }));
});
