import { environmentColumns, type VariableName, variableNames } from "@/lib/environment/variables";

/** The subjects of variables, each with its first one: the others follow it in the table of variables. */
const SUBJECTS: readonly (readonly [subject: string, first: VariableName])[] = [
  ["Addresses and data", "PORT"],
  ["Secrets and the first account", "HEDDLE_SECRET_KEY"],
  ["Connections and proxies", "HEDDLE_CONNECTION_POLICY"],
  ["Audit log", "HEDDLE_AUDIT_DAYS"],
  ["Sessions and single sign-on", "HEDDLE_SESSION_HOURS"],
  ["Trainers and model servers", "HEDDLE_TRAINER"],
  ["Files, mail and measurements", "HEDDLE_BLOBS"],
  ["Servers, and several services", "CLICKHOUSE_URL"],
];

const HEAD = `# Configuration

Nothing has to be set. Heddle checks all variables at start and names each invalid one; an empty one counts as not set. The
tables are generated from \`lib/environment/variables.ts\` by \`npm run verify -- --write\`; do not edit this page.
`;

const OTHERS = `## Model providers

Completions (\`/completions/create\`, and for OpenAI's clients \`/v1/models\` and \`/v1/responses\`) go to model providers. An
admin adds them under Settings → Providers, where API keys are encrypted and never shown again, or sets the usual
variables: \`OPENAI_API_KEY\`, \`ANTHROPIC_API_KEY\`, \`GEMINI_API_KEY\`, \`MISTRAL_API_KEY\`, \`GROQ_API_KEY\`,
\`TOGETHER_API_KEY\`, \`OPENROUTER_API_KEY\`, \`DEEPSEEK_API_KEY\`, \`XAI_API_KEY\`. Set \`OPENAI_BASE_URL\` (and its equivalents
for other providers) to use another server with the same API. Heddle detects Ollama, vLLM, llama.cpp and LM Studio on the
same machine automatically.

## Variables of libraries

\`NODE_EXTRA_CA_CERTS\` names a file with certificate authorities of your own. The \`AWS_\` variables belong to \`HEDDLE_BLOBS\`, and the
\`OTEL_\` variables to Heddle's own traces (\`docs/operate/operating.md\`).
`;

function table(names: readonly VariableName[]): string {
  const rows = names.map((name) => {
    const { shownDefault, meaning } = environmentColumns[name];
    return `| \`${name}\` | ${shownDefault} | ${meaning} |`;
  });
  return ["| variable | default | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

/** Returns the text of docs/configuration.md: every variable that users may set, by subject. */
export function configurationDocument(): string {
  const names = variableNames.filter((name) => !environmentColumns[name].isInternal);
  const starts = SUBJECTS.map(([, first]) => names.indexOf(first));
  const sections = SUBJECTS.map(
    ([subject], index) => `## ${subject}\n\n${table(names.slice(starts[index], starts[index + 1]))}\n`,
  );
  return [HEAD, ...sections, OTHERS].join("\n");
}
