"use client";

import { useMemo } from "react";
import type { ProjectScore, SubjectScore } from "@/lib/api/contract/feedback/scores";
import type { ProjectAddress } from "./read-scores";
import { useProjectScores } from "./use-project-scores";
import { useScores } from "./use-scores";

/** Calls of one request, as the service accepts them. */
const MAX_IDS = 1000;

/** The scores of some calls and threads, with the scores of the project. */
export interface SubjectScores {
  readonly project: readonly ProjectScore[];
  readonly byId: ReadonlyMap<string, readonly SubjectScore[]>;
}

/** Returns the scores of all calls of a trace; nothing is requested in a project without scores. */
export function useTraceScores(address: ProjectAddress, traceId: string | null): SubjectScores {
  const { scores: project } = useProjectScores(address);
  const hasScores = project.length > 0 && traceId !== null;
  const blocks = useMemo(() => (hasScores ? [{ trace_id: traceId }] : []), [hasScores, traceId]);
  const { byId } = useScores(address, blocks);
  return { project, byId };
}

/** Returns the scores of a thread and of its turns; nothing is requested in a project without scores. */
export function useTurnScores(
  address: ProjectAddress,
  threadId: string,
  turns: readonly { readonly id: string }[],
): SubjectScores & { readonly ofThread: readonly SubjectScore[] } {
  const { scores: project } = useProjectScores(address);
  const hasScores = project.length > 0;
  const ids = turns.map(({ id }) => id).join("\n");
  const calls = useMemo(() => {
    if (!hasScores || ids === "") return [];
    const all = ids.split("\n");
    const blocks: { call_ids: string[] }[] = [];
    for (let from = 0; from < all.length; from += MAX_IDS) blocks.push({ call_ids: all.slice(from, from + MAX_IDS) });
    return blocks;
  }, [hasScores, ids]);
  const threads = useMemo(() => (hasScores ? [{ thread_ids: [threadId] }] : []), [hasScores, threadId]);
  const ofThread = useScores(address, threads).byId.get(threadId) ?? NONE;
  return { project, byId: useScores(address, calls).byId, ofThread };
}

const NONE: readonly SubjectScore[] = [];
