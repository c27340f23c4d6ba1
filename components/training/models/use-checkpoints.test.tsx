// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerRequests, json, type SentRequest } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, renderOnPage } from "@/test/setup/render-on-page";
import { CheckpointGapsNote } from "./checkpoint-gaps-note";
import { useCheckpoints } from "./use-checkpoints";

afterEach(cleanPage);

const checkpoint = (step: number) => ({ id: `c${step}`, step, metrics: {} });

function open(answer: (request: SentRequest) => unknown) {
  const sent = answerRequests({ "models.checkpoints": (request) => json(answer(request)) });
  return { sent, result: renderOnPage(() => useCheckpoints("local", "m1"), { props: {} }).result };
}

const stepsOf = (result: ReturnType<typeof open>["result"]) => result.current.data?.map(({ step }) => step);

it("leaves out a checkpoint that does not match the contract, and continues after it", async () => {
  const answer = ({ search }: SentRequest) =>
    search.get("after") === null
      ? { data: [checkpoint(0), { id: "c1", step: "one" }], has_more: true }
      : { data: [checkpoint(2)], has_more: false };
  const { sent, result } = open(answer);
  await waitFor(() => expect(stepsOf(result)).toEqual([0, 2]));
  expect(sent.map(({ search }) => search.get("after"))).toEqual([null, "c1"]);
  renderElementOnPage(<CheckpointGapsNote connectionId="local" modelId="m1" />, {});
  expect((await screen.findByRole("alert")).textContent).toContain("1 checkpoint could not be read: 2");
});

it("says that the rest cannot be loaded when a service repeats a page", async () => {
  const { sent, result } = open(() => ({ data: [checkpoint(0), checkpoint(1)], has_more: true }));
  await waitFor(() => expect(stepsOf(result)).toEqual([0, 1]));
  expect(sent).toHaveLength(2);
  renderElementOnPage(<CheckpointGapsNote connectionId="local" modelId="m1" />, {});
  expect((await screen.findByRole("alert")).textContent).toContain("returns the same ones again");
});
