import type { TrainingRunSettingsInput } from "@/lib/api/contract/training-runs/training-run-settings";
import type { RunTools } from "@/lib/api/contract/training-runs/training-run-tools";
import { readToolsText, toolsText } from "./read-tools-text";

/** The tools of a draft: texts as they are typed. */
export interface ToolsDraft {
  readonly toolAnswers: "none" | RunTools["answers"]["kind"];
  /** The declared tools as JSON. */
  readonly tools: string;
  readonly simulatorModel: string;
  readonly simulatorPrompt: string;
  readonly maxTurns: string;
}

const SIMULATOR_PROMPT = `You play the tools of an agent in an exercise. Answer the last call as the real tool would, with its result alone, as JSON. Stay consistent with the earlier results.

Conversation:
{conversation}

Call:
{tool_name}({tool_arguments})`;

const DEFAULT_TURNS = 8;

export const NO_TOOLS: ToolsDraft = {
  toolAnswers: "none",
  tools: "",
  simulatorModel: "",
  simulatorPrompt: SIMULATOR_PROMPT,
  maxTurns: String(DEFAULT_TURNS),
};

/** Returns the missing parts of tools that are used. */
export function missingToolParts({ toolAnswers, tools, simulatorModel }: ToolsDraft): string[] {
  return [
    ...(toolAnswers !== "none" && tools.trim() === "" ? ["a declared tool"] : []),
    ...(toolAnswers === "simulator" && simulatorModel.trim() === "" ? ["a simulator"] : []),
  ];
}

/** Returns why the declared tools cannot be read; null when they can, or are not used. */
export function toolsProblem({ toolAnswers, tools }: ToolsDraft): string | null {
  return toolAnswers === "none" ? null : readToolsText(tools).problem;
}

/** Returns the settings of the tools; null where there are none. */
export function toolSettingsOf({ toolAnswers, tools, simulatorModel, simulatorPrompt, maxTurns }: ToolsDraft) {
  if (toolAnswers === "none") return null;
  const answers =
    toolAnswers === "recorded"
      ? { kind: toolAnswers }
      : { kind: toolAnswers, model: simulatorModel.trim(), prompt: simulatorPrompt };
  const turns = maxTurns.trim() === "" ? DEFAULT_TURNS : Number(maxTurns);
  return { definitions: readToolsText(tools).definitions, answers, max_turns: turns };
}

/** Returns settings of tools as they would be typed. */
export function toolsDraftOf(tools: TrainingRunSettingsInput["tools"]): ToolsDraft {
  if (!tools) return NO_TOOLS;
  const { definitions, answers, max_turns: turns = DEFAULT_TURNS } = tools;
  return {
    ...NO_TOOLS,
    ...(answers.kind === "simulator" ? { simulatorModel: answers.model, simulatorPrompt: answers.prompt } : {}),
    toolAnswers: answers.kind,
    tools: toolsText(definitions),
    maxTurns: String(turns),
  };
}
