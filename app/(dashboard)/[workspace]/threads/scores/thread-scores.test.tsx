// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { operations } from "@/lib/api/contract/operations";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { ThreadScores } from "./thread-scores";
import "@/test/setup/browser-layout";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }), usePathname: () => "/w/threads" }));

afterEach(cleanPage);

const { scores } = operations["scores.list"].result.schema.parse(operations["scores.list"].example.result);
const example = operations["scores.figures"].example.result;

const open = (threadIds: readonly string[], by: string) => {
  const sent = answerRequests({ "scores.figures": () => json(example) });
  renderElementOnPage(
    <TooltipProvider>
      <ThreadScores
        workspace={testWorkspace}
        threadIds={threadIds}
        scores={scores}
        by={by}
        onByChange={() => undefined}
        isLive={false}
      />
    </TooltipProvider>,
  );
  return sent;
};

it("asks for the scores of the threads that match, with the chosen groups", async () => {
  const sent = open(["t1", "t2"], "user");
  expect(await screen.findByRole("region", { name: "reward" })).toBeTruthy();
  expect(screen.getByText("calls of 2 threads")).toBeTruthy();
  expect(sent.map(({ body }) => body)).toMatchObject([
    { filter: { thread_ids: ["t1", "t2"] }, by: "end_user", fields: ["score.reward"] },
  ]);
});

it("says which threads it leaves out of a long list, and asks for no groups unless some are chosen", async () => {
  const sent = open(
    Array.from({ length: 1200 }, (_, at) => `t${at}`),
    "none",
  );
  expect(await screen.findByText("calls of 1,000 threads, without 200 further ones")).toBeTruthy();
  expect(sent[0]?.body).toMatchObject({ by: null });
  expect(sent[0]?.body.filter.thread_ids).toHaveLength(1000);
});
