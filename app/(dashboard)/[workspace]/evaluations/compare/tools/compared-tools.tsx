import type { ToolCall } from "@/app/(dashboard)/[workspace]/evaluations/compare/tools/read-tool-calls";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Link } from "@/components/ui/link";
import { classNames } from "@/lib/style/class-names";

type RunToolsProps = {
  slug: string;
  /** Names the run. */
  name: string;
  /** A call for each line that the runs share, null where this run has none. */
  calls: readonly (ToolCall | null)[];
};

/** The tool calls of a run's answer. Lines of one height keep the calls of all runs beside each other. */
export function RunTools({ slug, name, calls }: RunToolsProps) {
  if (calls.length === 0) return null;
  return (
    <ol aria-label={`Tool calls of ${name}`} className="mb-2">
      {calls.map((call, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its position
          key={index}
          className={classNames("relative h-6", call === null && "-mx-2 bg-hatch-idle")}
        >
          {call === null ? (
            <span className="sr-only">no call here</span>
          ) : (
            <Link
              href={`/${slug}/traces/${encodeURIComponent(call.id)}`}
              title={call.input === null ? call.name : `${call.name} ${call.input}`}
              className="flex h-6 min-w-0 items-center gap-2 hover:underline"
            >
              <KindGlyph kind="tool" />
              <span className={classNames("max-w-[60%] flex-none truncate text-code", call.hasFailed && "text-err")}>
                {call.name}
              </span>
              <span className="min-w-0 flex-1 truncate text-ink-3">{call.input}</span>
              {call.hasFailed ? <StatusGlyph status="error" label="failed" /> : null}
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}
