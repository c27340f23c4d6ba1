// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { answerRequests, lines } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { CallUsage } from "./call-usage";
import { TwinFact } from "./twin-fact";

vi.mock("next/navigation", () => ({ useParams: () => ({ workspace: "airline" }), useRouter: () => ({}) }));

afterEach(cleanPage);

const request = (id: string, prompt: number) =>
  ({
    project_id: "e/p",
    id,
    trace_id: "t",
    op_name: `chat of ${id}`,
    started_at: "2026-11-20T00:00:00Z",
    ended_at: "2026-11-20T00:00:01Z",
    summary: {
      usage: { m: { prompt_tokens: prompt, completion_tokens: 5 } },
      weave: { usage_report: { is_request: true, source: id, response: "r", answer: "a" } },
    },
  }) as unknown as Call;

const fact = (call: Call) =>
  renderElementOnPage(<TwinFact address={{ connectionId: "local", projectId: "e/p", callId: call.id }} call={call} />);

it("links to the other report of a request, and says which one counts", async () => {
  const calls = [request("sdk", 200), request("client", 1200)];
  const sent = answerRequests({ "calls.streamQuery": () => lines(calls) });
  fact(request("sdk", 200));
  const link = await screen.findByRole("link", { name: "chat of client" });
  expect(link.getAttribute("href")).toBe("/airline/traces/client");
  expect(link.closest("dd")?.textContent).toBe("by chat of client, where its tokens and cost count");
  expect(sent[0]?.body.filter).toEqual({ trace_ids: ["t"] });
});

it("names the other report beside the tokens of a call, at the call that counts too", async () => {
  answerRequests({ "calls.streamQuery": () => lines([request("sdk", 200), request("client", 1200)]) });
  const call = request("client", 1200);
  const address = { connectionId: "local", projectId: "e/p", callId: call.id };
  renderElementOnPage(<CallUsage address={address} call={call} />);
  const link = await screen.findByRole("link", { name: "chat of sdk" });
  expect(link.getAttribute("href")).toBe("/airline/traces/sdk");
  expect(link.closest("dd")?.textContent).toBe("by chat of sdk; tokens and cost count here");
});
