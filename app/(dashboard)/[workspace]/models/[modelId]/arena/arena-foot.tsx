import { arenaCellKey } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/stored-arena";
import { useArenaCost } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/use-arena-cost";
import { MAX_PROMPTS } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { PageFoot } from "@/components/ui/page-head";
import { countOf, formatCount } from "@/lib/format/count";
import { formatCallCost } from "@/lib/format/money";
import type { Arena } from "./use-arena";

/** The number of answers, of tracked calls, storage warnings, then the keys. */
export function ArenaFoot({ arena }: { arena: Arena }) {
  const { setting, results, openCount, isStored: isKept } = arena;
  const { prompts, columns } = setting;
  const all = prompts.flatMap(({ id }) => columns.flatMap(({ key }) => results.resultOf(arenaCellKey(id, key)) ?? []));
  const answered = arena.figures.reduce((sum, figures) => sum + figures.answered, 0);
  const failed = all.filter(({ answer }) => answer.status === "failed").length;
  const tracked = all.flatMap(({ answer }) => answer.callId ?? []);
  // While answers arrive, each one would reload all of them.
  const cost = useArenaCost(arena.workspace, openCount > 0 ? [] : tracked);
  return (
    <PageFoot
      hints={
        <KeyHints
          hints={[
            keyHint("arena", ["j", "k"], "prompt"),
            keyHint("arena", ["ArrowLeft", "ArrowRight"], "column"),
            keyHint("arena", ["p"], "pin"),
            keyHint("arena", ["r"], "run again"),
            keyHint("arena", ["w"], "full row"),
            ...(arena.params.scorer === "marks" ? [keyHint("arena", ["1", "0"], "good, bad")] : []),
            keyHint("arena", ["Enter"], "open in playground"),
          ]}
        />
      }
    >
      <span role="status" className="inline-flex items-center gap-1.5">
        {openCount > 0 ? <StatusGlyph status="running" label="" /> : null}
        {formatCount(answered)} of {countOf(prompts.length * columns.length, "answer")}
      </span>
      {failed > 0 ? <span className="text-err">{formatCount(failed)} failed</span> : null}
      {tracked.length > 0 ? <span>tracked as {countOf(tracked.length, "call")}</span> : null}
      {cost === null ? null : <span>{formatCallCost(cost)}</span>}
      {prompts.length >= MAX_PROMPTS ? <span>maximum of {MAX_PROMPTS} prompts</span> : null}
      {isKept ? null : <span className="text-warn">No browser storage: reloading loses these answers</span>}
    </PageFoot>
  );
}
