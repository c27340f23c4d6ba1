/** Ways to log a first call, in the order of their tabs. */
export const clients = ["python", "typescript", "otel", "curl"] as const;

export type Client = (typeof clients)[number];

/** Ids and times of the curl command's call. They are written out, since a shell has no portable way to create them. */
export interface CallStamp {
  readonly id: string;
  readonly startedAt: Date;
}

/** The target of a first call. */
export interface FirstCallTarget {
  readonly serviceUrl: string;
  /** `entity/project`. */
  readonly projectId: string;
  /** A key of the service, or null until one is created. */
  readonly key: string | null;
}

export interface FirstProgram {
  readonly name: string;
  /** Shell lines that point the client at the service. */
  readonly variables: string;
  readonly program: string;
  readonly note: string;
}

/** The project of the first program while there is no workspace. */
export const FIRST_PROJECT = "demo/first";

/** Quoted, so that a shell that gets it unchanged passes it on and the service reports the problem. */
const KEY_PLACEHOLDER = "<your key>";

const DURATION_MS = 120;

/** The service's address as programs on this machine write it. */
export function clientAddress(serviceUrl: string): string {
  return serviceUrl.replace("//127.0.0.1:", "//localhost:").replace(/\/$/, "");
}

/** A value in a shell command, quoted only where the shell would change it. */
function shellValue(value: string): string {
  return /^[\w.:/@%+-]+$/.test(value) ? value : `"${value.replace(/["\\$`]/g, "\\$&")}"`;
}

const variable = (name: string, value: string) => `export ${name}=${shellValue(value)}`;

/** A project as exporters read it in a header: everything but the slash is encoded. */
export function otelProject(projectId: string): string {
  return projectId.split("/").map(encodeURIComponent).join("/");
}

/** Returns the shortest complete program that logs one call with this client. */
export function firstProgram(client: Client, target: FirstCallTarget, stamp: CallStamp): FirstProgram {
  const address = clientAddress(target.serviceUrl);
  const secret = target.key ?? KEY_PLACEHOLDER;
  const key = variable("WANDB_API_KEY", secret);
  const project = JSON.stringify(target.projectId);
  switch (client) {
    case "python":
      return {
        name: "Weave Python",
        variables: [variable("WANDB_BASE_URL", address), key].join("\n"),
        program: pythonProgram(project),
        note: "Supported LLM clients (OpenAI, Anthropic, …) are traced automatically.",
      };
    case "typescript":
      return {
        name: "Weave TypeScript",
        variables: [variable("WF_TRACE_SERVER_URL", address), key, printedLink(address)].join("\n"),
        program: typescriptProgram(project),
        note: `Wrap a client with weave.wrapOpenAI to log its calls. ${
          canPrintLink(address)
            ? "The link that the SDK prints opens the call here."
            : "The SDK prints https links only, so that none would lead here: the last variable turns them off. The call is shown below."
        }`,
      };
    case "otel":
      return {
        name: "OpenTelemetry",
        variables: [
          variable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", `${address}/otel/v1/traces`),
          // The default of some programs is gRPC.
          variable("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/protobuf"),
          variable(
            "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
            `wandb-api-key=${secret},project_id=${otelProject(target.projectId)}`,
          ),
        ].join("\n"),
        program: otelProgram,
        note: "gen_ai, OpenInference and OpenLLMetry attributes become messages, tokens and cost. For the protocol grpc, the address is port 4317 of this host.",
      };
    case "curl":
      return {
        name: "curl",
        variables: key,
        program: curlCommand(address, target.projectId, stamp),
        note: "Start and end in one request.",
      };
  }
}

/** Whether the links of the TypeScript SDK may lead to an address: they are `https://HOST/entity/project/r/call/id`. */
function canPrintLink(address: string): boolean {
  const { protocol, pathname } = new URL(address);
  return protocol === "https:" && pathname === "/";
}

/** The variable that makes the links of the TypeScript SDK lead to an address, or that turns them off. */
const printedLink = (address: string): string =>
  canPrintLink(address) ? variable("WANDB_BASE_URL", address) : variable("WEAVE_PRINT_CALL_LINK", "false");

function typescriptProgram(project: string): string {
  return [
    "// npm install weave, then save this as first.mjs and run: node first.mjs",
    'import * as weave from "weave";',
    "",
    `await weave.init(${project});`,
    "",
    "const greet = weave.op(async function greet(name) {",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template belongs to the shown program
    "  return `Hello, ${name}`;",
    "});",
    "",
    'await greet("Heddle");',
  ].join("\n");
}

function pythonProgram(project: string): string {
  return [
    "# pip install weave",
    "import weave",
    "",
    `weave.init(${project})`,
    "",
    "@weave.op",
    "def greet(name: str):",
    '    return f"Hello, {name}"',
    "",
    'greet("Heddle")',
  ].join("\n");
}

const otelProgram = [
  "# pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http",
  "from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter",
  "from opentelemetry.sdk.trace import TracerProvider",
  "from opentelemetry.sdk.trace.export import SimpleSpanProcessor",
  "",
  "provider = TracerProvider()",
  "provider.add_span_processor(SimpleSpanProcessor(OTLPSpanExporter()))",
  "",
  'with provider.get_tracer("first").start_as_current_span("greet") as span:',
  '    span.set_attribute("input.value", "Heddle")',
  '    span.set_attribute("output.value", "Hello, Heddle")',
].join("\n");

function curlCommand(address: string, projectId: string, { id, startedAt }: CallStamp): string {
  const start = {
    project_id: projectId,
    id,
    trace_id: id,
    op_name: "greet",
    started_at: startedAt.toISOString(),
    attributes: {},
    inputs: { name: "Heddle" },
  };
  const endedAt = new Date(startedAt.getTime() + DURATION_MS);
  const end = { project_id: projectId, id, ended_at: endedAt.toISOString(), output: "Hello, Heddle", summary: {} };
  const items = [
    { mode: "start", req: { start } },
    { mode: "end", req: { end } },
  ];
  // JSON may write an apostrophe as an escape; inside the shell's quotes it would end them.
  const lines = items.map((item) => `  ${JSON.stringify(item).replaceAll("'", "\\u0027")}`).join(",\n");
  return [
    `curl ${address}/call/upsert_batch \\`,
    '  -u "api:$WANDB_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"batch":[\n${lines}\n]}'`,
  ].join("\n");
}

/** The beginning of a key, as shown while it is hidden. */
export function maskedKey(key: string): string {
  return `${key.slice(0, 7)}••••••••••••`;
}
