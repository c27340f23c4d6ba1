// A user's program with the OpenTelemetry packages, unmodified: an agent that calls a model, runs the requested tool,
// and calls the model again, traced by the GenAI conventions. It has only an address, a key and a project.
import { setTimeout as pause } from "node:timers/promises";
import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";

const [serviceUrl, key, project] = process.argv.slice(2);

const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({ "service.name": "airline-agent" }),
  spanProcessors: [
    new BatchSpanProcessor(
      new OTLPTraceExporter({
        url: `${serviceUrl}/otel/v1/traces`,
        headers: { Authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}`, project_id: project },
      }),
    ),
  ],
});
provider.register();
const tracer = trace.getTracer("airline", "1.0.0");

const question = { role: "user", parts: [{ type: "text", content: "Cancel reservation 4WQ150, please." }] };
const toolCall = {
  type: "tool_call",
  id: "call_1",
  name: "cancel_reservation",
  arguments: { reservation_id: "4WQ150" },
};
const toolResult = { type: "tool_call_response", id: "call_1", response: { status: "cancelled", refund_usd: 318 } };
const answer = { type: "text", content: "Reservation 4WQ150 is cancelled. You get 318 dollars back." };

/** Models and tools take some time; spans record their starts to the millisecond. */
const work = () => pause(3);

function chat(input, output, usage) {
  return tracer.startActiveSpan("chat gpt-4o-mini", { kind: SpanKind.CLIENT }, async (span) => {
    await work();
    span.setAttributes({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "gpt-4o-mini",
      "gen_ai.response.model": "gpt-4o-mini",
      "gen_ai.system_instructions": JSON.stringify([{ type: "text", content: "You are an airline's agent." }]),
      "gen_ai.input.messages": JSON.stringify(input),
      "gen_ai.output.messages": JSON.stringify([output]),
      "gen_ai.usage.input_tokens": usage.input,
      "gen_ai.usage.output_tokens": usage.output,
      "gen_ai.response.finish_reasons": [output.finish_reason],
    });
    span.end();
  });
}

await tracer.startActiveSpan("invoke_agent airline", async (agent) => {
  agent.setAttributes({ "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "airline" });
  const asked = { role: "assistant", parts: [toolCall], finish_reason: "tool_call" };
  await chat([question], asked, { input: 1200, output: 30 });
  await tracer.startActiveSpan("execute_tool cancel_reservation", async (tool) => {
    await work();
    tool.setAttributes({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "cancel_reservation",
      "gen_ai.tool.call.id": "call_1",
      "gen_ai.tool.call.arguments": JSON.stringify(toolCall.arguments),
      "gen_ai.tool.call.result": JSON.stringify(toolResult.response),
    });
    tool.end();
  });
  await tracer.startActiveSpan("execute_tool send_mail", async (tool) => {
    await work();
    tool.setAttributes({ "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "send_mail" });
    tool.recordException(new Error("The mail server does not answer"));
    tool.setStatus({ code: SpanStatusCode.ERROR, message: "The mail server does not answer" });
    tool.end();
  });
  const told = { role: "assistant", parts: [answer], finish_reason: "stop" };
  await chat([question, asked, { role: "tool", parts: [toolResult] }], told, { input: 1300, output: 20 });
  agent.end();
});

await provider.shutdown();
