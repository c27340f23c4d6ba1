"use client";

import { MoreHorizontal } from "lucide-react";
import { Sparkline } from "@/components/chart/sparkline";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { RuledTableCell } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Menu, MenuItem } from "@/components/ui/menu";
import { measuredText, measureName, ruleText, stateOf } from "@/components/watches/watch-words";
import type { Watch } from "@/lib/api/contract/watches/watches";
import { countOf } from "@/lib/format/count";
import { formatTime, parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";
import { useWatchChange } from "./use-watch-change";

const HOUR_MS = 3_600_000;
const MUTES = [1, 4, 24] as const;

type WatchRowProps = { workspace: Workspace; watch: Watch; isMember: boolean; onDelete: () => void };

/** One watch: its state, its rule, its newest windows, and what a member can do about it. */
export function WatchRow({ workspace, watch, isMember, onDelete }: WatchRowProps) {
  const { settings, groups, recent } = watch;
  const { figure } = settings.measure;
  const change = useWatchChange(watch, workspace);
  const [worst] = groups;
  const points = recent.map(({ start, value }) => ({ timeMs: parseTime(start) ?? 0, value }));
  const firing = groups.filter(({ state }) => state === "firing");
  const isOpen = firing.some((group) => group.acknowledged_at === null);
  return (
    <tr className="align-top hover:bg-hover">
      <RuledTableCell className="py-2.5">
        <WatchState watch={watch} />
        {change.error ? (
          <p role="alert" className="text-micro whitespace-normal text-err">
            not changed: {change.error.message}
          </p>
        ) : null}
      </RuledTableCell>
      <RuledTableCell className="max-w-96 py-2.5 whitespace-normal">
        <Link
          href={`/${workspace.slug}/watches/edit?watch=${watch.id}`}
          className="font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {settings.name}
        </Link>
        <p className="text-ink-3 [overflow-wrap:anywhere]">
          {measureName(settings.measure)}, {ruleText(settings)}
        </p>
        <p className="text-code text-ink-3 [overflow-wrap:anywhere]">{settings.measure.query_text || "all calls"}</p>
        {watch.problem === null ? null : <p className="text-micro text-warn">{watch.problem}</p>}
      </RuledTableCell>
      <RuledTableCell isEnd className={firing.length > 0 ? "py-2.5 text-err" : "py-2.5"}>
        {measuredText(figure, worst?.last?.value)}
        {settings.measure.by && worst ? (
          <p className="max-w-48 truncate text-micro text-ink-3">
            {worst.value ?? "no value"}
            {groups.length > 1 ? `, and ${groups.length - 1} more` : ""}
          </p>
        ) : null}
      </RuledTableCell>
      <RuledTableCell className="py-2.5">
        <Sparkline points={points} isBroken {...(firing.length > 0 ? { color: "var(--err)" } : {})} />
        <span className="sr-only">{countOf(recent.length, "window")}</span>
      </RuledTableCell>
      <RuledTableCell className="py-2.5">{worst ? formatTime(parseTime(worst.since), Date.now()) : "–"}</RuledTableCell>
      <RuledTableCell className="py-1.5">
        {isMember ? (
          <span className="flex justify-end gap-1">
            {isOpen ? (
              <Button
                size="small"
                isBusy={change.isPending}
                aria-label={`Acknowledge ${settings.name}`}
                onClick={() => change.mutate({ kind: "acknowledge" })}
              >
                Acknowledge
              </Button>
            ) : null}
            <Menu
              label={`Actions for ${settings.name}`}
              align="end"
              trigger={
                <Button kind="ghost" size="icon-small" aria-label={`Actions for ${settings.name}`}>
                  <MoreHorizontal size={14} strokeWidth={1.7} aria-hidden="true" />
                </Button>
              }
            >
              {watch.muted_until === null ? (
                MUTES.map((hours) => (
                  <MenuItem
                    key={hours}
                    onSelect={() => change.mutate({ kind: "mute", untilMs: Date.now() + hours * HOUR_MS })}
                  >
                    Mute for {hours} h
                  </MenuItem>
                ))
              ) : (
                <MenuItem onSelect={() => change.mutate({ kind: "mute", untilMs: null })}>Unmute</MenuItem>
              )}
              <MenuItem onSelect={() => change.mutate({ kind: "switch", isOn: !watch.is_on })}>
                {watch.is_on ? "Switch off" : "Switch on"}
              </MenuItem>
              <MenuItem onSelect={onDelete}>Delete…</MenuItem>
            </Menu>
          </span>
        ) : null}
      </RuledTableCell>
    </tr>
  );
}

/** The state in words, with who looks at it and until when it is muted. */
function WatchState({ watch }: { watch: Watch }) {
  const { word, status } = stateOf(watch);
  const acknowledged = watch.groups.find((group) => group.state === "firing" && group.acknowledged_at !== null);
  return (
    <>
      <span className="flex items-center gap-1.5">
        <StatusGlyph status={status} label="" />
        <span className={watch.state === "firing" ? "font-medium text-err" : ""}>{word}</span>
      </span>
      {watch.muted_until === null ? null : (
        <p className="text-micro text-ink-3">muted until {formatTime(parseTime(watch.muted_until), Date.now())}</p>
      )}
      {acknowledged ? (
        <p className="max-w-48 truncate text-micro text-ink-3">
          acknowledged{acknowledged.note ? `: ${acknowledged.note}` : ""}
        </p>
      ) : null}
    </>
  );
}
