"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import type { OverviewRequest } from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { formatCount } from "@/lib/format/count";
import { formatShortShare } from "@/lib/format/share";
import { comparedRequest } from "./prepare-count-requests";

type ComparedFiltersProps = {
  connectionId: string;
  question: OverviewRequest;
  openedAtMs: number;
  /** All calls of the page's filter; null while unknown. */
  total: number | null;
  compared: readonly string[];
  onComparedChange: (compared: readonly string[]) => void;
};

/** Filters that the user entered, each with its count as a bar next to the total. */
export function ComparedFilters(props: ComparedFiltersProps) {
  const { total, compared, onComparedChange } = props;
  const [text, setText] = useState("");
  const add = () => {
    const written = text.trim();
    if (written !== "" && !compared.includes(written)) onComparedChange([...compared, written]);
    setText("");
  };
  return (
    <section aria-label="Compared filters" className="grid gap-2">
      <h2 className="text-base font-medium">Compared filters</h2>
      <form
        className="flex gap-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Input
          size="small"
          isMono
          aria-label="Filter to count"
          placeholder="op:chat status:error"
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          className="w-80 max-w-full"
        />
        <Button size="small" type="submit" disabled={text.trim() === ""}>
          Count
        </Button>
      </form>
      <ul className="border-t border-line">
        <Row label="All calls" count={total} total={total} />
        {compared.map((filter) => (
          <ComparedRow
            key={filter}
            {...props}
            filter={filter}
            onRemove={() => onComparedChange(compared.filter((candidate) => candidate !== filter))}
          />
        ))}
      </ul>
      {compared.length > 0 ? null : (
        <p className="text-small text-ink-2">
          Enter a filter as on the Traces page, such as <span className="text-code">latency:&gt;5s</span>, to see how
          many calls it selects.
        </p>
      )}
    </section>
  );
}

type ComparedRowProps = ComparedFiltersProps & { filter: string; onRemove: () => void };

function ComparedRow({ connectionId, question, openedAtMs, total, filter, onRemove }: ComparedRowProps) {
  const { body, problems } = comparedRequest(question, filter, openedAtMs);
  const count = useQuery({
    ...serviceQuery(connectionId, "calls.queryStats", body),
    // With an unsupported term the count would be wrong.
    enabled: problems.length === 0,
  });
  const trouble = problems[0]?.message ?? (count.error ? failureOf(count.error).message : null);
  return (
    <Row label={filter} isMono count={count.data?.count ?? null} total={total} problem={trouble} onRemove={onRemove} />
  );
}

type RowProps = {
  label: string;
  isMono?: boolean;
  count: number | null;
  total: number | null;
  problem?: string | null;
  onRemove?: () => void;
};

function Row({ label, isMono = false, count, total, problem: trouble = null, onRemove }: RowProps) {
  const share = count === null || !total ? null : count / total;
  return (
    <li className="grid min-h-[44px] grid-cols-[minmax(0,1fr)_auto_24px] items-center gap-x-2.5 border-b border-line py-1.5 text-small">
      <span className={isMono ? "truncate text-code" : "font-medium"} title={label}>
        {label}
      </span>
      <span className="whitespace-nowrap">
        {formatCount(count)} <span className="text-micro text-ink-3">{formatShortShare(share)}</span>
      </span>
      {onRemove ? (
        <Button kind="ghost" size="icon-small" aria-label={`Remove ${label}`} onClick={onRemove}>
          <X size={12} strokeWidth={2} aria-hidden="true" />
        </Button>
      ) : (
        <span />
      )}
      {trouble === null ? (
        <span aria-hidden="true" className="col-span-2 flex h-2">
          <i
            className="rounded-[1px]"
            style={{
              width: `${Math.min(1, share ?? 0) * 100}%`,
              background: isMono ? "var(--vat-4)" : "var(--dye-undyed)",
            }}
          />
        </span>
      ) : (
        <span role="alert" className="col-span-2 text-err">
          {trouble}
        </span>
      )}
    </li>
  );
}
