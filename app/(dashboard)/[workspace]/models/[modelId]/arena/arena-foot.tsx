import { arenaCellKey } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/stored-arena";
import { useArenaCost } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/use-arena-cost";
import { MAX_PROMPTS } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { KeyHint } from "@/components/keyboard/key-hint";
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
        <>
          <KeyHint at="arena" keys={["j", "k"]}>
            prompt
          </KeyHint>
          <KeyHint at="arena" keys={["ArrowLeft", "ArrowRight"]}>
            column
          </KeyHint>
          <KeyHint at="arena" keys={["p"]}>
            pin
          </KeyHint>
          <KeyHint at="arena" keys={["r"]}>
            run again
          </KeyHint>
          <KeyHint at="arena" keys={["w"]}>
            full row
          </KeyHint>
          {arena.params.scorer === "marks" ? (
            <KeyHint at="arena" keys={["1", "0"]}>
              good, bad
            </KeyHint>
          ) : null}
          <KeyHint at="arena" keys={["Enter"]}>
            open in playground
          </KeyHint>
        </>
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
