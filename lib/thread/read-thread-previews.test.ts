import { afterEach, describe, expect, it, vi } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { ResponseCutShortError } from "./read-thread-calls";
import { readThreadPreviews } from "./read-thread-previews";

afterEach(() => vi.unstubAllGlobals());

const place = (connectionId: string) => ({ connectionId, projectId: "p", signal: new AbortController().signal });

const thread = (first: string, last: string): Thread => ({
  thread_id: "t",
  turn_count: 2,
  start_time: "2026-11-20T14:00:00Z",
  last_updated: "2026-11-20T14:01:00Z",
  first_turn_id: first,
  last_turn_id: last,
});

const call = (id: string, members: Partial<Call> = {}): Call => ({
  id,
  project_id: "p",
  op_name: "agent.turn",
  trace_id: id,
  turn_id: id,
  started_at: "2026-11-20T14:00:00Z",
  ended_at: "2026-11-20T14:00:01Z",
  ...members,
});

interface StreamBody {
  readonly filter: { readonly call_ids?: readonly string[]; readonly turn_ids?: readonly string[] };
  readonly columns: readonly string[];
}

interface PreviewBody {
  readonly call_ids: readonly string[];
  readonly length: number;
}

/** Values that the service has read in calls, by the ids of the calls. */
type Said = Readonly<Record<string, { readonly last_message?: string; readonly answer?: string }>>;

/** A service with these calls. It returns only the requested columns, and records its requests. */
function serviceWith(
  calls: readonly Call[],
  { hasPreviews = true, isCut = false, said = {} }: { hasPreviews?: boolean; isCut?: boolean; said?: Said } = {},
) {
  const requests: { operation: string; body: StreamBody & PreviewBody }[] = [];
  const text = (value: unknown, length: number) =>
    value === undefined ? null : JSON.stringify(value).slice(0, length);
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const operation = path.split("/").at(-1) ?? "";
    const body = JSON.parse(String(init.body)) as StreamBody & PreviewBody;
    requests.push({ operation, body });
    if (operation === "calls.preview" && !hasPreviews) {
      const error = { kind: "unsupported", message: "no", requestId: "r", operation };
      return new Response(JSON.stringify({ error }), { status: 404 });
    }
    if (operation === "calls.preview") {
      const previews = calls
        .filter(({ id }) => body.call_ids.includes(id))
        .map(({ id, inputs, output }) => ({
          id,
          inputs: text(inputs, body.length),
          output: text(output, body.length),
          inputs_length: 0,
          output_length: 0,
          ...said[id],
        }));
      return new Response(JSON.stringify({ previews }));
    }
    const { call_ids: ids, turn_ids: turns } = body.filter;
    const rows = calls
      .filter(({ id, turn_id }) => ids?.includes(id) || (turn_id && turns?.includes(turn_id)))
      .map(({ inputs, output, ...rest }) => ({
        ...rest,
        ...(body.columns.includes("inputs") ? { inputs } : {}),
        ...(body.columns.includes("output") ? { output } : {}),
      }));
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    return new Response(isCut ? `${lines}{"id":` : lines);
  });
  return requests;
}

const messageOf = (text: string) => ({ text, isJson: false });

describe("the messages of a row", () => {
  it("are the first turn's question and the last turn's answer, from only their beginnings", async () => {
    const requests = serviceWith([
      call("a", { inputs: { message: "May I bring two bags?" }, output: "Yes." }),
      call("b", { inputs: { message: "Three?" }, output: "No.", attributes: { user_id: "mia_li" } }),
    ]);
    const previews = await readThreadPreviews(place("c1"), [thread("a", "b")]);
    expect(previews.get("t")).toMatchObject({
      first: messageOf("May I bring two bags?"),
      last: messageOf("No."),
      isLastByUser: false,
      by: "agent.turn",
      lastStatus: "ok",
    });
    expect(requests.flatMap(({ body }) => body.columns ?? [])).not.toContain("inputs");
  });

  it("are what the service read, except the result of a tool in place of a question", async () => {
    const requests = serviceWith([call("a", { inputs: { n: 1, text: "Go" }, output: [1] }), call("b")], {
      said: {
        a: { last_message: '{"role":"tool","content":"3 seats"}', answer: '"Booked."' },
        b: { last_message: '{"role":"user","content":"And now?"}', answer: '{"role":"assistant","content":"Done."}' },
      },
    });
    const previews = await readThreadPreviews(place("c6"), [thread("a", "b")]);
    expect(previews.get("t")).toMatchObject({ first: messageOf("Go"), last: messageOf("Done.") });
    expect(requests.filter(({ operation }) => operation === "calls.preview")).toHaveLength(1);
    expect(requests.flatMap(({ body }) => body.columns ?? [])).not.toContain("inputs");
  });

  it("end with the user's text when there is no answer", async () => {
    serviceWith([
      call("a", { inputs: { message: "Hi" }, output: "Hello" }),
      call("b", { inputs: { message: "Bye" }, output: null }),
    ]);
    const previews = await readThreadPreviews(place("c2"), [thread("a", "b")]);
    expect(previews.get("t")).toMatchObject({ last: messageOf("Bye"), isLastByUser: true });
  });

  it("are read from model calls inside when the turns have no text, however long the prompt before them is", async () => {
    const messages = [
      { role: "system", content: "x".repeat(20_000) },
      { role: "user", content: "Where is my bag?" },
    ];
    serviceWith([
      call("a", { inputs: {}, output: null }),
      call("m", {
        turn_id: "a",
        attributes: { kind: "llm" },
        inputs: { messages },
        output: { choices: [{ message: { role: "assistant", content: "In Seattle." } }] },
      }),
    ]);
    const previews = await readThreadPreviews(place("c3"), [thread("a", "a")]);
    expect(previews.get("t")).toMatchObject({ first: messageOf("Where is my bag?"), last: messageOf("In Seattle.") });
  });

  it("are read in full from a service without previews, and previews are requested only once", async () => {
    const requests = serviceWith([call("a", { inputs: { message: "Hi" }, output: "Hello" })], { hasPreviews: false });
    for (let times = 0; times < 2; times += 1) {
      const previews = await readThreadPreviews(place("c4"), [thread("a", "a")]);
      expect(previews.get("t")).toMatchObject({ first: messageOf("Hi"), last: messageOf("Hello") });
    }
    expect(requests.filter(({ operation }) => operation === "calls.preview")).toHaveLength(1);
  });

  it("are unknown, and nothing is requested, when a service does not name the turns", async () => {
    const requests = serviceWith([call("a", { inputs: { message: "Hi" } })]);
    const { first_turn_id: _, last_turn_id: __, ...nameless } = thread("a", "a");
    const previews = await readThreadPreviews(place("c7"), [nameless]);
    expect(previews.get("t")).toMatchObject({ first: null, last: null, exception: null, by: null });
    expect(requests).toEqual([]);
  });

  it("are not taken from a response that was cut off", async () => {
    serviceWith([call("a", { inputs: { message: "Hi" } })], { isCut: true });
    await expect(readThreadPreviews(place("c5"), [thread("a", "a")])).rejects.toThrow(ResponseCutShortError);
  });

  it("show a failed turn by its exception", async () => {
    serviceWith([call("a", { inputs: { message: "Hi" }, exception: "RateLimitError: 429" })]);
    const previews = await readThreadPreviews(place("c6"), [thread("a", "a")]);
    expect(previews.get("t")).toMatchObject({ exception: "RateLimitError: 429", lastStatus: "error" });
  });
});
