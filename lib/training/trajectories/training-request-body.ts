import type { Members } from "@/lib/json/value/members";
import type { TrajectoryRow } from "./collect-trajectories";
import type { DraftRows } from "./reward-figures";

/** The model and the data of a draft's request. */
export type TrainingTarget =
  | { readonly kind: "job"; readonly modelId: string; readonly config: Members | null }
  | { readonly kind: "log"; readonly modelId: string; readonly split: string };

/** The members of the request before its groups. */
export function requestMembers(target: TrainingTarget): Members {
  if (target.kind === "log") return { split: target.split };
  return { model_id: target.modelId, ...(target.config === null ? {} : { experimental_config: target.config }) };
}

/** A trajectory among the pieces of a request: its text is referenced, not copied. */
interface RowPart {
  readonly row: TrajectoryRow;
  readonly reward: number;
}

/** The pieces of the request: texts, and rows. */
function* partsOf({ rows, groups, rewards, isOut }: DraftRows, target: TrainingTarget): Generator<string | RowPart> {
  const head = JSON.stringify(requestMembers(target));
  yield `${head.slice(0, -1)},"trajectory_groups":[`;
  let isFirstGroup = true;
  for (const group of groups) {
    const sent = group.rows.filter((index) => isOut[index] === 0);
    if (sent.length === 0 && group.rows.length > 0) continue;
    yield `${isFirstGroup ? "" : ","}{"trajectories":[`;
    isFirstGroup = false;
    for (const [position, index] of sent.entries()) {
      const row = rows[index];
      if (!row) continue;
      if (position > 0) yield ",";
      yield { row, reward: rewards[index] ?? 0 };
    }
    const { exceptions } = group;
    const rest = JSON.stringify({ ...(exceptions.length > 0 ? { exceptions } : {}), ...group.members }).slice(1, -1);
    yield rest === "" ? "]}" : `],${rest}}`;
  }
  yield "]}";
}

/** Number of pieces joined before yielding to the event loop. */
const SLICE = 2_000;

const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/**
 * Builds the full request as one blob, which a browser sends without holding its text in memory. The page stays
 * responsive.
 */
export async function requestBody(draft: DraftRows, target: TrainingTarget): Promise<Blob> {
  const parts: (string | Blob)[] = [];
  for (const part of partsOf(draft, target)) {
    if (parts.length % SLICE === SLICE - 1) await yieldToEventLoop();
    if (typeof part === "string") parts.push(part);
    // The text of a row is an object with members: its opening brace is before the reward.
    else parts.push(rewardText(part.reward), part.row.blob.slice(part.row.start + 1, part.row.end));
  }
  return new Blob(parts, { type: "application/json" });
}

const encoder = new TextEncoder();
/** A separator occurs as often as trajectories and is counted without encoding it. */
const bytesOf = (text: string) => (text.length === 1 && text < "\u0080" ? 1 : encoder.encode(text).length);

/** The bytes of `{"reward":` and `,` around a reward, whose digits are a byte each. */
const AROUND_REWARD = rewardText(0).length - 1;

/** Returns the request's exact size in bytes, without building it. */
export function requestBytes(draft: DraftRows, target: TrainingTarget): number {
  let bytes = 0;
  for (const part of partsOf(draft, target)) {
    if (typeof part === "string") bytes += bytesOf(part);
    else bytes += part.row.end - part.row.start - 1 + AROUND_REWARD + JSON.stringify(part.reward).length;
  }
  return bytes;
}

/** The beginning of a row's text in a request, replacing its opening brace. */
function rewardText(reward: number): string {
  return `{"reward":${JSON.stringify(reward)},`;
}
