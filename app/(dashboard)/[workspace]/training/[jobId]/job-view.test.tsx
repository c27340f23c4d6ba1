// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { exampleRecord } from "@/lib/training/jobs/testing/example-record";
import { layOut } from "@/test/setup/browser-layout";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { JobView } from "./job-view";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => undefined }),
  useParams: () => ({ workspace: "airline", jobId: "job" }),
  usePathname: () => "/airline/training/job",
}));

// Rendering the whole page takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
layOut({ inside: { width: 1200, height: 700 }, drawn: { width: 1200, height: 100 } });
afterEach(cleanPage);

const event = (id: number, type: string, data: Readonly<Record<string, unknown>>) => ({ id: `e${id}`, type, data });

const STEPS = [
  event(1, "training_started", { num_sequences: 2 }),
  event(2, "gradient_step", { loss: 0.5, reward: 0.2 }),
  event(3, "gradient_step", { loss: 0.25, reward: 0.4 }),
];

function draw(events: readonly unknown[], answers: Answers = {}) {
  const sent = answerRequests({
    "session.current": () =>
      json({
        person: { id: "p", name: "Ines", email: "ines@example.org", role: "member" },
        expiresAt: "2027-01-01T00:00:00Z",
      }),
    "workspaces.list": () => json({ workspaces: [testWorkspace] }),
    "trainingJobs.events": ({ search }) => json({ data: search.has("after") ? [] : events, has_more: false }),
    "trainingJobs.read": () => json(exampleRecord),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <JobView jobId="job" />
    </TooltipProvider>,
  );
  return sent;
}

/** The line at the foot of the page that counts the events. */
const foot = async (text: string) => await screen.findByText(text, { selector: "[role=status]" });

const alerts = () => screen.getAllByRole("alert").map(({ textContent }) => textContent);

const FAILED = { ...exampleRecord, status: "failed", error_message: "CUDA out of memory", step: null };

it("shows why a job failed, and keeps the steps before", async () => {
  draw([...STEPS, event(4, "training_failed", { error_message: "CUDA out of memory" })], {
    "trainingJobs.read": () => json(FAILED),
  });
  await foot("4 events, job ended");
  expect(alerts()).toContain("Failed. CUDA out of memory");
  const checkpoint = screen.getAllByRole("term").find(({ textContent }) => textContent?.startsWith("Checkpoint"));
  expect(checkpoint?.parentElement?.textContent).toContain("–");
});

it("shows the reason of the last event where the service has no record of the job", async () => {
  draw([...STEPS, event(4, "training_failed", { error_message: "The reward model gave no answer." })], {
    "trainingJobs.read": () => failed("unsupported"),
  });
  await waitFor(() => expect(alerts()).toContain("Failed. The reward model gave no answer."));
  expect(screen.getByText(/^This service reports jobs through events only/)).toBeTruthy();
});

it("says that a job does not exist, and does not ask for it again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = draw([], {
    "trainingJobs.events": () => failed("not-found"),
    "trainingJobs.read": () => failed("not-found"),
  });
  await screen.findByRole("heading", { name: "Not found" });
  const count = sent.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.slice(count).filter(({ operation }) => operation.startsWith("trainingJobs."))).toEqual([]);
  vi.useRealTimers();
});

it("cancels a running job after a question", async () => {
  const running = { ...exampleRecord, status: "running" };
  const sent = draw(STEPS, {
    "trainingJobs.read": () => json(running),
    "trainingJobs.cancel": () => json({ ...running, status: "cancelled" }),
  });
  await foot("3 events, listening");
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  const confirm = await screen.findByRole("button", { name: "Cancel job" });
  expect(sent.some(({ operation }) => operation === "trainingJobs.cancel")).toBe(false);
  fireEvent.click(confirm);
  await waitFor(() =>
    expect(sent.find(({ operation }) => operation === "trainingJobs.cancel")?.body).toEqual({ training_job_id: "job" }),
  );
});
