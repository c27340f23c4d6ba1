import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";

const ATTEMPTS = 8;
const WORDS = "The passenger asks about a booking, and the agent looks it up and answers in a few sentences. ";

/** A recorded conversation of about 2 KB: four messages, a task and a reward. */
function lineOf(index: number): string {
  const task = Math.floor(index / ATTEMPTS);
  const message = `${WORDS.repeat(6)}(${index})`;
  return JSON.stringify({
    task_id: task,
    // In a tenth of the tasks all attempts have the same reward.
    reward: task % 10 === 0 ? 1 : ((index * 7919) % 11) / 10,
    messages: [
      { role: "system", content: WORDS },
      { role: "user", content: `Task ${task}: ${WORDS}` },
      { role: "assistant", content: message },
      { role: "user", content: WORDS.repeat(2) },
      { role: "assistant", content: message },
    ],
  });
}

/** Writes this many conversations, one per line. */
export async function writeConversations(path: string, count: number): Promise<void> {
  const out = createWriteStream(path);
  for (let index = 0; index < count; index += 1) {
    if (!out.write(`${lineOf(index)}\n`)) await new Promise<void>((resolve) => out.once("drain", () => resolve()));
  }
  out.end();
  await finished(out);
}
