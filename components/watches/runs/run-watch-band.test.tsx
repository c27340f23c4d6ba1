// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { operations } from "@/lib/api/contract/operations";
import type { RunWatchDetail } from "@/lib/api/contract/watches/run-watches";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { RunWatchBand } from "./run-watch-band";
import "@/test/setup/browser-layout";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => undefined }),
  useParams: () => ({}),
  usePathname: () => "/ws/runs",
}));

afterEach(cleanPage);

const row = operations["runWatches.read"];
const detailOf = (members: Partial<RunWatchDetail> = {}): RunWatchDetail =>
  row.result.schema.parse({ ...row.example.result, ...members });

const session = (role: string) =>
  json({ person: { id: "p", name: "Ines", email: "ines@example.org", role }, expiresAt: "2027-01-01T00:00:00Z" });

function open(detail: RunWatchDetail, answers: Answers = {}, role = "member") {
  const sent = answerRequests({
    "session.current": () => session(role),
    "runWatches.read": () => json(detail),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <RunWatchBand workspace={testWorkspace} subject={{ runId: "run" }} canAct isLive={false} />
    </TooltipProvider>,
  );
  return sent;
}

it("says what fires, with its figures and what it does to the run", async () => {
  open(detailOf());
  const text = (await screen.findByRole("region", { name: "Watches" })).textContent;
  expect(text).toContain("Firing");
  expect(text).toContain("Entropy 0.21 over the last 5 iterations");
  expect(text).toContain("It stops the run.");
});

it("is switched off with one press, which keeps its rules", async () => {
  const sent = open(detailOf(), { "runWatches.save": () => json(detailOf()) });
  fireEvent.click(await screen.findByRole("button", { name: "Switch off" }));
  await waitFor(() => {
    const saved = sent.find(({ operation }) => operation === "runWatches.save");
    expect(saved?.body).toMatchObject({ settings: { is_on: false, rules: { entropy: { action: "stop" } } } });
  });
});

it("never shows a rule without a value as quiet", async () => {
  const { watch } = detailOf();
  const [state] = watch?.states ?? [];
  if (!watch || !state) throw new Error("The example has a state");
  open(detailOf({ watch: { ...watch, states: [{ ...state, state: "unknown" }] } }));
  const text = (await screen.findByRole("region", { name: "Watches" })).textContent;
  expect(text).toContain("1 without a value");
  expect(text).not.toContain("quiet");
});

it("offers a viewer nothing to change", async () => {
  open(detailOf(), {}, "viewer");
  await screen.findByRole("region", { name: "Watches" });
  expect(screen.queryByRole("button")).toBeNull();
});

it("is not there where the service does not watch runs, and says so when it cannot be read", async () => {
  open(detailOf(), { "runWatches.read": () => failed("unreachable") });
  expect(await screen.findByText(/^Watches: /)).toBeTruthy();
  cleanPage();
  // Last: what a service lacks is remembered.
  const sent = open(detailOf(), { "runWatches.read": () => failed("unsupported") });
  await waitFor(() => expect(sent.some(({ operation }) => operation === "runWatches.read")).toBe(true));
  expect(screen.queryByRole("region", { name: "Watches" })).toBeNull();
});
