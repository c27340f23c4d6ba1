"use client";

import { MoreHorizontal } from "lucide-react";
import { resultText } from "@/components/evaluation/monitors/score-result";
import { Switch } from "@/components/form/switch";
import { RuledTableCell } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Menu, MenuItem } from "@/components/ui/menu";
import { allCallsHref } from "@/lib/address/traces-href";
import type { Monitor, MonitoredCall } from "@/lib/api/contract/monitors/monitors";
import { countOf, formatCount } from "@/lib/format/count";
import { formatTotalCost } from "@/lib/format/money";
import { formatTime, parseTime } from "@/lib/format/time";
import { scoreText } from "@/lib/score/score-text";
import type { Workspace } from "@/lib/workspace/workspace";
import { useSwitchMonitor } from "./use-switch-monitor";

type MonitorRowProps = {
  workspace: Workspace;
  monitor: Monitor;
  isMember: boolean;
  onSwitchOn: () => void;
  onDelete: () => void;
};

const STATE_WORDS: Readonly<Record<Monitor["state"], string>> = { on: "On", off: "Off", resting: "Resting" };

/** One monitor: its switch, its scores with failures, and what it used of its limits. */
export function MonitorRow({ workspace, monitor, isMember, onSwitchOn, onDelete }: MonitorRowProps) {
  const { settings, today, state } = monitor;
  const editHref = `/${workspace.slug}/evaluations/scoring/edit?monitor=${monitor.id}`;
  const change = useSwitchMonitor(workspace);
  const isOn = state !== "off";
  return (
    <tr className="align-top hover:bg-hover">
      <RuledTableCell className="py-2.5">
        <Switch
          label={
            <>
              <span className="sr-only">{settings.name}: </span>
              {STATE_WORDS[state]}
            </>
          }
          isOn={isOn}
          isDisabled={!isMember || change.isPending}
          onChange={(next) => (next ? onSwitchOn() : change.mutate({ monitorId: monitor.id, isOn: false }))}
        />
        {change.error ? <p className="text-micro text-err">not switched: {change.error.message}</p> : null}
      </RuledTableCell>
      <RuledTableCell className="max-w-80 py-2.5 whitespace-normal">
        <Link href={editHref} className="font-medium [overflow-wrap:anywhere] hover:underline">
          {settings.name}
        </Link>
        <p className="text-code text-ink-3 [overflow-wrap:anywhere]">{settings.query_text || "all calls"}</p>
        {monitor.reason === null ? null : <p className="text-micro text-warn">{monitor.reason}</p>}
      </RuledTableCell>
      <RuledTableCell isEnd className="py-2.5">
        {settings.rate_percent} %
      </RuledTableCell>
      <RuledTableCell className="py-2.5">
        <ul className="grid gap-0.5">
          {monitor.scorers.map((scorer) => (
            <li key={scorer.name} className="flex max-w-64 flex-wrap gap-x-1.5">
              <span className="text-code">{scorer.name}</span>
              <b className="font-medium">{scorer.mean === null ? "–" : scoreText(scorer.mean)}</b>
              <span className="text-ink-3">of {formatCount(scorer.scored)}</span>
              {scorer.failed > 0 ? (
                <span className="whitespace-normal text-err [overflow-wrap:anywhere]">
                  {countOf(scorer.failed, "failure")}: {scorer.last_error}
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      </RuledTableCell>
      <RuledTableCell className="py-2.5">
        <LatestCalls workspace={workspace} calls={monitor.latest} />
      </RuledTableCell>
      <RuledTableCell isEnd className={today.failed > 0 ? "py-2.5 text-err" : "py-2.5"}>
        {formatCount(today.failed)}
      </RuledTableCell>
      <RuledTableCell isEnd className="py-2.5">
        {formatCount(today.calls)} <span className="text-ink-3">of {formatCount(settings.max_calls_per_day)}</span>
      </RuledTableCell>
      <RuledTableCell isEnd className="py-2.5">
        {formatTotalCost(today.cost_usd)}
        {settings.max_cost_usd_per_day ? (
          <span className="text-ink-3"> of {formatTotalCost(settings.max_cost_usd_per_day)}</span>
        ) : null}
        {today.unpriced_calls > 0 ? (
          <p className="text-micro text-warn">{countOf(today.unpriced_calls, "call")} without a price</p>
        ) : null}
      </RuledTableCell>
      <RuledTableCell className="py-1.5">
        {isMember ? (
          <Menu
            label={`Actions for ${settings.name}`}
            align="end"
            trigger={
              <Button kind="ghost" size="icon-small" aria-label={`Actions for ${settings.name}`}>
                <MoreHorizontal size={14} strokeWidth={1.7} aria-hidden="true" />
              </Button>
            }
          >
            <MenuItem onSelect={onDelete}>Delete…</MenuItem>
          </Menu>
        ) : null}
      </RuledTableCell>
    </tr>
  );
}

/** The newest scored calls, each a link to its call. */
function LatestCalls({ workspace: { slug }, calls }: { workspace: Workspace; calls: readonly MonitoredCall[] }) {
  if (calls.length === 0) return <span className="text-ink-3">none yet</span>;
  return (
    <ol className="grid gap-0.5">
      {calls.slice(0, 3).map((call) => (
        <li key={call.call_id}>
          <Link
            href={allCallsHref(slug, `id:${call.call_id}`)}
            className="inline-flex max-w-72 gap-1.5 hover:underline"
          >
            <span className="text-ink-3">{formatTime(parseTime(call.at), Date.now())}</span>
            <span className="truncate">
              {Object.entries(call.scores)
                .map(([, score]) => resultText(score))
                .join(", ")}
            </span>
            {Object.keys(call.errors).length > 0 ? (
              <span className="text-err">{countOf(Object.keys(call.errors).length, "failure")}</span>
            ) : null}
          </Link>
        </li>
      ))}
    </ol>
  );
}
