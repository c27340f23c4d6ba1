import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import type { Turn } from "@/lib/thread/thread-turns";

/** More bars beside each other cannot be told apart. */
const MAX_BARS = 120;

/** Numbers get too close when there are more bars than this: then every fifth, tenth … has one. */
const MAX_AXIS_NUMBERS = 16;

/** One bar: a turn, or several that follow one another. */
export interface TurnBar {
  /** The one that it is drawn as and leads to: one that failed or runs, else the longest. */
  readonly turn: Turn;
  readonly label: string;
  /** Empty where there is no room. */
  readonly number: string;
  readonly holds: (turnId: string | null) => boolean;
}

/** The bars of a conversation: where turns are too many, each stands for several, and none of the longest is lost. */
export function turnBars(turns: readonly Turn[]): readonly TurnBar[] {
  const each = Math.max(1, Math.ceil(turns.length / MAX_BARS));
  const barCount = Math.ceil(turns.length / each);
  const every = barCount <= MAX_AXIS_NUMBERS ? 1 : Math.ceil(turns.length / MAX_AXIS_NUMBERS / 5) * 5;
  return Array.from({ length: barCount }, (_, at): TurnBar[] => {
    const inside = turns.slice(at * each, (at + 1) * each);
    const [first] = inside;
    const last = inside.at(-1);
    const turn = mostInformativeTurn(inside);
    if (!first || !last || !turn) return [];
    // The bar that holds a round number carries it.
    const round = Math.floor(last.number / every) * every;
    return [
      {
        turn,
        label: labelOf(inside, first, last, turn),
        number: round >= first.number ? formatCount(round) : "",
        holds: (turnId) => inside.some(({ id }) => id === turnId),
      },
    ];
  }).flat();
}

function labelOf(inside: readonly Turn[], first: Turn, last: Turn, turn: Turn): string {
  const duration = formatDuration(turn.durationMs);
  if (inside.length === 1) return `Turn ${formatCount(turn.number)}, ${duration}`;
  const range = `Turns ${formatCount(first.number)} to ${formatCount(last.number)}`;
  const failed = inside.filter(({ status }) => status === "error").length;
  if (failed > 0) return `${range}, ${countOf(failed, "error")}, first turn ${formatCount(turn.number)}, ${duration}`;
  return `${range}, longest turn ${formatCount(turn.number)}, ${duration}`;
}

function mostInformativeTurn(turns: readonly Turn[]): Turn | undefined {
  const longest = turns.reduce<Turn | undefined>(
    (most, turn) => (most === undefined || (turn.durationMs ?? 0) > (most.durationMs ?? 0) ? turn : most),
    undefined,
  );
  return turns.find(({ status }) => status === "error") ?? turns.find(({ status }) => status === "running") ?? longest;
}
