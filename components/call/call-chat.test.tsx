// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { layOut } from "@/test/setup/browser-layout";
import { answerRequests } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { CallChat } from "./call-chat";

vi.mock("next/navigation", () => ({ useParams: () => ({ workspace: "airline" }), useRouter: () => ({}) }));

layOut({ inside: { width: 480, height: 600 } });

afterEach(cleanPage);

const call = {
  id: "c",
  project_id: "demo/airline",
  op_name: "chat",
  trace_id: "t",
  started_at: "2026-11-20T00:00:00Z",
  ended_at: "2026-11-20T00:00:01Z",
};

function show(members: object) {
  answerRequests({});
  renderElementOnPage(<CallChat call={{ ...call, ...members }} />);
}

it("shows a refusal, and that it is one", () => {
  const message = { role: "assistant", content: null, refusal: "I cannot help with that." };
  show({ inputs: { messages: [{ role: "user", content: "q1" }] }, output: { choices: [{ message }] } });
  expect(screen.getByText("refused")).toBeDefined();
  expect(screen.getByText("I cannot help with that.")).toBeDefined();
});

it("shows what a search found", async () => {
  const documents = [{ id: "a", score: 0.9, content: "Two bags are free." }];
  show({
    inputs: { "gen_ai.retrieval.query.text": "How many bags?" },
    output: { "gen_ai.retrieval.documents": documents },
  });
  expect(screen.getByText("How many bags?")).toBeDefined();
  expect((await screen.findByRole("list", { name: "Documents" })).textContent).toBe("1ascore 0.9Two bags are free.");
});

it("shows the error of a call that has no answer", () => {
  show({ inputs: { question: "Why?" }, output: null, exception: "RateLimitError: slow down" });
  expect(screen.getByText("Why?")).toBeDefined();
  expect(screen.getByText("RateLimitError: slow down")).toBeDefined();
});

it("says that a client sent no content, and what switches it on", () => {
  const span = (scope: string) => ({ attributes: { otel_span: { name: "chat", scope: { name: scope } } } });
  show({ inputs: {}, output: null, ...span("gcp.vertex.agent") });
  expect(screen.getByRole("heading", { name: "No content was sent" })).toBeDefined();
  expect(screen.getByText("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY")).toBeDefined();
  expect(screen.getByRole("link", { name: "Clients and their switches" }).getAttribute("href")).toBe(
    "/settings/docs/otel",
  );
  cleanPage();
  show({ inputs: {}, output: null, ...span("my-program") });
  expect(screen.getByRole("heading", { name: "No content was sent" })).toBeDefined();
  expect(screen.queryByText(/=/)).toBeNull();
});
