import {
  BESIDE,
  CONVENTIONS,
  COST,
  type Convention,
  ERRORS,
  FACTS,
  FIRST_CHUNK,
  INPUTS,
  OUTPUTS,
  type Row,
  THREAD,
  TOKENS,
  USAGE_OBJECTS,
} from "@/service/traces/otel/conventions/attribute-table";
import { CLIENTS } from "@/service/traces/otel/conventions/clients";
import { KIND_MARKS, KIND_OPERATIONS, KIND_WORDS } from "@/service/traces/otel/conventions/kinds";
import { MAX_SPANS } from "@/service/traces/otel/wire/span-limit";

const INTRODUCTION = `# OpenTelemetry

Generated from the tables in \`service/traces/otel/conventions/\` by \`npm run verify -- --write\`; do not edit it.

Heddle reads spans of every convention below as calls. Nothing of a span is lost: all of it is under
\`attributes.otel_span\` of its call, also what no row names.

- **Inputs and output**: a tool's arguments and result come first, then messages, then what was looked for and found. Whole
  requests and answers, as the program had them, count only where there is nothing else.
- **Tokens**: an input count includes cached tokens, and an output count reasoning. Clients that count otherwise (OpenLIT and
  the AI SDK before version 6 with Anthropic, Claude Code, Langfuse's own kinds) are converted; of any other sender the total
  decides. Usage of a span without a model has no price.
- **Cost**: what the sender says is \`attributes.cost_as_sent_usd\`, beside the cost by Heddle's prices.
- **Tools** are named by their tool. A name that a person gave to a span stays.
- **Errors**: the exception has the type, the message and the frames of the span's exception event, and the message of its status
  where that says more, and the first exception of a chain of Python. An event on a span whose status is no error is not an error.
- **Scores**: the event \`gen_ai.evaluation.result\`, on a span or as a log record that names one, is a score of its call.
  A log record that names only the answer (\`gen_ai.response.id\`) is one of the call with this answer in the week before.
- **Spans in a call of Weave**: Weave for Python writes \`weave.parent_call.id\` and \`weave.parent_call.trace_id\` on spans that start in
  one of its ops. Their calls are in the trace of that op, and those without a parent, or whose parent began before the op, below it.
  Tokens that both report count once.
- **Not stored**: other log records, and metrics. The response says so in \`partialSuccess\`.
- **Large requests**: one request may have ${MAX_SPANS.toLocaleString("en")} spans and 64 MiB, decompressed. A larger one gets 413, over gRPC \`RESOURCE_EXHAUSTED\`,
  with the number, and nothing of it is stored. Requests of more than 512 spans are stored in parts, in turns with those of
  others. When storing one fails in between, sending it again stores the rest.
- **A call without content** usually comes from a client that sends none by default: see the switches.
`;

const cell = (text: string) => text.replaceAll("|", "\\|");
const code = (text: string) => `\`${text}\``;

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

function clientTable(): string {
  return table(
    ["client", "arrives", "does not", "switches", "conventions"],
    CLIENTS.map(({ name, version, arrives, missing, switches, conventions }) => [
      version === null ? name : `${name} (seen: ${version})`,
      ...[arrives, missing, switches, conventions.join(", ")],
    ]),
  );
}

function kindTable(): string {
  const operations: Readonly<Record<string, readonly string[]>> = KIND_OPERATIONS;
  const marks: Readonly<Record<string, readonly string[]>> = KIND_MARKS;
  return table(
    ["kind", "words of conventions", "operations", "attributes that only such spans have"],
    Object.entries(KIND_WORDS).map(([kind, words]) => [
      code(kind),
      words.map(code).join(", "),
      (operations[kind] ?? []).map(code).join(", "),
      (marks[kind] ?? []).map(code).join(", "),
    ]),
  );
}

/** Every row of the tables, with where its values are in a call. */
const ROWS: readonly (readonly [place: string, row: Row])[] = [
  ...Object.entries(INPUTS).map(([tier, row]) => [`inputs: ${tier}`, row] as const),
  ...Object.entries(BESIDE).map(([name, row]) => [`inputs.${name}`, row] as const),
  ...Object.entries(OUTPUTS).map(([tier, row]) => [`output: ${tier}`, row] as const),
  ["thread_id", THREAD],
  ...Object.entries(FACTS).map(([name, row]) => [`attributes.${name}`, row] as const),
  ...Object.entries(FIRST_CHUNK).map(([unit, row]) => [`attributes.time_to_first_chunk_s: ${unit}`, row] as const),
  ...Object.entries(ERRORS).map(([part, row]) => [`exception: ${part}`, row] as const),
  ...Object.entries(COST).map(([part, row]) => [`attributes.cost_as_sent_usd: ${part}`, row] as const),
  ...Object.entries(TOKENS).map(([member, row]) => [`usage.${member}`, row] as const),
  ["usage: without any count", USAGE_OBJECTS.whole],
];

function conventionSection(convention: Convention): string {
  const rows = ROWS.flatMap(([place, row]) => {
    const paths = row[convention];
    return paths === undefined ? [] : [[place, [paths].flat().map(code).join(", ")]];
  });
  return `### ${convention}\n\n${table(["in the call", "attributes, the first with a value"], rows)}\n`;
}

/** Returns the text of docs/log/otel.md. */
export function otelDocument(): string {
  return [
    INTRODUCTION,
    `## Clients\n\n${clientTable()}\n`,
    `## Kinds\n\nA span's own kind comes before that of its operation. Other words stay as they are.\n\n${kindTable()}\n`,
    "## Attributes\n\nOf two conventions on one span, the first with a value counts for each fact.\n",
    ...CONVENTIONS.map(conventionSection),
  ].join("\n");
}
