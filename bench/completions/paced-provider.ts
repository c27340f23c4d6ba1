/**
 * A provider in a process of its own, with an OpenAI-compatible stream: waits, then writes tokens at an even pace. The
 * request's `model` sets the pace: `paced-FIRST_MS-TOKENS-PER_SECOND`, with 0 per second for as fast as they are read.
 * Prints its port.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const chunkText = (members: object) =>
  `data: ${JSON.stringify({ id: "chatcmpl-bench", object: "chat.completion.chunk", created: 1_763_650_201, model: "paced", ...members })}\n\n`;

const contentText = (content: string) =>
  chunkText({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });

/** One line per twenty tokens, as in lists and code. */
const LINE_TOKENS = 20;
const [token, lineEnd] = [contentText(" word"), contentText(" word\n")];
const end =
  chunkText({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }) +
  chunkText({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 } }) +
  "data: [DONE]\n\n";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const drained = (response: ServerResponse) => new Promise((resolve) => response.once("drain", resolve));

async function answer(model: string, response: ServerResponse): Promise<void> {
  const [firstMs = 0, count = 0, perSecond = 0] = model.split("-").slice(1).map(Number);
  await pause(firstMs);
  response.writeHead(200, { "content-type": "text/event-stream" });
  const begun = performance.now();
  for (let index = 0; index < count; index += 1) {
    const waitMs = perSecond === 0 ? 0 : begun + (index * 1000) / perSecond - performance.now();
    if (waitMs > 0) await pause(waitMs);
    if (!response.write(index % LINE_TOKENS === LINE_TOKENS - 1 ? lineEnd : token)) await drained(response);
  }
  response.end(end);
}

const server = createServer((request, response) => {
  // Tokens are sent when they are generated, as at a provider.
  response.socket?.setNoDelay(true);
  if (request.method === "GET") {
    // Its list of models is empty: any name is valid and sets the pace.
    response.writeHead(200, { "content-type": "application/json" }).end('{"object":"list","data":[]}');
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { model } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { model: string };
    void answer(model, response);
  });
});

server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.once("disconnect", () => process.exit());
