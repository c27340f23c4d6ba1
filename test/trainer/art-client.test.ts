import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TestTraining } from "@/service/training/testing/open-test-training";

interface Recording {
  readonly client: string;
  readonly requests: readonly { readonly method: string; readonly path: string; readonly body?: unknown }[];
}

/** A trainer in a process, on a possibly busy machine. */
const TIMEOUT_MS = 180_000;

let service: TestTraining;

beforeEach(async () => {
  service = await TestTraining.open({ trainer: "built-in" });
});

afterEach(() => service.close());

function recordingOf(version: string): Recording {
  return JSON.parse(readFileSync(new URL(`art-${version}.json`, import.meta.url), "utf8"));
}

/**
 * Sends recorded requests of a real client, with the ids of this service in place of `{model}`, `{job}` and `{step}`.
 */
async function replay({ requests }: Recording) {
  const ids = new Map<string, string>();
  const withIds = (text: string) => text.replace(/\{(model|job|step)\}/g, (_, name: string) => ids.get(name) ?? "");
  const answers = [];
  for (const { method, path, body } of requests) {
    const sent = body === undefined ? undefined : withIds(JSON.stringify(body));
    if (path.includes("/events")) await service.ended(ids.get("job") ?? "");
    const answer = await service.ask(method, withIds(path), sent);
    answers.push({ method, path, ...answer });
    if (path === "/v1/preview/models") ids.set("model", answer.body.id);
    if (path === "/v1/preview/training-jobs") ids.set("job", answer.body.id);
    if (path.endsWith("/events")) {
      ids.set("step", answer.body.data.find(({ type }: { type: string }) => type === "gradient_step")?.id);
    }
  }
  return { answers, modelId: ids.get("model") ?? "", jobId: ids.get("job") ?? "" };
}

describe.each(["0.5.0", "0.5.18"])("the recorded requests of ART %s", (version) => {
  it("all return 200, and train its model", { timeout: TIMEOUT_MS }, async () => {
    const { answers, jobId } = await replay(recordingOf(version));
    for (const { method, path, status, body } of answers) {
      expect({ method, path, status, body: status === 200 ? null : body }).toEqual({
        method,
        path,
        status: 200,
        body: null,
      });
    }
    const events = await service.events(jobId);
    expect(events.map(({ type }) => type)).toEqual(["training_started", "gradient_step", "training_ended"]);
    const rollouts = answers.filter(({ path }) => path === "/v1/chat/completions");
    // The untrained model may end at once: then the list has no tokens, but exists.
    for (const { body } of rollouts) {
      const { content } = body.choices[0].logprobs;
      expect(content.filter(({ logprob }: { logprob: unknown }) => typeof logprob !== "number")).toEqual([]);
    }
  });
});
