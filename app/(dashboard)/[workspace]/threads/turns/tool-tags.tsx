import { KindGlyph } from "@/components/glyph/kind-glyph";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Tag } from "@/components/ui/tag";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { classNames } from "@/lib/style/class-names";
import type { TurnTool } from "@/lib/thread/thread-turns";

/** With more tools than this in one turn, the rest is shown as a number. */
const MAX_TAGS = 12;

/** The tools that a turn used, in order. */
export function ToolTags({ tools }: { tools: readonly TurnTool[] }) {
  if (tools.length === 0) return null;
  const rest = tools.length - MAX_TAGS;
  return (
    <ul aria-label="Tools" className="mt-[5px] ml-3.5 flex flex-wrap gap-1">
      {tools.slice(0, MAX_TAGS).map((tool) => {
        const isFailed = tool.status === "error" || tool.status === "descendant-error";
        return (
          <li key={tool.id} className="flex min-w-0 max-w-full">
            <Tag
              tone={isFailed ? "err" : "plain"}
              className="min-w-0 flex-initial font-mono text-[0.65625rem] tracking-[-0.02em]"
            >
              {isFailed ? (
                <StatusGlyph status={tool.status} className="size-[11px]" />
              ) : (
                <KindGlyph kind="tool" className="size-[11px] flex-none" />
              )}
              <span className="truncate">{tool.name}</span>
              <span className={classNames("flex-none", !isFailed && "text-ink-3")}>
                {formatDuration(tool.durationMs)}
              </span>
            </Tag>
          </li>
        );
      })}
      {rest > 0 ? <li className="text-micro leading-[18px] text-ink-3">and {countOf(rest, "more", "more")}</li> : null}
    </ul>
  );
}
