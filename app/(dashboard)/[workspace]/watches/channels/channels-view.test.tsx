// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { operations } from "@/lib/api/contract/operations";
import type { WatchDelivery } from "@/lib/api/contract/watches/watch-channels";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, type testWorkspace } from "@/test/setup/render-on-page";
import { ChannelsView } from "./channels-view";

layOut();

let role: "admin" | "member" | "viewer" = "admin";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => undefined }),
  useParams: () => ({}),
  usePathname: () => "/ws/watches/channels",
}));
vi.mock("@/components/session/workspace-gate", async () => {
  const { testWorkspace: workspace } = await import("@/test/setup/render-on-page");
  type Gate = { children: (given: typeof testWorkspace) => unknown };
  return { WorkspaceGate: ({ children }: Gate) => children(workspace) };
});
vi.mock("@/components/session/use-role", () => ({
  useHasRole: (least: string) => role === "admin" || (role === "member" && least !== "admin"),
}));

afterEach(() => {
  cleanPage();
  role = "admin";
});

const { example: channelExample, result: channelsResult } = operations["watchChannels.list"];
const { example: deliveriesExample, result: deliveriesResult } = operations["watchChannels.deliveries"];
const { example: subscriptionsExample } = operations["eventSubscriptions.list"];

const channels = channelsResult.schema.parse(channelExample.result);
const [delivery] = deliveriesResult.schema.parse(deliveriesExample.result).deliveries;

const deliveriesOf = (...members: Partial<WatchDelivery>[]) =>
  json({
    deliveries: members.map((one, at) => ({ ...delivery, id: `msg_${at}`, ...one })),
    failed_count: members.filter(({ state }) => state === "failed").length,
  });

function open(answers: Answers = {}) {
  const sent = answerRequests({
    "watchChannels.list": () => json(channels),
    "watchChannels.deliveries": () => deliveriesOf(),
    "eventSubscriptions.list": () => json(subscriptionsExample.result),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <ChannelsView />
    </TooltipProvider>,
  );
  return sent;
}

const table = () => screen.findByRole("table", { name: "Subscriptions" });

it("says which events are sent where, and which failed calls", async () => {
  open();
  const text = (await table()).textContent;
  expect(text).toContain("Call failed, Evaluation ended");
  expect(text).toContain("failed calls: op:answer");
  expect(text).toContain("Pager");
});

it("saves a subscription with the filter that the query box makes of its text", async () => {
  const sent = open({
    "eventSubscriptions.list": () => json({ subscriptions: [] }),
    "eventSubscriptions.save": () => json(operations["eventSubscriptions.save"].example.result),
  });
  fireEvent.click(await screen.findByRole("button", { name: "New subscription" }));
  fireEvent.change(await screen.findByRole("textbox", { name: "Name" }), { target: { value: "Answers" } });
  const query = screen.getByRole("textbox", { name: "Failed calls that match" });
  fireEvent.change(query, { target: { value: "status:wrong" } });
  expect(screen.getByRole("alert").textContent).toContain("no status named wrong");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  fireEvent.change(query, { target: { value: "attributes.env:prod" } });
  fireEvent.click(screen.getByRole("checkbox", { name: "Review queue done" }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent.some(({ operation }) => operation === "eventSubscriptions.save")).toBe(true));
  expect(sent.find(({ operation }) => operation === "eventSubscriptions.save")?.body).toMatchObject({
    ...{ name: "Answers", kinds: ["call.failed", "review_queue.done"], channel_id: channels.channels[0]?.id },
    ...{ query_text: "attributes.env:prod", filter: { trace_roots_only: true } },
    query: { $expr: expect.anything() },
  });
});

it("shows the next try of what waits, and sends all that failed again", async () => {
  const sent = open({
    "watchChannels.deliveries": () =>
      deliveriesOf(
        { kind: "call.failed", subject: "answer", state: "waiting", next_at: "2026-11-20T11:30:00.000Z" },
        { state: "failed" },
      ),
    "watchChannels.replayFailed": () => json({ replayed_count: 1 }),
  });
  expect(await screen.findByText("answer, call failed")).toBeTruthy();
  expect(screen.getByText(/^until /)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Send failed again" }));
  await waitFor(() => expect(sent.some(({ operation }) => operation === "watchChannels.replayFailed")).toBe(true));
});

it("offers a member to try, and a viewer to look only", async () => {
  role = "member";
  open();
  await table();
  expect(screen.queryByRole("button", { name: "New subscription" })).toBeNull();
  expect(screen.getByRole("button", { name: "Send an example to Failed answers" })).toBeTruthy();
  cleanPage();
  role = "viewer";
  open({ "watchChannels.deliveries": () => deliveriesOf({ state: "failed" }) });
  await table();
  expect(screen.queryByRole("button")).toBeNull();
});

it("takes neither a failure nor a service without subscriptions for an empty list", async () => {
  open({ "eventSubscriptions.list": () => failed("unreachable") });
  expect(await screen.findByText("It is unreachable.")).toBeTruthy();
  expect(screen.queryByText(/No subscription yet/)).toBeNull();
  cleanPage();
  open({ "eventSubscriptions.list": () => failed("unsupported") });
  expect(await screen.findByText(/sends messages of watches only/)).toBeTruthy();
  expect(screen.queryByText(/No subscription yet/)).toBeNull();
  expect(screen.queryByRole("button", { name: "New subscription" })).toBeNull();
});
