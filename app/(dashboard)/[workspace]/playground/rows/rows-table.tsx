import { X } from "lucide-react";
import Link from "next/link";
import { useStore } from "zustand";
import type { ParameterTexts } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import { formatShortId } from "@/lib/format/identifier";
import { MISSING } from "@/lib/format/missing";
import { classNames } from "@/lib/style/class-names";
import { answerText, columnNames, rowCellKey } from "./prepare-row-runs";
import type { RowRuns, RowsDraft } from "./use-row-runs";

type RowsTableProps = { playground: RowsDraft; names: readonly string[]; runs: RowRuns };

const CELL_CLASS = "border-t border-line px-1.5 py-1 align-top";

/** Rows of values on the left, the answers of each column on the right. */
export function RowsTable({ playground, names, runs }: RowsTableProps) {
  const { draft, change, rowStore, workspace } = playground;
  const { rows, columns } = draft;
  const models = columnNames(columns);
  const set = (at: number, row: ParameterTexts) => {
    runs.forgetRow(at);
    change((before) => ({ ...before, rows: before.rows.map((other, index) => (index === at ? row : other)) }));
  };
  return (
    <section
      aria-label="Rows"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      className="max-h-[56vh] overflow-auto rounded-control border border-line"
    >
      <table className="w-full border-collapse text-small">
        <thead className="sticky top-0 bg-sunken text-left text-micro text-ink-3">
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" className="px-1.5 py-1 font-normal text-code">{`{{${name}}}`}</th>
            ))}
            {columns.map(({ key }, index) => (
              <th key={key} scope="col" className="min-w-48 px-1.5 py-1 font-normal text-code">
                {models[index] === "" ? "no model" : models[index]}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 ? (
            <tr>
              <td colSpan={names.length + columns.length + 1} className="p-4 text-center text-ink-2">
                No rows yet. Add a row, or load a file or dataset whose columns are named like the variables.
              </td>
            </tr>
          ) : null}
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: answers belong to a row by its place
            <tr key={at}>
              {names.map((name) => (
                <td key={name} className={CELL_CLASS}>
                  <textarea
                    aria-label={`${name}, row ${at + 1}`}
                    rows={1}
                    value={row[name] ?? ""}
                    onChange={(event) => set(at, { ...row, [name]: event.target.value })}
                    className="field-sizing-content max-h-24 w-full min-w-28 resize-none rounded-chip border border-line bg-surface px-1.5 py-0.5"
                  />
                </td>
              ))}
              {columns.map(({ key }) => (
                <td key={key} className={CELL_CLASS}>
                  <AnswerCell store={rowStore} cellKey={rowCellKey(at, key)} slug={workspace.slug} />
                </td>
              ))}
              <td className={CELL_CLASS}>
                <Button
                  kind="ghost"
                  size="icon-small"
                  aria-label={`Remove row ${at + 1}`}
                  onClick={() => {
                    runs.forgetAll();
                    change((before) => ({ ...before, rows: before.rows.filter((_, index) => index !== at) }));
                  }}
                >
                  <X size={12} strokeWidth={2} aria-hidden="true" />
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type AnswerCellProps = { store: RowsDraft["rowStore"]; cellKey: string; slug: string };

/** The beginning of an answer, and a button for all of it. Redrawn on its own while others arrive. */
function AnswerCell({ store, cellKey: key, slug }: AnswerCellProps) {
  const { answer } = useStore(store, () => store.runOf(key));
  if (answer.status === "idle") return null;
  if (answer.status === "running") return <StatusGlyph status="running" />;
  if (answer.status === "stopped") return <span className="text-ink-3">stopped</span>;
  const text = answerText(answer);
  return (
    <>
      <p
        className={classNames(
          "line-clamp-5 whitespace-pre-wrap [overflow-wrap:anywhere]",
          answer.failure && "text-err",
        )}
      >
        {text === "" ? MISSING : text}
      </p>
      {answer.callId === null ? null : (
        <Link
          href={`/${slug}/traces/${encodeURIComponent(answer.callId)}`}
          className="text-code text-micro text-accent-text hover:underline"
        >
          {formatShortId(answer.callId)}
        </Link>
      )}
    </>
  );
}
