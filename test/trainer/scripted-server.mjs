/**
 * A model server whose behavior a test controls by files in a folder, the first argument. Its answer is the file
 * `answer` of the checkpoint, or the name of the base model; a message `crash` or `hang` does what it says.
 */
import { appendFileSync, existsSync, readFileSync, watch } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
const { BASE_MODEL, PORT } = process.env;
const adapters = new Map();

const control = (name) => join(folder, name);
const note = (text) => appendFileSync(control("server.txt"), `${text}\n`);

/** Resolves when a file exists. */
function fileThere(path) {
  return new Promise((resolve) => {
    const watcher = watch(folder, () => existsSync(path) && done());
    const done = () => {
      watcher.close();
      resolve();
    };
    if (existsSync(path)) done();
  });
}

function answer(model, stream, response) {
  const content = model === BASE_MODEL ? BASE_MODEL : readFileSync(join(adapters.get(model), "answer"), "utf8");
  const common = { id: "chatcmpl-1", created: 1, model };
  const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };
  if (!stream) {
    const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop", logprobs: null }];
    return send(response, 200, { ...common, object: "chat.completion", choices, usage });
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const choices = [{ index: 0, delta: { role: "assistant", content }, finish_reason: "stop" }];
  for (const data of [JSON.stringify({ ...common, object: "chat.completion.chunk", choices }), "[DONE]"]) {
    response.write(`data: ${data}\n\n`);
  }
  response.end();
}

function send(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

const refuse = (response, status, message) => send(response, status, { error: { message } });

const routes = {
  "GET /v1/models": (_body, response) => send(response, 200, { object: "list", data: [] }),
  "POST /v1/load_lora_adapter": ({ lora_name: name, lora_path: path }, response) => {
    if (!existsSync(join(path, "answer"))) return refuse(response, 400, `${name} has no answer`);
    adapters.set(name, path);
    note(`load ${name}`);
    response.end("ok");
  },
  "POST /v1/unload_lora_adapter": ({ lora_name: name }, response) => {
    if (!adapters.delete(name)) return refuse(response, 404, `${name} is not loaded`);
    note(`unload ${name}`);
    response.end("ok");
  },
  "POST /v1/chat/completions": async ({ model, stream, messages, temperature }, response) => {
    const text = messages.at(-1)?.content;
    if (temperature > 2) return refuse(response, 400, "temperature is at most 2");
    if (text === "crash") process.kill(process.pid, "SIGKILL");
    if (text === "hang") return note(`hanging ${model}`);
    if (text === "wait") await fileThere(control("answer-now"));
    answer(model, stream === true, response);
  },
};

if (existsSync(control("broken"))) {
  process.stderr.write("CUDA out of memory\n");
  process.exit(3);
}
note(`start ${BASE_MODEL} ${process.pid}`);
if (existsSync(control("slow"))) await fileThere(control("go"));
const server = createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  await routes[`${request.method} ${request.url}`]?.(text === "" ? null : JSON.parse(text), response);
});
server.listen(Number(PORT), "127.0.0.1", () => process.stdout.write(`serving ${BASE_MODEL}\n`));
