import { rewardText, type TrajectoryRow } from "./collect-trajectories";
import type { Members } from "./read-value";
import type { Draft } from "./reward-bench";

/** Where the data of a draft goes. */
export type Target =
  | { readonly kind: "job"; readonly modelId: string; readonly config: Members | null }
  | { readonly kind: "log"; readonly modelId: string; readonly split: string };

/** The members of the request beside its groups, in front of them. */
export function requestMembers(target: Target): Members {
  if (target.kind === "log") return { split: target.split };
  return { model_id: target.modelId, ...(target.config === null ? {} : { experimental_config: target.config }) };
}

/** The pieces of the request: texts, and rows whose texts are pointed at, not copied. */
function* partsOf({ rows, groups, rewards, isOut }: Draft, target: Target): Generator<string | TrajectoryRow> {
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
      yield `${position > 0 ? "," : ""}${rewardText(rewards[index] ?? 0)}`;
      yield row;
    }
    const { exceptions } = group;
    const rest = JSON.stringify({ ...(exceptions.length > 0 ? { exceptions } : {}), ...group.members }).slice(1, -1);
    yield rest === "" ? "]}" : `],${rest}}`;
  }
  yield "]}";
}

/** Pieces that are put together before others have their turn. */
const SLICE = 2_000;

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** The whole request as one blob, which a browser sends without holding its text. The page stays usable meanwhile. */
export async function requestBody(draft: Draft, target: Target): Promise<Blob> {
  const parts: (string | Blob)[] = [];
  for (const part of partsOf(draft, target)) {
    if (parts.length % SLICE === SLICE - 1) await nextTurn();
    // The text of a row is an object with members: its opening brace is in front of the reward.
    parts.push(typeof part === "string" ? part : part.blob.slice(part.start + 1, part.end));
  }
  return new Blob(parts, { type: "application/json" });
}

const encoder = new TextEncoder();

/** The request's exact size in bytes, without making it. */
export function requestBytes(draft: Draft, target: Target): number {
  let bytes = 0;
  for (const part of partsOf(draft, target)) {
    bytes += typeof part === "string" ? encoder.encode(part).length : part.end - part.start - 1;
  }
  return bytes;
}
