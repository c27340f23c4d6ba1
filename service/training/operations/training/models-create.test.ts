import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { UnfinishedImports } from "@/service/kernel/access/unfinished-imports";
import type { HandlerContext } from "@/service/traces/handlers/handler";
import type { Training } from "@/service/training/open-training";
import { openTrainingState, type TrainingState } from "@/service/training/state/training-state";
import { createModelHandler } from "./models-create";

let folder: string;
let state: TrainingState;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "models-create-"));
  state = await openTrainingState(folder);
});
afterAll(async () => {
  await state.destroy();
  rmSync(folder, { recursive: true });
});

/** Registers a model at a service with this trainer; returns its warning and what the list of requests says. */
async function register(
  name: string,
  base_model: string,
  trainer: Pick<NonNullable<Training["trainer"]>, "baseModels"> | null,
) {
  const note = vi.fn();
  const imports = new UnfinishedImports();
  const context = { identity: { userId: "u", name: "u", projects: null }, imports, note } as unknown as HandlerContext;
  const training = { state, trainer } as unknown as Training;
  const body = { entity: "e", project: "p", name, base_model, return_existing: true };
  const model = await createModelHandler(training)({ body, params: {}, query: {} }, context);
  const reasons = note.mock.calls.flatMap(([facts]) => (facts as { reason?: string }).reason ?? []);
  // This handler returns the object itself, not text.
  return { warning: (model as { warning?: string | null }).warning, reasons };
}

describe("registering a model", () => {
  it("says when the trainer cannot train its base model, also when the model exists", async () => {
    const warning = "The trainer of this service cannot train qwen. It can train: tiny.";
    expect(await register("a", "qwen", { baseModels: ["tiny"] })).toEqual({ warning, reasons: [warning] });
    expect((await register("a", "qwen", { baseModels: ["tiny"] })).warning).toBe(warning);
    expect(await register("b", "tiny", { baseModels: ["tiny"] })).toEqual({ warning: null, reasons: [] });
  });

  it("says when there is no trainer, and nothing where a trainer does not name its base models", async () => {
    expect((await register("c", "qwen", null)).warning).toContain("HEDDLE_TRAINER");
    expect((await register("d", "qwen", { baseModels: [] })).warning).toBeNull();
  });
});
