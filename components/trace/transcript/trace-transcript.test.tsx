// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { layOut } from "@/test/setup/browser-layout";
import { registerMarks } from "@/test/setup/found-marks";
import { answerRequests, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage } from "@/test/setup/render-on-page";
import { TraceTranscript } from "./trace-transcript";

layOut({ inside: { width: 800, height: 600 } });
const marked = registerMarks();
afterEach(cleanPage);

const skeleton = makeSkeleton([{ id: "root" }, { id: "chat", parent: "root", kind: "llm" }]);

const call = {
  ...{ id: "chat", project_id: "demo/airline", op_name: "chat", trace_id: "t", started_at: "2026-11-20T14:00:00Z" },
  attributes: {},
  inputs: {
    messages: [
      { role: "system", content: "You sell flights. A refund takes a week." },
      { role: "user", content: "Where is my refund?" },
    ],
  },
  output: { role: "assistant", content: "It is on its way." },
};

function open(searchText: string) {
  answerRequests({
    "calls.preview": () =>
      json({ previews: [{ id: "chat", inputs: "{", output: "{", inputs_length: 10, output_length: 10 }] }),
    "calls.streamQuery": () => lines([call]),
  });
  renderElementOnPage(
    <TraceTranscript
      connectionId={`searched ${searchText}`}
      projectId="demo/airline"
      skeleton={skeleton}
      searchText={searchText}
      selectedRow={-1}
      onSelect={() => undefined}
    />,
  );
}

it("marks the searched text in its messages, and opens a system prompt that has it", async () => {
  open("refund");
  await screen.findByText("Where is my refund?");
  await waitFor(() => expect(marked()).toEqual(["refund", "refund"]));
});

it("keeps a system prompt closed without a search", async () => {
  open("");
  await screen.findByText("Where is my refund?");
  expect(screen.getByRole("button", { name: /System/ }).getAttribute("aria-expanded")).toBe("false");
  expect(marked()).toEqual([]);
});
