import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import type { Turn } from "@/lib/thread/thread-turns";

/** More bars than this cannot be distinguished. */
const MAX_BARS = 120;

/** With more bars than this, only every fifth, tenth … bar has a number. */
const MAX_AXIS_NUMBERS = 16;

/** One bar: a turn, or several consecutive turns. */
export interface TurnBar {
  /** The turn that it shows and links to: a failed or running turn, otherwise the longest. */
  readonly turn: Turn;
  readonly label: string;
  /** Empty when there is no room. */
  readonly number: string;
  readonly holds: (turnId: string | null) => boolean;
}

/** Returns the bars of a conversation: with too many turns, a bar combines several of them and shows the longest. */
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
    // The bar that contains a round number shows it.
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
