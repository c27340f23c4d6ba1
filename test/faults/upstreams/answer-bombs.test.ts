import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { INPUTS } from "@/test/faults/fuzz/completion-samples";
import { type Reply, Upstream } from "@/test/faults/relay-upstream";
import { type Answer, StoredService } from "@/test/faults/store/stored-service";
import { firstOnce } from "@/test/setup/test-length";

const MIB = 1024 ** 2;
/** Of an answer, and what may be on its way. */
const MAX_SENT_BYTES = 150 * MIB;
const MAX_EVENT_SENT_BYTES = 24 * MIB;
/** What is on its way in packed form unpacks to far more. */
const MAX_PACKED_BYTES = Number.POSITIVE_INFINITY;
/** An answer that no one leaves ends a little later, since reading it takes long. */
const LATER_BYTES = 8 * MIB;

let provider: Upstream;
let service: StoredService;
/** What the provider sent of its last answer, unpacked. */
let sentBytes: number;

beforeAll(async () => {
  provider = await Upstream.start();
  service = await StoredService.open(undefined, { OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${provider.url}/v1` });
});

afterEach(async () => {
  // The service has ended each answer that would not have ended.
  await Promise.all(provider.closed);
});

afterAll(async () => {
  await service.remove();
  await provider.stop();
});

/** Answers with the same piece again and again, until the reader leaves. */
const endless =
  (headers: Readonly<Record<string, string>>, piece: Uint8Array, pieceBytes = piece.byteLength, status = 200): Reply =>
  async (response) => {
    sentBytes = 0;
    const mostBytes = headers === EVENTS_TYPE ? MAX_EVENT_SENT_BYTES : MAX_SENT_BYTES;
    const endBytes = mostBytes + LATER_BYTES;
    response.writeHead(status, headers);
    const closed = new Promise((resolve) => response.once("close", resolve));
    while (!response.destroyed && sentBytes < endBytes) {
      sentBytes += pieceBytes;
      if (!response.write(piece)) {
        await Promise.race([new Promise((resolve) => response.once("drain", resolve)), closed]);
      }
    }
    response.end();
  };

const JSON_TYPE = { "content-type": "application/json" };
const EVENTS_TYPE = { "content-type": "text/event-stream" };
const SPACES = Buffer.alloc(MIB, " ");
const PACKED = { ...JSON_TYPE, "content-encoding": "gzip" };
const PACKED_SPACES = gzipSync(Buffer.alloc(8 * MIB, " "));

const CREATE = { project_id: "demo/airline", inputs: INPUTS };

const complete = () => service.post("/completions/create", CREATE);
const respond = () => service.post("/v1/responses", { model: "openai/gpt-4o", input: "Hi" });
const stream = () => service.post("/completions/create_stream", CREATE);

describe("a provider whose answer does not end", () => {
  it.each(
    firstOnce<readonly [string, string, Reply, () => Promise<Answer>, number]>(2, [
      ["a completion", "of packed JSON", endless(PACKED, PACKED_SPACES, 8 * MIB), complete, MAX_PACKED_BYTES],
      ["a response", "of JSON", endless(JSON_TYPE, SPACES), respond, MAX_SENT_BYTES],
      ["a stream", "of one event", endless(EVENTS_TYPE, Buffer.alloc(MIB, "data: x\n")), stream, MAX_EVENT_SENT_BYTES],
      ["a completion", "of JSON", endless(JSON_TYPE, SPACES), complete, MAX_SENT_BYTES],
      ["a stream", "of one line", endless(EVENTS_TYPE, SPACES), stream, MAX_EVENT_SENT_BYTES],
      ["a refusal", "of JSON", endless(JSON_TYPE, SPACES, MIB, 400), complete, MAX_SENT_BYTES],
    ]),
  )(
    "for %s, %s, is left when it has more than anyone may send, and the reason says so",
    async (_what, _form, reply, ask, most) => {
      provider.reply = reply;
      const { text } = await ask();
      expect(text).toMatch(/ more than \d+ MiB|broke off/);
      expect(sentBytes).toBeLessThan(most);
      expect((await service.get("/health")).status).toBe(200);
    },
  );
});
