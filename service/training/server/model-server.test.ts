import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import OpenAI from "openai";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { processIdentity } from "@/service/training/runner/process-tree";
import { checkpoint, started, TestTraining, USER } from "@/service/training/testing/open-test-training";
import { ServerPool } from "./server-pool";
import type { ServerSettings } from "./server-settings";

const script = fileURLToPath(new URL("../../../test/trainer/scripted-server.mjs", import.meta.url));

/** A process may start slowly on a busy machine. */
const POLL = { timeout: 30_000 };

let service: TestTraining;
let control: string;

const file = (name: string) => join(control, name);
const settingsOf = (changes: Partial<ServerSettings> = {}): ServerSettings => ({
  command: `"${process.execPath}" "${script}" "${control}"`,
  startMs: 60_000,
  idleMs: 600_000,
  graceMs: 5_000,
  atOnce: 1,
  ...changes,
});

async function open(changes: Partial<ServerSettings> = {}): Promise<void> {
  service = await TestTraining.open({ server: settingsOf(changes) });
}

beforeEach(() => {
  control = mkdtempSync(join(tmpdir(), "heddle-server-"));
});

afterEach(async () => {
  await service.close();
  rmSync(control, { recursive: true, force: true });
});

/** What the servers of the test noted, one line each. */
const noted = () => (existsSync(file("server.txt")) ? readFileSync(file("server.txt"), "utf8").split("\n") : []);
const countOf = (beginning: string) => noted().filter((line) => line.startsWith(beginning)).length;

async function trained(model: string, answer: string): Promise<void> {
  const events = await service.ended(
    await service.job(model, [started(0), { write: ["answer", answer] }, checkpoint()]),
  );
  expect(events.at(-1)).toMatchObject({ type: "training_ended" });
}

const address = (step: number, name = "agent") => `wandb-artifact:///demo/airline/${name}:step${step}`;

const chat = (model: string, content = "hi", more: object = {}) =>
  service.ask("POST", "/v1/chat/completions", { model, messages: [{ ...USER, content }], ...more });

const textOf = ({ body }: Awaited<ReturnType<typeof chat>>) => body.choices?.[0].message.content ?? body.reason;

const serverOf = async (model_id: string) => (await service.ask("POST", "/model_server/read", { model_id })).body;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const pidOf = (beginning: string) =>
  Number(
    noted()
      .find((line) => line.startsWith(beginning))
      ?.split(" ")
      .at(-1),
  );

describe("a model server", () => {
  it("is started by the first request, and answers for the base model and for each checkpoint", async () => {
    await open();
    const model = await service.model();
    await trained(model, "four");
    await trained(model, "five");
    expect(await serverOf(model)).toMatchObject({ serving: "command", base_model: "tiny", state: null, log: "" });
    expect(textOf(await chat(address(1)))).toBe("four");
    expect(textOf(await chat("wandb-artifact:///demo/airline/agent"))).toBe("five");
    expect(textOf(await chat(address(0)))).toBe("tiny");
    expect(textOf(await chat(address(1)))).toBe("four");
    expect(noted().filter((line) => !line.startsWith("start"))).toEqual([
      `load ${address(1)}`,
      `load ${address(2)}`,
      "",
    ]);
    expect(countOf("start tiny")).toBe(1);
    expect(await serverOf(model)).toMatchObject({
      state: "ready",
      requests: 0,
      reason: null,
      idle_seconds: 600,
      loaded_steps: [1, 2],
      log: "serving tiny\n",
    });
  });

  it("streams its own events to clients", async () => {
    await open();
    await trained(await service.model(), "four");
    const client = new OpenAI({
      apiKey: "none",
      baseURL: "http://service/v1",
      fetch: async (_url, init) =>
        new Response(await service.askText("/v1/chat/completions", JSON.parse(String(init?.body)))),
    });
    const stream = client.chat.completions.stream({ model: address(1), messages: [{ role: "user", content: "hi" }] });
    expect((await stream.finalChatCompletion()).choices[0]?.message.content).toBe("four");
  });

  it("passes on what the server refuses, with its message", async () => {
    await open();
    await service.model();
    expect(await chat(address(0), "hi", { temperature: 3 })).toMatchObject({
      status: 400,
      body: { reason: "The model server refused the request: temperature is at most 2" },
    });
  });

  it("reports a checkpoint that it cannot load", async () => {
    await open();
    const model = await service.model();
    await service.ended(await service.job(model, [started(0), checkpoint()]));
    const answer = await chat(address(1));
    expect([answer.status, answer.body.reason]).toEqual([
      502,
      `The model server refused load_lora_adapter: ${address(1)} has no answer`,
    ]);
    expect((await serverOf(model)).loaded_steps).toEqual([]);
  });

  it("loads a checkpoint again whose name now belongs to another model", async () => {
    await open();
    const model = await service.model();
    await trained(model, "old");
    expect(textOf(await chat(address(1)))).toBe("old");
    await service.ask("DELETE", `/v1/preview/models/${model}`);
    await trained(await service.model(), "new");
    expect(textOf(await chat(address(1)))).toBe("new");
  });

  it("keeps requests while it starts slowly, and reports that", async () => {
    writeFileSync(file("slow"), "");
    await open();
    const model = await service.model();
    const answers = [chat(address(0)), chat(address(0))];
    await expect.poll(async () => (await serverOf(model)).requests, POLL).toBe(2);
    expect(await serverOf(model)).toMatchObject({ state: "starting", ready_at: null });
    writeFileSync(file("go"), "");
    expect((await Promise.all(answers)).map(textOf)).toEqual(["tiny", "tiny"]);
    expect(countOf("start")).toBe(1);
  });

  it("is ended when it does not answer in time", async () => {
    writeFileSync(file("slow"), "");
    await open({ startMs: 1_000 });
    const model = await service.model();
    expect(await chat(address(0))).toMatchObject({
      status: 503,
      body: { reason: "The model server did not answer within 1 seconds." },
    });
    await expect.poll(() => isAlive(pidOf("start")), POLL).toBe(false);
    expect(await serverOf(model)).toMatchObject({ state: "failed" });
  });

  it("fails with the last line of its log, and is started again on request", async () => {
    writeFileSync(file("broken"), "");
    await open();
    const model = await service.model();
    const reason = "The model server exited with code 3. Last line of its log: CUDA out of memory";
    expect(await chat(address(0))).toMatchObject({ status: 503, body: { reason } });
    // Right after a failure it is not started again by a request.
    expect((await chat(address(0))).body.reason).toBe(reason);
    expect(await serverOf(model)).toMatchObject({ state: "failed", reason, log: "CUDA out of memory\n" });
    rmSync(file("broken"));
    const { body } = await service.ask("POST", "/model_server/start", { model_id: model });
    expect(body.state).toBe("starting");
    expect(textOf(await chat(address(0)))).toBe("tiny");
  });

  it("fails the requests that it answers when it crashes, and the next one starts it again with its checkpoints", async () => {
    await open();
    const model = await service.model();
    await trained(model, "four");
    expect(textOf(await chat(address(1)))).toBe("four");
    const hanging = chat(address(1), "hang");
    await expect.poll(() => countOf("hanging"), POLL).toBe(1);
    const crashed = await chat(address(0), "crash");
    expect([crashed.status, (await hanging).status]).toEqual([503, 503]);
    expect(crashed.body.reason).toMatch(/exited with code 137|signal SIGKILL/);
    await expect.poll(async () => (await serverOf(model)).state, POLL).toBe("failed");
    await expect.poll(async () => textOf(await chat(address(1))), POLL).toBe("four");
    expect([countOf("start"), countOf("load")]).toEqual([2, 2]);
  });

  it("is stopped by a user, with its processes, and started again by the next request", async () => {
    await open();
    const model = await service.model();
    await chat(address(0));
    const hanging = chat(address(0), "hang");
    await expect.poll(() => countOf("hanging"), POLL).toBe(1);
    const { body } = await service.ask("POST", "/model_server/stop", { model_id: model });
    expect(body).toMatchObject({ state: "stopped", reason: "Stopped by ada.", requests: 0 });
    expect(await hanging).toMatchObject({ status: 503, body: { reason: "Stopped by ada." } });
    await expect.poll(() => isAlive(pidOf("start")), POLL).toBe(false);
    expect(textOf(await chat(address(0)))).toBe("tiny");
  });

  it("is stopped after a time without requests", async () => {
    await open({ idleMs: 50 });
    const model = await service.model();
    await chat(address(0));
    await expect.poll(async () => (await serverOf(model)).state, POLL).toBe("stopped");
    expect((await serverOf(model)).reason).toBe("Stopped after 0.05 seconds without a request.");
  });

  it("ends with the service, and a new service starts it again", async () => {
    await open();
    const model = await service.model();
    await trained(model, "four");
    await chat(address(1));
    await service.restart();
    await expect.poll(() => isAlive(pidOf("start")), POLL).toBe(false);
    expect((await serverOf(model)).state).toBeNull();
    expect(textOf(await chat(address(1)))).toBe("four");
  });

  it("that a service left running when it died is ended by the next one", async () => {
    const folder = join(control, "left", "server");
    mkdirSync(folder, { recursive: true });
    const left = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
    const ended = once(left, "exit");
    writeFileSync(join(folder, "process.json"), JSON.stringify(processIdentity(left.pid ?? 0)));
    mkdirSync(join(control, "left", "incomplete"));
    const pool = new ServerPool(settingsOf(), join(control, "left"), pino({ level: "silent" }));
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(readdirSync(join(control, "left"))).toEqual([]);
    await pool.close();
    await open();
  });

  it("makes room for another base model after its last request, in the order of the requests", async () => {
    await open();
    const model = await service.model();
    const { body: other } = await service.ask("POST", "/v1/preview/models", {
      entity: "demo",
      project: "airline",
      name: "other",
      base_model: "big",
    });
    const first = chat(address(0), "wait");
    await expect.poll(async () => (await serverOf(model)).state, POLL).toBe("ready");
    const second = chat(address(0, "other"));
    await expect.poll(async () => (await serverOf(other.id)).waiting, POLL).toBe(1);
    const third = chat(address(0));
    await expect.poll(async () => (await serverOf(model)).waiting, POLL).toBe(1);
    writeFileSync(file("answer-now"), "");
    expect((await Promise.all([first, second, third])).map(textOf)).toEqual(["tiny", "big", "tiny"]);
    expect(noted().map((line) => line.split(" ")[1])).toEqual(["tiny", "big", "tiny", undefined]);
    expect((await serverOf(model)).state).toBe("ready");
  });

  it("cannot be told options by the name of a base model", async () => {
    await open();
    const body = { entity: "demo", project: "airline", name: "sly", base_model: "--config=/etc/x" };
    await service.ask("POST", "/v1/preview/models", body);
    expect((await chat(address(0, "sly"))).status).toBe(400);
    expect(noted()).toEqual([]);
  });
});

describe("a model server of several projects", () => {
  it("shows a key of one project neither the checkpoints of others nor its log", async () => {
    await open();
    await trained(await service.model("other", "hotel"), "five");
    const model = await service.model();
    expect(textOf(await chat("wandb-artifact:///demo/hotel/other:step1"))).toBe("five");
    const limited = { authorization: "Bearer key-of-airline" };
    const { body } = await service.ask("POST", "/model_server/read", { model_id: model }, limited);
    expect(body).toMatchObject({ state: "ready", loaded_steps: [], log: "" });
    expect((await serverOf(model)).log).not.toBe("");
  });
});

describe("a service without a model server", () => {
  it("says what to set, and starts nothing", async () => {
    service = await TestTraining.open();
    const model = await service.model();
    expect(await serverOf(model)).toMatchObject({ serving: "none", state: null });
    for (const answer of [
      await chat(address(0)),
      await service.ask("POST", "/model_server/start", { model_id: model }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.reason).toContain("Set HEDDLE_SERVER");
    }
    const builtIn = { entity: "demo", project: "airline", name: "bytes", base_model: "heddle/bytes-blank-1" };
    const { body } = await service.ask("POST", "/v1/preview/models", builtIn);
    expect(await serverOf(body.id)).toMatchObject({ serving: "built_in", state: null });
  });
});
