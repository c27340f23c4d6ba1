// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { sentFacts } from "@/lib/calls/sent-facts";
import { SentCost, SentFactLines } from "./sent-fact-lines";

afterEach(cleanup);

/** The lines as `name: text`. */
function linesOf(attributes: Record<string, unknown>) {
  const { container } = render(
    <dl>
      <SentFactLines facts={sentFacts({ attributes })} />
    </dl>,
  );
  return [...container.querySelectorAll("dt")].map((name) => `${name.textContent}: ${name.nextSibling?.textContent}`);
}

it("shows what the sender states about a call", () => {
  expect(
    linesOf({
      user: "mia_li",
      agent: "weatherbot",
      agent_id: "a1",
      agent_version: "3",
      otel_span: { attributes: { gen_ai: { request: { model: "m" }, response: { model: "m-2026" } } } },
      finish_reasons: ["stop"],
      time_to_first_chunk_s: 0.25,
      response_id: "r1",
      tags: ["vip", "vip", "trial"],
      metadata: { plan: "gold", seats: { row: 4 } },
    }),
  ).toEqual([
    "User: mia_li",
    "Agent: weatherbot version 3a1",
    "Model: m-2026 asked as m",
    "Finished: stop",
    "First token: after 250 ms",
    "Response id: r1",
    "Tags: viptrial",
    'Metadata: plan goldseats { "row": 4 }',
  ]);
});

it("has no line for what is not stated", () => expect(linesOf({ kind: "llm" })).toEqual([]));

it("shows the cost as sent beside the computed one, and marks a difference", () => {
  const { rerender } = render(<SentCost sentUsd={0.05} costUsd={0.05} />);
  expect(screen.getByTitle(/sender/).textContent).toBe(" $0.0500 as sent");
  rerender(<SentCost sentUsd={0.05} costUsd={0.08} />);
  expect(screen.getByTitle(/sender/).textContent).toBe(" $0.0500 as sent, differs");
  rerender(<SentCost sentUsd={null} costUsd={0.08} />);
  expect(screen.queryByTitle(/sender/)).toBeNull();
});
