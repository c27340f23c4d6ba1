// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import type { DetailTab } from "@/lib/calls/detail-tabs";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, json, lines } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { CallDetails } from "./call-details";

vi.mock("next/navigation", () => ({ useParams: () => ({ workspace: "airline" }), useRouter: () => ({}) }));

layOut({ inside: { width: 480, height: 600 } });

afterEach(cleanPage);

const OP = "weave:///demo/airline/op/change_flight:abc";

const callOf = (id: string, op_name: string, kind: string) => ({
  id,
  project_id: "demo/airline",
  op_name,
  trace_id: id,
  started_at: "2026-11-20T00:00:00Z",
  ended_at: "2026-11-20T00:00:01Z",
  attributes: { kind, of: id },
  summary: {},
});

const calls = [
  callOf("model", "chat.completions", "llm"),
  { ...callOf("tool", OP, "tool"), exception: "ToolError: HAT170 is not available" },
];

const messages = [{ role: "user", content: "Move me to an earlier flight." }];

/** Shows a call's details until another call is shown with them; returns the requests. */
function open(more: Answers = {}) {
  const sent = answerRequests({
    "calls.streamQuery": ({ body }) => lines(calls.filter(({ id }) => body.filter.call_ids.includes(id))),
    "call.read": ({ body }) =>
      json({ call: { ...calls.find(({ id }) => id === body.id), inputs: { messages }, output: "Done." } }),
    "calls.preview": ({ body }) =>
      json({
        previews: body.call_ids.map((id: string) => ({
          id,
          inputs: "{}",
          output: null,
          inputs_length: 2,
          output_length: 4,
        })),
      }),
    "workspaces.list": () => json({ workspaces: [testWorkspace] }),
    ...more,
  });
  function Details({ callId }: { callId: string }) {
    const [tab, setTab] = useState<DetailTab | null>(null);
    const place = { connectionId: "local", projectId: "demo/airline", callId };
    return (
      <ToastProvider>
        <CallDetails {...place} tab={tab} onTabChange={setTab} threadHref={(id) => `/airline/threads/${id}`} />
      </ToastProvider>
    );
  }
  const page = renderElementOnPage(<Details callId="model" />);
  return { sent, show: (callId: string) => page.rerender(<Details callId={callId} />) };
}

const selectedTab = () => screen.getByRole("tab", { selected: true }).textContent;

describe("the details of a call", () => {
  it("shows the value of a table row in a conversation, in place of the ref that the call was given", async () => {
    const ref = "weave:///demo/airline/object/cases:d1/attr/rows/id/r1/key/message";
    const inputs = { messages: [{ role: "user", content: ref }] };
    open({
      "call.read": () => json({ call: { ...calls[0], inputs, output: "Done." } }),
      "refs.readBatch": ({ body }) => json({ vals: body.refs.map(() => "Where is my bag?") }),
    });
    await screen.findByText("Where is my bag?");
    expect(screen.queryByText(ref)).toBeNull();
  });

  it("opens the conversation of a model call, and the facts of another one", async () => {
    const { show } = open();
    await screen.findByText("Move me to an earlier flight.");
    expect(selectedTab()).toMatch(/^Chat/);
    show("tool");
    await screen.findByText("ToolError: HAT170 is not available");
    expect(selectedTab()).toMatch(/^Summary/);
  });

  it("keeps the chosen tab from call to call", async () => {
    const { show } = open();
    await screen.findByText("Move me to an earlier flight.");
    press("4");
    await waitFor(() => expect(selectedTab()).toMatch(/^Attributes/));
    await screen.findByText('"model"');
    show("tool");
    await screen.findByText("2 attributes");
    await waitFor(() => expect(screen.getByRole("tree", { name: "attributes" }).textContent).toContain('of: "tool"'));
    expect(selectedTab()).toMatch(/^Attributes/);
  });

  it("loads no payload before a tab shows it", async () => {
    const { sent, show } = open();
    await screen.findByText("Move me to an earlier flight.");
    const readCalls = () => sent.filter(({ operation }) => operation === "call.read").map(({ body }) => body.id);
    show("tool");
    await screen.findByText("ToolError: HAT170 is not available");
    expect(readCalls()).toEqual(["model"]);
    press("8");
    await waitFor(() => expect(readCalls()).toEqual(["model", "tool"]));
  });

  it("says that no code was stored for an op that is only a name", async () => {
    open();
    await screen.findByText("Move me to an earlier flight.");
    press("7");
    await screen.findByRole("heading", { name: "No code stored for this call" });
  });

  it("shows the source of the op with a link to its version", async () => {
    const version = {
      project_id: "demo/airline",
      object_id: "change_flight",
      created_at: "2026-11-20T00:00:00Z",
      digest: "abc",
      version_index: 3,
      is_latest: 1,
      kind: "op",
      base_object_class: null,
      val: { _type: "CustomWeaveType", weave_type: { type: "Op" }, files: { "obj.py": "file-1" } },
    };
    const { sent, show } = open({
      "obj.read": () => json({ obj: version }),
      "file.content": () => new Response("def change_flight():\n    raise ToolError"),
    });
    show("tool");
    await screen.findByText("ToolError: HAT170 is not available");
    press("7");
    const source = within(await screen.findByRole("region", { name: "Source" }));
    expect(source.getByText(/raise ToolError/)).toBeTruthy();
    expect(screen.getByText("latest")).toBeTruthy();
    const link = await screen.findByRole("link", { name: "change_flight v3" });
    expect(link.getAttribute("href")).toMatch(/^\/airline\/objects\?object=op(?:%2F|\/)change_flight/);
    const read = sent.find(({ operation }) => operation === "obj.read");
    expect(read?.body).toMatchObject({ object_id: "change_flight", digest: "abc" });
  });
});
