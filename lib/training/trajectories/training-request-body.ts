import type { Members } from "@/lib/json/value/members";
import type { TrajectoryRow } from "./collect-trajectories";
import type { TrajectoryGroup } from "./group-rows";
import { joinTexts } from "./join-texts";
import type { DraftRows, GroupRewardFigures } from "./reward-figures";

/** The model and the data of a draft's request. */
export type TrainingTarget =
  | { readonly kind: "job"; readonly modelId: string; readonly config: Members | null }
  | { readonly kind: "log"; readonly modelId: string; readonly split: string };

/** The members of the request before its groups. */
export function requestMembers(target: TrainingTarget): Members {
  if (target.kind === "log") return { split: target.split };
  return { model_id: target.modelId, ...(target.config === null ? {} : { experimental_config: target.config }) };
}

const REQUEST_END = "]}";

function requestStart(target: TrainingTarget): string {
  return `${JSON.stringify(requestMembers(target)).slice(0, -1)},"trajectory_groups":[`;
}

const GROUP_START = '{"trajectories":[';

function groupEnd({ exceptions, members }: TrajectoryGroup): string {
  const rest = JSON.stringify({ ...(exceptions.length > 0 ? { exceptions } : {}), ...members }).slice(1, -1);
  return rest === "" ? "]}" : `],${rest}}`;
}

/** The texts of the request, and rows whose texts follow without their opening braces. */
function* textsOf(
  { rows, groups, rewards, isOut }: DraftRows,
  target: TrainingTarget,
): Generator<string | TrajectoryRow> {
  yield requestStart(target);
  let isFirstGroup = true;
  for (const group of groups) {
    const sent = group.rows.filter((index) => isOut[index] === 0);
    if (sent.length === 0 && group.rows.length > 0) continue;
    yield isFirstGroup ? GROUP_START : `,${GROUP_START}`;
    isFirstGroup = false;
    for (const [position, index] of sent.entries()) {
      const row = rows[index];
      if (!row) continue;
      yield `${position > 0 ? "," : ""}${rewardText(rewards[index] ?? 0)}`;
      yield row;
    }
    yield groupEnd(group);
  }
  yield REQUEST_END;
}

/**
 * Builds the full request as one blob, which a browser sends without holding its text in memory. The page stays
 * responsive.
 *
 * @throws UnreadableRowError when the browser cannot read a trajectory; AbortError when stopped
 */
export async function requestBody(draft: DraftRows, target: TrainingTarget, signal?: AbortSignal): Promise<Blob> {
  return new Blob(await joinTexts(textsOf(draft, target), signal), { type: "application/json" });
}

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).length;

/** The bytes of `{"reward":` and `,` around a reward, whose digits are a byte each. */
const AROUND_REWARD = rewardText(0).length - 1;

/** The bytes around the trajectories of a group, by group: its exceptions and members do not change. */
const knownBytes = new WeakMap<TrajectoryGroup, number>();

function bytesAround(group: TrajectoryGroup): number {
  const known = knownBytes.get(group);
  if (known !== undefined) return known;
  const bytes = GROUP_START.length + bytesOf(groupEnd(group));
  knownBytes.set(group, bytes);
  return bytes;
}

/**
 * Returns the request's exact size in bytes, without building it: after a change only the groups that changed are
 * counted again.
 *
 * @param figures the figures of the same draft
 */
export function requestBytes(
  groups: readonly TrajectoryGroup[],
  figures: readonly GroupRewardFigures[],
  target: TrainingTarget,
): number {
  let bytes = bytesOf(requestStart(target)) + REQUEST_END.length;
  let groupCount = 0;
  for (const [index, group] of groups.entries()) {
    const figure = figures[index];
    if (!figure || figure.isOut) continue;
    const { count, byteCount, rewardDigits } = figure;
    bytes += bytesAround(group) + byteCount - count + rewardDigits + count * AROUND_REWARD + Math.max(0, count - 1);
    groupCount += 1;
  }
  return bytes + Math.max(0, groupCount - 1);
}

/** The beginning of a row's text in a request, replacing its opening brace. */
function rewardText(reward: number): string {
  return `{"reward":${JSON.stringify(reward)},`;
}
