// @vitest-environment jsdom
import { Blob as ReadableBlob } from "node:buffer";
import { act, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nothingChosen } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-choices";
import type { Source } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-source";
import { defaultTarget, type TargetChoices } from "@/app/(dashboard)/[workspace]/training/new/draft/target-choices";
import { useDraft } from "@/app/(dashboard)/[workspace]/training/new/draft/use-draft";
import { DraftSaver } from "@/app/(dashboard)/[workspace]/training/new/keep/draft-saver";
import { RequestFailure } from "@/lib/api/client/request-failure";
import type { UploadId } from "@/lib/api/client/upload-operation";
import { TrajectoryCollector } from "@/lib/training/trajectories/collect-trajectories";
import { readTrainingValue } from "@/lib/training/trajectories/read-value";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useSubmit } from "./use-submit";
import { useTarget } from "./use-target";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

type Upload = (
  connectionId: string,
  id: UploadId,
  request: { body: Blob; params?: object; signal: AbortSignal; onProgress: (bytes: number) => void },
) => Promise<unknown>;
const upload = vi.hoisted(() => vi.fn());
vi.mock("@/lib/api/client/upload-operation", () => ({ uploadOperation: upload }));

beforeEach(() => {
  push.mockReset();
  upload.mockReset();
  // The document's own blobs have no methods that read them.
  vi.stubGlobal("Blob", ReadableBlob);
});
afterEach(cleanPage);

const model = (id: string) => ({
  id,
  entity: "demo",
  project: "airline",
  name: id,
  base_model: "base",
  created_at: "2026-11-01T00:00:00Z",
  created_by: "ada",
  latest_step: 0,
  checkpoint_count: 1,
  job_count: 0,
});

const job = {
  id: "job/1",
  project_id: "demo/airline",
  model_id: "m",
  status: "queued",
  created_at: "2026-11-20T14:00:00Z",
};

/** A dashboard that stores plans of jobs; the relay adds the job when the service responds. */
function dashboard(more: Answers = {}) {
  let jobId: string | null = null;
  const sent = answerRequests({
    "models.list": () => json({ data: [model("m")], object: "list", has_more: false, first_id: null, last_id: null }),
    "models.base": () => json(["base"]),
    "lineage.plan": () => json({ planId: "plan", jobId: null }),
    "lineage.planned": () => json({ planId: "plan", jobId }),
    "lineage.confirm": () => json({ planId: "plan", jobId }),
    ...more,
  });
  return {
    sent,
    setJob: (id: string | null) => {
      jobId = id;
    },
  };
}

function sourceOf(count: number): Source {
  const collector = new TrajectoryCollector("a");
  for (let index = 0; index < count; index += 1) {
    const messages = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: `Answer ${index}` },
    ];
    for (const group of readTrainingValue({ messages, reward: index }, "").groups) collector.add(group);
  }
  return { ...collector.flush(), id: "a", name: "a.jsonl", problems: [], progress: null, failure: null };
}

function open({ modelId = "m", count = 2, target = defaultTarget as TargetChoices } = {}) {
  const keeper = new DraftSaver(null);
  const sources = [sourceOf(count)];
  const onModelId = vi.fn();
  const page = renderOnPage(
    (now: { modelId: string }) => {
      const draft = useDraft(sources, nothingChosen);
      const chosen = useTarget(testWorkspace, { modelId: now.modelId, onModelId }, target);
      return { draft, target: chosen, submit: useSubmit(testWorkspace, draft, chosen, keeper) };
    },
    { props: { modelId } },
  );
  return { ...page, onModelId, now: () => page.result.current };
}

const refused = (kind: "validation" | "unreachable" | "upstream") =>
  new RequestFailure({
    kind,
    message: "No.",
    requestId: "r",
    operation: null,
    detail: [{ loc: ["body", "trajectory_groups", "0", "trajectories", "1"], msg: "Too long", type: "value_error" }],
  });

describe("the target of a job", () => {
  it("is a listed model when the service has one, and a new one when it has none", async () => {
    dashboard();
    const { now, rerender } = open({ modelId: "" });
    expect(now().target.choice).toBe("new");
    await waitFor(() => expect(now().target.choice).toBe("listed"));
    await waitFor(() => expect(now().target.baseModels).toEqual(["base"]));
    expect(now().target.isFit).toBe(false);
    rerender({ modelId: "another" });
    expect(now().target.choice).toBe("id");
  });

  it("is typed by id when the service cannot list models, or fails to", async () => {
    dashboard({ "models.list": () => failed("unsupported") });
    const { now } = open({ modelId: "" });
    await waitFor(() => expect(now().target.canList).toBe(false));
    expect([now().target.choice, now().target.listed]).toEqual(["id", []]);
    cleanPage();
    dashboard({ "models.list": () => failed("upstream") });
    const down = open({ modelId: "" });
    await waitFor(() => expect(down.now().target.models.isError).toBe(true));
    expect([down.now().target.canList, down.now().target.choice]).toEqual([false, "id"]);
  });

  it("forgets the model when another way of choosing begins", () => {
    dashboard();
    const { now, onModelId } = open();
    act(() => now().target.setChoice("listed"));
    expect(onModelId).not.toHaveBeenCalled();
    act(() => now().target.setChoice("new"));
    expect([now().target.choice, onModelId.mock.calls]).toEqual(["new", [[""]]]);
  });

  it("needs valid settings for a job, and a split for a log", () => {
    dashboard();
    const { now } = open({ modelId: " m " });
    expect([now().target.isFit, now().target.target]).toEqual([true, { kind: "job", modelId: "m", config: null }]);
    act(() => now().target.setTexts({ learningRate: "fast", shouldPrecalculateLogprobs: false, more: "" }));
    expect(now().target.isFit).toBe(false);
    act(() => now().target.setTexts({ learningRate: "", shouldPrecalculateLogprobs: false, more: "[" }));
    expect(now().target.isFit).toBe(false);
    act(() => now().target.setKind("log"));
    expect([now().target.isFit, now().target.target]).toEqual([true, { kind: "log", modelId: "m", split: "val" }]);
    act(() => now().target.setSplit("  "));
    expect(now().target.isFit).toBe(false);
    act(() => now().target.reset());
    expect(now().target.choices).toEqual(defaultTarget);
  });

  it("stays the same object until something of it changes, since the request is counted for each target", () => {
    dashboard();
    const { now, rerender } = open();
    const before = now().target.target;
    rerender({ modelId: "m" });
    expect(now().target.target).toBe(before);
    act(() => now().target.setTexts({ learningRate: "1e-5", shouldPrecalculateLogprobs: false, more: "" }));
    expect(now().target.target).toMatchObject({ config: { learning_rate: 1e-5 } });
  });

  it("takes the settings of a file unless some are typed", () => {
    dashboard();
    const { now } = open();
    act(() => now().target.takeConfig({ learning_rate: 5e-6 }));
    expect(now().target.texts.learningRate).toBe("0.000005");
    act(() => now().target.takeConfig({ learning_rate: 1 }));
    expect(now().target.texts.learningRate).toBe("0.000005");
  });
});

describe("sending a draft", () => {
  it("starts the job with its groups, reports progress, and opens the job", async () => {
    const { setJob } = dashboard();
    let respond = () => {};
    upload.mockImplementation((async (_connection, _id, { onProgress }) => {
      onProgress(7);
      await new Promise<void>((resolve) => {
        respond = resolve;
      });
      setJob("job/1");
      return job;
    }) satisfies Upload);
    const { now } = open();
    act(() => now().submit.start());
    await waitFor(() => expect(now().submit.state).toMatchObject({ kind: "sending", sentBytes: 7 }));
    act(() => now().submit.start());
    await act(async () => respond());
    await waitFor(() => expect(push).toHaveBeenCalledWith("/airline/training/job%2F1"));
    await waitFor(() => expect(now().submit.state.kind).toBe("idle"));
    expect(upload).toHaveBeenCalledOnce();
  });

  it("sends nothing without a model or without groups", () => {
    dashboard();
    const unnamed = open({ modelId: "" });
    act(() => unnamed.now().submit.start());
    const empty = open({ count: 0 });
    act(() => empty.now().submit.start());
    expect([upload.mock.calls, unnamed.now().submit.state.kind]).toEqual([[], "idle"]);
  });

  it("registers a new model first, and starts the job with it", async () => {
    const none = { data: [], object: "list", has_more: false, first_id: null, last_id: null };
    const { sent } = dashboard({
      "models.list": () => json(none),
      "models.create": () => json({ ...model("made"), warning: null }),
    });
    upload.mockResolvedValue(job);
    const { now, onModelId } = open({ modelId: "" });
    await waitFor(() => expect(now().target.isFit).toBe(true));
    act(() => now().submit.start());
    await waitFor(() => expect(upload).toHaveBeenCalledOnce());
    const created = sent.filter(({ operation }) => operation === "models.create");
    expect(created.map(({ body }) => body)).toMatchObject([
      { project: "airline", name: "airline-agent", base_model: "base" },
    ]);
    const [, , { body }] = upload.mock.calls[0] as Parameters<Upload>;
    expect(JSON.parse(await body.text())).toMatchObject({ model_id: "made" });
    expect(onModelId).toHaveBeenCalledWith("made");
  });

  it("sends nothing when the new model is rejected, and says why", async () => {
    dashboard({
      "models.list": () => json({ data: [], object: "list", has_more: false, first_id: null, last_id: null }),
      "models.create": () => failed("forbidden"),
    });
    const { now } = open({ modelId: "" });
    await waitFor(() => expect(now().target.isFit).toBe(true));
    act(() => now().submit.start());
    await waitFor(() => expect(now().submit.state).toMatchObject({ kind: "failed", failure: { kind: "forbidden" } }));
    expect(upload).not.toHaveBeenCalled();
  });

  it("logs trajectories of a split without starting a job", async () => {
    dashboard();
    upload.mockResolvedValue(null);
    const { now } = open({ target: { ...defaultTarget, kind: "log" } });
    act(() => now().submit.start());
    await waitFor(() => expect(upload).toHaveBeenCalledWith("local", "models.log", expect.anything()));
    await waitFor(() => expect(now().submit.state.kind).toBe("idle"));
    expect(push).not.toHaveBeenCalled();
  });

  it("shows validation errors at their groups and trajectories", async () => {
    dashboard();
    upload.mockRejectedValue(refused("validation"));
    const { now } = open();
    expect(now().submit.refusals).toEqual([]);
    act(() => now().submit.start());
    await waitFor(() => expect(now().submit.state.kind).toBe("failed"));
    expect(now().submit.refusals).toMatchObject([{ level: "error", message: "Too long", groups: [0] }]);
  });

  it("reports a draft that the browser can no longer read as not sent", async () => {
    dashboard();
    vi.spyOn(ReadableBlob.prototype, "arrayBuffer").mockRejectedValue(new DOMException("gone", "NotReadableError"));
    const { now } = open();
    act(() => now().submit.start());
    await waitFor(() => expect(now().submit.state).toMatchObject({ kind: "failed", failure: { kind: "validation" } }));
    expect(upload).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    upload.mockResolvedValue(job);
    act(() => now().submit.start());
    await waitFor(() => expect(upload).toHaveBeenCalledOnce());
  });

  it("stops on request without a failure", async () => {
    dashboard();
    upload.mockImplementation(
      (async (_connection, _id, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
        })) satisfies Upload,
    );
    const { now } = open();
    act(() => now().submit.start());
    await waitFor(() => expect(upload).toHaveBeenCalled());
    act(() => now().submit.stop());
    await waitFor(() => expect(now().submit.state.kind).toBe("idle"));
  });

  it("opens the job that a lost response had started instead of starting another", async () => {
    const { setJob } = dashboard();
    upload.mockRejectedValue(refused("unreachable"));
    const { now } = open();
    act(() => now().submit.start());
    await waitFor(() => expect(now().submit.state.kind).toBe("failed"));
    expect(push).not.toHaveBeenCalled();
    setJob("late");
    act(() => now().submit.start());
    await waitFor(() => expect(push).toHaveBeenCalledWith("/airline/training/late"));
    expect(upload).toHaveBeenCalledOnce();
  });

  it("sends again after a lost response when no job was started", async () => {
    dashboard();
    upload.mockRejectedValue(refused("unreachable"));
    const { now } = open();
    act(() => now().submit.start());
    await waitFor(() => expect(now().submit.state.kind).toBe("failed"));
    act(() => now().submit.start());
    await waitFor(() => expect(upload).toHaveBeenCalledTimes(2));
  });
});
