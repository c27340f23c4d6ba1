import { plainNumber, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatMetric } from "@/lib/training/metrics/format-metric";

const MS_PER_MINUTE = 60_000;

/** A line of a run's settings. */
interface SettingLine {
  readonly label: string;
  readonly value: string;
}

function tasksText({ tasks }: TrainingRunSettings, count: number | null): string {
  const noun = countOf(count ?? 0, "task");
  if (tasks.kind === "prompts") return `${countOf(tasks.items.length, "task")}, typed`;
  if (tasks.kind === "threads") return `${countOf(tasks.thread_ids.length, "thread")}`;
  const table = tasks.rows.dataset_ref.split("/object/").at(-1)?.split(":")[0] ?? "";
  return `${noun} from ${table}`;
}

function rewardText({ reward: { scorers, label, weights } }: TrainingRunSettings): string {
  const scores = [
    ...scorers.map(({ name, kind }) => ({ name, kind: kind.replaceAll("_", " ") })),
    ...(label ? [{ name: label.question, kind: "human labels" }] : []),
  ];
  return scores
    .map(({ name, kind }) => {
      const weight = weights[name] ?? 1;
      return `${weight === 1 ? "" : `${weight} × `}${name} (${kind})`;
    })
    .join(" + ");
}

function toolsText({ tools }: TrainingRunSettings): string {
  if (!tools) return "";
  const names = tools.definitions.map((definition) => definition.function.name).join(", ");
  const answered = tools.answers.kind === "simulator" ? `played by ${tools.answers.model}` : "recorded results";
  return `${names}; ${answered}; up to ${countOf(tools.max_turns, "request")} a rollout`;
}

function waitText({ reward: { label } }: TrainingRunSettings): string {
  if (!label) return "";
  const { max_wait_minutes: minutes } = label;
  return minutes === null ? "without a limit" : `up to ${formatDuration(minutes * MS_PER_MINUTE)} an iteration`;
}

const configLines = (config: TrainingRunDetail["config"]): readonly SettingLine[] =>
  Object.entries(config ?? {}).flatMap(([label, value]) => {
    if (value === null || value === undefined) return [];
    const number = plainNumber(value);
    return [{ label, value: typeof number === "number" ? formatMetric(label, number) : stringifyJson(value) }];
  });

/** Returns the settings of a run in lines; of a client's run only the settings of its jobs. */
export function prepareRunSettings({ settings, config, task_count: count }: TrainingRunDetail): readonly SettingLine[] {
  if (settings === null) return configLines(config);
  const { messages, params, evaluation } = settings;
  const perIteration = settings.tasks_per_iteration;
  return [
    { label: "Tasks", value: tasksText(settings, count) },
    ...messages.map(({ role, content }) => ({ label: `Prompt, ${role}`, value: content })),
    { label: "Tools", value: toolsText(settings) },
    { label: "Reward", value: rewardText(settings) },
    { label: "Waits for labels", value: waitText(settings) },
    {
      label: "Iteration",
      value: `${countOf(Math.min(perIteration, count ?? perIteration), "group")} of ${countOf(settings.group_size, "rollout")}`,
    },
    {
      label: "Sampling",
      value: Object.entries(params ?? {})
        .flatMap(([name, value]) =>
          value === null || value === undefined ? [] : `${name.replaceAll("_", " ")} ${value}`,
        )
        .join(", "),
    },
    ...(evaluation
      ? [
          {
            label: "Evaluation",
            value: `${evaluation.score}, ${evaluation.every === 1 ? "every checkpoint" : `every ${formatCount(evaluation.every)} checkpoints`}`,
          },
        ]
      : []),
    ...configLines(config),
  ].filter(({ value }) => value !== "");
}
