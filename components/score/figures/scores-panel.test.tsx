// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { TracesScope } from "@/lib/address/traces-href";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { operations } from "@/lib/api/contract/operations";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { ScoresPanel } from "./scores-panel";
import "@/test/setup/browser-layout";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }), usePathname: () => "/w/overview" }));

afterEach(cleanPage);

const [listed] = operations["scores.list"].example.result.scores;
const scores = ["reason", "a", "b", "c", "d"].map(
  (name): ProjectScore =>
    ({
      ...operations["scores.list"].result.schema.parse({ scores: [listed], is_partial: false }).scores[0],
      name,
      field: `score.${name}`,
      kind: name === "reason" ? "text" : "number",
    }) as ProjectScore,
);
const example = operations["scores.figures"].example.result;
const scope: TracesScope = { slug: "w", query: "", source: "production", areRootsOnly: false, range: { kind: "all" } };

const open = (answer: Answers[string]) => {
  const sent = answerRequests({ "scores.figures": answer });
  renderElementOnPage(
    <TooltipProvider>
      <ScoresPanel
        workspace={testWorkspace}
        scores={scores}
        scope={scope}
        requestKey={["k"]}
        callsAt={() => ({ by: "op" })}
        isLive={false}
      />
    </TooltipProvider>,
  );
  return sent;
};

const answered: Answers[string] = ({ body }) =>
  json({ ...example, scores: body.fields.map((field: string) => ({ ...example.scores[0], field })) });

describe("the scores of some calls", () => {
  it("are asked for in one request, verdicts before texts", async () => {
    const sent = open(answered);
    expect(await screen.findByRole("region", { name: "a" })).toBeTruthy();
    expect(sent.map(({ body }) => body)).toMatchObject([
      { fields: ["score.a", "score.b", "score.c"], by: "op", project_id: testWorkspace.projectId },
    ]);
    fireEvent.click(screen.getByRole("button", { name: "Show 2 more" }));
    expect(await screen.findByRole("region", { name: "reason" })).toBeTruthy();
    expect(sent.at(-1)?.body.fields).toEqual(["score.a", "score.b", "score.c", "score.d", "score.reason"]);
  });

  it("show how their values are distributed", async () => {
    open(answered);
    const card = await screen.findByRole("region", { name: "a" });
    expect(card.textContent).toContain("mean 0.5");
    // One or two points have no course to choose.
    expect(within(card).queryByRole("radio", { name: "Distribution" })).toBeNull();
    expect(within(card).getByRole("link", { name: "0.5: 1 call" }).getAttribute("href")).toContain("score.a%3A0.5");
  });

  it("are named in a line where most of them have no value in the range", async () => {
    const totals = { ...example.scores[0]?.totals, call_count: 0, mean: null };
    let emptyCount = 2;
    const answer: Answers[string] = ({ body }) =>
      json({
        ...example,
        scores: body.fields.map((field: string, at: number) => ({
          ...{ ...example.scores[0], field },
          ...(at < emptyCount ? { totals, buckets: [], values: [], bins: [] } : {}),
        })),
      });
    open(answer);
    expect(await screen.findByText("No call in this range has the scores a, b.")).toBeTruthy();
    expect(screen.getAllByRole("region").map((card) => card.getAttribute("aria-label"))).toEqual(["Scores", "c"]);
    cleanPage();
    emptyCount = 1;
    open(answer);
    expect(await screen.findByRole("region", { name: "a" })).toBeTruthy();
    expect(screen.queryByText(/has the scores/)).toBeNull();
  });

  it("say that they could not be loaded, and are asked for again", async () => {
    let isBroken = true;
    open((request) => (isBroken ? failed("unreachable") : answered(request)));
    expect(await screen.findByRole("alert")).toBeTruthy();
    isBroken = false;
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.getByRole("region", { name: "a" })).toBeTruthy());
  });
});
