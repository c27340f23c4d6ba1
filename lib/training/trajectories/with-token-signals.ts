import type { z } from "zod";
import type { tokenSignalsLine, trajectory as trajectorySchema } from "@/lib/api/contract/training/trajectories";
import { isMembers, type Members } from "@/lib/json/value/members";

type Trajectory = z.infer<typeof trajectorySchema>;
type Signals = z.infer<typeof tokenSignalsLine>;

/** Names of the figures that a trainer writes for tokens, which are those of an entry of `logprobs.content`. */
const COLUMNS = ["new_logprob", "ref_logprob", "ratio", "advantage", "entropy", "mask"] as const;

/** The figures of the token at a position; unknown ones are missing. */
function figuresAt(signals: Signals, at: number): Members {
  const figures: Record<string, number> = {};
  for (const name of COLUMNS) {
    const column = signals[name];
    const value = Array.isArray(column) ? column[at] : column;
    if (typeof value === "number") figures[name] = value;
  }
  if (typeof signals.weight_version === "number") figures.weight_version = signals.weight_version;
  return figures;
}

/**
 * Adds the signals to the tokens of a choice. The token that ends an answer may have no entry; entries beyond the trained
 * tokens were cut off. Where the numbers do not fit otherwise, the tokens are not the same ones, and nothing is added.
 */
function withFigures(choice: Members, signals: Signals): Members {
  const { logprobs } = choice;
  const content = isMembers(logprobs) ? logprobs.content : null;
  if (!isMembers(logprobs) || !Array.isArray(content) || content.length < signals.tokens - 1) return choice;
  const tokens = content.map((entry: unknown, at) => {
    if (!isMembers(entry)) return entry;
    return { ...entry, ...(at < signals.tokens ? figuresAt(signals, at) : { mask: 0 }) };
  });
  return { ...choice, logprobs: { ...logprobs, content: tokens } };
}

function itemsWith(items: unknown, signals: readonly Signals[]): unknown {
  if (!Array.isArray(items) || signals.length === 0) return items;
  const byMessage = new Map(signals.map((own) => [own.message, own]));
  return items.map((item: unknown, at) => {
    const own = byMessage.get(at);
    return own && isMembers(item) ? withFigures(item, own) : item;
  });
}

/** Returns a trajectory whose tokens also carry the signals that its trainer wrote; unchanged without any. */
export function withTokenSignals(trajectory: Trajectory, signals: readonly Signals[]): Trajectory {
  if (signals.length === 0) return trajectory;
  const ofHistory = (history: number) => signals.filter((line) => line.history === history);
  const histories = trajectory.additional_histories?.map((history, index) =>
    isMembers(history)
      ? { ...history, messages_and_choices: itemsWith(history.messages_and_choices, ofHistory(index + 1)) }
      : history,
  );
  return {
    ...trajectory,
    // Items are only extended by members that the schema lets pass.
    messages_and_choices: itemsWith(
      trajectory.messages_and_choices,
      ofHistory(0),
    ) as Trajectory["messages_and_choices"],
    ...(histories === undefined ? {} : { additional_histories: histories }),
  };
}
