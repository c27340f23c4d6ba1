// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { exampleRecord } from "@/lib/training/jobs/testing/example-record";
import { layOut } from "@/test/setup/browser-layout";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { CompareJobsView } from "./compare-jobs-view";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => undefined }),
  useParams: () => ({ workspace: "airline" }),
  usePathname: () => "/airline/training/compare",
}));

// Rendering the whole page takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
layOut({ inside: { width: 1200, height: 700 }, drawn: { width: 1200, height: 100 } });
afterEach(cleanPage);

const JOBS: Readonly<Record<string, { rewards: readonly number[]; rate: number }>> = {
  careful: { rewards: [0.1, 0.3], rate: 0.05 },
  quick: { rewards: [0.2, 0.25, 0.4], rate: 0.2 },
};

/** The events of a job: its start, its steps and its end. */
function eventsOf(id: string) {
  const steps = (JOBS[id]?.rewards ?? []).map((reward) => ({ type: "gradient_step", data: { reward } }));
  const started = { type: "training_started", data: { num_sequences: steps.length } };
  return [started, ...steps, { type: "training_ended", data: { step: 1 } }].map((event, index) => ({
    ...event,
    id: `${id}-${index}`,
  }));
}

function draw(jobs: string) {
  answerRequests({
    "session.current": () =>
      json({
        person: { id: "p", name: "Ines", email: "ines@example.org", role: "member" },
        expiresAt: "2027-01-01T00:00:00Z",
      }),
    "workspaces.list": () => json({ workspaces: [testWorkspace] }),
    "trainingJobs.events": ({ search }) => {
      const id = search.get("training_job_id") ?? "";
      return id in JOBS ? json({ data: eventsOf(id), has_more: false }) : failed("not-found");
    },
    "trainingJobs.read": ({ search }) => {
      const id = search.get("training_job_id") ?? "";
      const config = { loss_fn: "ppo", learning_rate: JOBS[id]?.rate };
      return id in JOBS
        ? json({ ...exampleRecord, id, model_name: `model of ${id}`, experimental_config: config })
        : failed("not-found");
    },
  });
  return renderElementOnPage(
    <TooltipProvider>
      <CompareJobsView />
    </TooltipProvider>,
    { address: jobs === "" ? "" : `?jobs=${jobs}` },
  );
}

const foot = async (text: string) => await screen.findByText(text, { selector: "[role=status]" });

const linesOf = (metric: string) => within(screen.getByRole("region", { name: metric })).getAllByRole("listitem");

it("overlays the jobs of the address, with their values and what differs between their settings", async () => {
  draw("careful,quick");
  await foot("9 events, 2 jobs ended");
  expect(linesOf("reward")).toHaveLength(2);
  const values = within(await screen.findByRole("table", { name: "Values" }));
  expect(values.getByRole("row", { name: /^reward/ }).textContent).toContain("0.400");
  const apart = within(await screen.findByRole("table", { name: "Settings" }));
  expect((await apart.findByRole("row", { name: /^learning_rate/ })).textContent).toContain("0.05");
  expect(apart.queryByRole("row", { name: /^loss_fn/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show equal settings" }));
  expect((await apart.findByRole("row", { name: /^loss_fn/ })).textContent).toContain("ppo");
});

it("hides a job and removes one, in the address too", async () => {
  const { addresses } = draw("careful,quick");
  await foot("9 events, 2 jobs ended");
  fireEvent.click(screen.getByRole("button", { name: /^Hide model of quick/ }));
  await waitFor(() => expect(linesOf("reward")).toHaveLength(1));
  expect(addresses.at(-1)?.get("hide")).toBe("quick");
  fireEvent.click(screen.getByRole("button", { name: /^Remove model of careful/ }));
  await foot("5 events, 1 job ended");
  expect(addresses.at(-1)?.get("jobs")).toBe("quick");
});

it("draws the others when one could not be loaded, and says which", async () => {
  draw("careful,missing");
  expect((await screen.findByRole("alert")).textContent).toMatch(/^job missing could not be loaded/);
  await waitFor(() => expect(linesOf("reward")).toHaveLength(1));
});

it("says that no job is chosen yet", async () => {
  draw("");
  await screen.findByRole("heading", { name: "No jobs to compare yet" });
});
