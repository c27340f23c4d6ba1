import { afterAll, beforeAll, expect, it } from "vitest";
import { OpenAiProvider } from "@/test/provider/openai-provider";
import { sized } from "@/test/setup/test-length";
import { CLIENT_KEY, type ClientsService, openClientsService } from "./clients-service";
import { describeWith } from "./describe-with";
import { pythonEnvironment } from "./python-environment";
import { NEW_WEAVE, OPEN_TELEMETRY } from "./releases";

const weave = await pythonEnvironment("weave", NEW_WEAVE);
const telemetry = await pythonEnvironment("telemetry", OPEN_TELEMETRY);

let service: ClientsService;

beforeAll(async () => {
  service = await openClientsService();
});

afterAll(() => service.close());

const variables = () => ({ WANDB_BASE_URL: service.url, WANDB_API_KEY: CLIENT_KEY });

describeWith(`the Python client ${NEW_WEAVE[0]}`, weave, (python) => {
  let results: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    const args = ["conversation.py=demo/conversation", "agents_sdk.py=demo/agents"];
    const { result } = await python.run({ file: "several_programs.py", args, variables: variables() });
    results = result as typeof results;
  });

  it("stores a conversation with its turn, its request to a model and its tool", async () => {
    const calls = await service.calls("demo/conversation");
    const turn = calls[0];
    const inTurn = { thread_id: "conversation-1", turn_id: turn?.id };
    expect(calls).toEqual([
      expect.objectContaining({ op_name: "invoke_agent bot", parent_id: null, ...inTurn }),
      expect.objectContaining({
        op_name: "chat gpt-4o",
        parent_id: turn?.id,
        output: {
          "gen_ai.output.messages": [{ role: "assistant", parts: [{ type: "text", content: "Let me see." }] }],
        },
        ...inTurn,
      }),
      expect.objectContaining({
        op_name: "execute_tool status",
        parent_id: turn?.id,
        inputs: { flight: "AX118" },
        output: { "gen_ai.tool.call.result": "on time" },
        ...inTurn,
      }),
    ]);
    expect(JSON.stringify(turn?.inputs)).toContain("Is AX118 on time?");
  });

  it("stores an agent of the OpenAI Agents SDK", async () => {
    expect(results["agents_sdk.py"]).toBe("It is on time.");
    const calls = await service.calls("demo/agents");
    const agent = calls.find(({ op_name: name }) => name === "invoke_agent bot");
    expect(agent).toMatchObject({ parent_id: calls[0]?.id, attributes: { kind: "agent" } });
    expect(calls.find(({ op_name: name }) => name === "execute_tool status")).toMatchObject({
      inputs: { flight: "AX118" },
      output: { "gen_ai.tool.call.result": "on time" },
      turn_id: calls[0]?.id,
    });
  });
});

describeWith(`an instrumentation that sends log events (${OPEN_TELEMETRY[2]})`, telemetry, (python) => {
  let provider: OpenAiProvider;

  beforeAll(async () => {
    provider = await OpenAiProvider.start();
  });

  afterAll(() => provider.stop());

  const orders = [
    ["spans", "otel/"],
    ["logs", ""],
    ["spans", "agents/otel/"],
  ] as const;
  it.each(sized<readonly (typeof orders)[number][]>({ once: orders.slice(0, 1), all: orders }))(
    "has its messages in the call of the request, with the %s first, sent to /%s",
    async (first, prefix) => {
      const project = `demo/${first}-${prefix.length}`;
      const { result } = await python.run({
        file: "genai_events.py",
        args: [project, first, provider.url],
        variables: {
          OTEL_EXPORTER_OTLP_ENDPOINT: `${service.url}/${prefix}`,
          OTEL_EXPORTER_OTLP_HEADERS: `wandb-api-key=${CLIENT_KEY}`,
          OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
        },
      });
      expect(result).toEqual([true, true, true]);
      const [call, ...others] = await service.calls(project);
      expect(others).toEqual([]);
      expect(call).toMatchObject({ op_name: "chat plain", ended_at: expect.any(String), exception: null });
      expect(JSON.stringify(call?.inputs)).toContain("Is AX118 on time?");
      expect(JSON.stringify(call?.output)).toContain("Hello");
      for (const signal of ["traces", "logs", "metrics"]) {
        expect(service.requests).toContain(`POST /${prefix}v1/${signal} 200`);
      }
    },
  );
});
