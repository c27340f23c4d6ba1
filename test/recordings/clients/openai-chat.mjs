// The conversation through the client of OpenAI.

import { MISSING, MODEL, QUESTION, SYSTEM } from "./weather.mjs";

const FUNCTION = {
  name: "get_weather",
  description: "Returns the weather of a city.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

/** Asks, runs the tool that the model calls, and asks again; the answer is streamed unless the client cannot. */
export async function chat(client, question, runTool, stream = true) {
  const tools = [{ type: "function", function: FUNCTION }];
  const messages = [
    { role: "system", content: SYSTEM },
    { role: "user", content: question },
  ];
  const asked = await client.chat.completions.create({ model: MODEL, messages, tools });
  const { content, role, tool_calls: calls } = asked.choices[0].message;
  const result = await runTool(JSON.parse(calls[0].function.arguments));
  messages.push({ role, content, tool_calls: calls }, { role: "tool", tool_call_id: calls[0].id, content: result });
  if (!stream) {
    const answered = await client.chat.completions.create({ model: MODEL, messages, tools });
    return answered.choices[0].message.content;
  }
  const options = { stream: true, stream_options: { include_usage: true } };
  let answer = "";
  for await (const chunk of await client.chat.completions.create({ model: MODEL, messages, tools, ...options }))
    answer += chunk.choices[0]?.delta.content ?? "";
  return answer;
}

/** Asks for a model that does not exist. */
export async function fail(client) {
  const messages = [
    { role: "system", content: SYSTEM },
    { role: "user", content: QUESTION },
  ];
  await client.chat.completions.create({ model: MISSING, messages }).catch(() => undefined);
}
