import type { z } from "zod";
import { type ReadRequest, readRequest } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import type { trajectory } from "@/lib/api/contract/training/trajectories";
import { isMembers } from "@/lib/json/value/members";

/** The address of a message of a logged trajectory: batch, group, trajectory, and optionally the message. */
export interface RolloutAddress {
  readonly batchId: string;
  readonly group: number;
  readonly trajectory: number;
  readonly message: number | null;
}

/** Parses `batch.group.trajectory` or `batch.group.trajectory.message`; null for anything else. */
export function parseRolloutAddress(text: string): RolloutAddress | null {
  const found = /^([^.]+)\.(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text);
  const [, batchId, group, trajectory, message] = found ?? [];
  if (batchId === undefined) return null;
  return {
    batchId,
    group: Number(group),
    trajectory: Number(trajectory),
    message: message === undefined ? null : Number(message),
  };
}

/**
 * A turn of a trajectory as a request: the messages before an answer, which is generated again. Without a message it is
 * the last answer; a message of another role is included.
 */
export function rolloutRequest(
  { messages_and_choices: items, tools }: z.infer<typeof trajectory>,
  message: number | null,
): ReadRequest {
  const isAnswer = (index: number) => {
    const item = items[index];
    return isMembers(item?.message) || item?.role === "assistant";
  };
  const last = message ?? items.findLastIndex((_, index) => isAnswer(index));
  const end = last < 0 ? items.length : isAnswer(last) ? last : last + 1;
  const messages = items.slice(0, end).map((item) => (isMembers(item.message) ? item.message : item));
  return readRequest({ messages, ...(tools ? { tools } : {}) });
}
