import { formatCount } from "@/lib/format/count";

/** The priorities that pages offer. A client may set others. */
const PRIORITIES = [
  { label: "High", priority: 10 },
  { label: "Normal", priority: 0 },
  { label: "Low", priority: -10 },
] as const;

/** The choices of a job's priority, with the current one first if it is none of them. */
export function priorityChoices(current: number): readonly { readonly label: string; readonly priority: number }[] {
  const isListed = PRIORITIES.some(({ priority }) => priority === current);
  return isListed ? PRIORITIES : [{ label: priorityName(current), priority: current }, ...PRIORITIES];
}

/** A priority in a word, or its number if it has none. */
export function priorityName(priority: number): string {
  return PRIORITIES.find((each) => each.priority === priority)?.label ?? formatCount(priority);
}

/** The place of a job in the queue, which counts from 1. */
export function queueText(position: number): string {
  return position === 1 ? "next in the queue" : `number ${formatCount(position)} in the queue`;
}
