// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RequestFailure } from "@/lib/api/client/request-failure";
import { confirmPendingLineages, findUnconfirmedJob } from "@/lib/training/jobs/confirm-sent-plans";
import { type PlanStorage, parseSubmittedPlans } from "@/lib/training/jobs/submitted-plans";
import { type JobSubmission, sendJob } from "./submit-job";

const upload = vi.hoisted(() => vi.fn());
const app = vi.hoisted(() => vi.fn());
vi.mock("@/lib/api/client/upload-operation", () => ({ uploadOperation: upload }));
vi.mock("@/lib/api/client/app-client", () => ({ callApp: app }));

const failure = (kind: "unreachable" | "validation") =>
  new RequestFailure({ kind, message: "No.", requestId: "r", operation: null });

/** The lineage plans stored by the dashboard. */
let jobs: Map<string, string | null>;
let stored: string | null;
/** Operations that fail. */
let broken: Set<string>;
let requests: { id: string; planId: string | null; count: number }[];

const storage: PlanStorage = {
  getItem: () => stored,
  setItem: (_name, text) => {
    stored = text;
  },
};

beforeEach(() => {
  jobs = new Map();
  stored = null;
  broken = new Set();
  requests = [];
  app.mockImplementation(
    async (id: string, input: { planId: string | null; jobId?: string; trajectories?: readonly unknown[] }) => {
      requests.push({ id, planId: input.planId, count: input.trajectories?.length ?? 0 });
      if (broken.has(id)) throw failure("unreachable");
      const planId = input.planId ?? "plan";
      if (id === "lineage.plan") jobs.set(planId, jobs.get(planId) ?? null);
      if (id === "lineage.confirm") jobs.set(planId, input.jobId ?? null);
      return { planId, jobId: jobs.get(planId) ?? null };
    },
  );
});

afterEach(() => vi.resetAllMocks());

const body = new Blob(["x".repeat(100)]);

const order = (count = 1): JobSubmission => ({
  workspace: { id: "w", connectionId: "local" },
  modelId: "m",
  body,
  storage,
  onProgress: () => {},
  signal: new AbortController().signal,
  trajectories: Array.from({ length: count }, (_, trajectory) => ({
    group: 0,
    trajectory,
    reward: 1,
    kind: "thread" as const,
    id: `t${trajectory}`,
    table: null,
  })),
});

/** The relay stored the job; then the response arrives or is lost. */
const relayed = (answer: () => unknown) => async () => {
  jobs.set("plan", "job");
  return answer();
};

test("stores the sources of a job under one plan before anything is sent", async () => {
  upload.mockImplementation(
    relayed(() => {
      expect(requests.map(({ planId, count }) => [planId, count])).toEqual([
        [null, 500],
        ["plan", 500],
        ["plan", 1],
      ]);
      return { id: "job" };
    }),
  );
  expect(await sendJob(order(1001))).toEqual({ jobId: "job", isLineageStored: true });
  expect(parseSubmittedPlans(stored)).toEqual([]);
});

test("sends nothing when the sources cannot be stored", async () => {
  broken.add("lineage.plan");
  await expect(sendJob(order())).rejects.toThrow("No.");
  expect(upload).not.toHaveBeenCalled();
  expect(parseSubmittedPlans(stored)).toEqual([]);
});

test("finds the job after a lost response, since the relay received it", async () => {
  upload.mockImplementation(
    relayed(() => {
      throw failure("unreachable");
    }),
  );
  expect(await sendJob(order())).toEqual({ jobId: "job", isLineageStored: true });
});

test("finds a response that was lost with the dashboard at the next visit", async () => {
  upload.mockImplementation(
    relayed(() => {
      broken.add("lineage.planned");
      throw failure("unreachable");
    }),
  );
  await expect(sendJob(order())).rejects.toThrow("No.");
  expect(await findUnconfirmedJob(storage, "w")).toBeNull();
  broken.clear();
  expect(await findUnconfirmedJob(storage, "w")).toEqual({ workspaceId: "w", planId: "plan", jobId: "job" });
  expect(await findUnconfirmedJob(storage, "another")).toBeNull();
});

test("confirms a job that the relay could not store, here or at the next visit", async () => {
  upload.mockResolvedValue({ id: "job" });
  broken.add("lineage.confirm");
  expect(await sendJob(order())).toEqual({ jobId: "job", isLineageStored: false });
  expect(jobs.get("plan")).toBeNull();
  await confirmPendingLineages(storage, "w");
  expect(jobs.get("plan")).toBeNull();
  broken.clear();
  await confirmPendingLineages(storage, "w");
  expect(jobs.get("plan")).toBe("job");
  expect(parseSubmittedPlans(stored)).toEqual([]);
});

test("leaves nothing to confirm after a rejected or stopped job", async () => {
  upload.mockRejectedValue(failure("validation"));
  await expect(sendJob(order())).rejects.toThrow("No.");
  expect(parseSubmittedPlans(stored)).toEqual([]);
  upload.mockRejectedValue(new DOMException("stopped", "AbortError"));
  await expect(sendJob(order())).rejects.toThrow("stopped");
  expect(parseSubmittedPlans(stored)).toEqual([]);
});

test("reports a fully sent job at the next visit when the page was left", async () => {
  upload.mockImplementation(async (_connection, _id, { onProgress }: JobSubmission) => {
    onProgress(body.size);
    throw new DOMException("stopped", "AbortError");
  });
  await expect(sendJob(order())).rejects.toThrow("stopped");
  jobs.set("plan", "job");
  expect((await findUnconfirmedJob(storage, "w"))?.jobId).toBe("job");
});
