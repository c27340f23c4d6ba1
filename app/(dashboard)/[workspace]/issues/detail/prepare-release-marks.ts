import type { IssueDetail } from "@/lib/api/contract/issues/issues";
import { parseTime } from "@/lib/format/time";

/** Where a release begins in a range. */
export interface ReleaseMark {
  readonly release: string;
  readonly timeMs: number;
  /** From 0 to 1. */
  readonly place: number;
  /** False where the next mark is so near that both names would overlap: the later one has its name. */
  readonly isNamed: boolean;
}

/** The least distance of two names, as a part of the range. */
const NAME_ROOM = 0.14;

/** Returns the marks of the releases that begin in a range, the earliest first. */
export function releaseMarks(
  { marked_releases: releases }: Pick<IssueDetail, "marked_releases">,
  fromMs: number,
  toMs: number,
): readonly ReleaseMark[] {
  const places = releases.flatMap(({ release, at }) => {
    const timeMs = parseTime(at);
    const place = timeMs === null ? -1 : (timeMs - fromMs) / (toMs - fromMs);
    return timeMs === null || !(place >= 0 && place <= 1) ? [] : [{ release, timeMs, place }];
  });
  return places.map((mark, at) => {
    const next = places[at + 1];
    return { ...mark, isNamed: next === undefined || next.place - mark.place >= NAME_ROOM };
  });
}
