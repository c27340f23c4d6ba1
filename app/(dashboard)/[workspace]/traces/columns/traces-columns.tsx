import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { UserName } from "@/components/session/user-name";
import { AgeCell, CostCell, DurationCell, IdCell, OpCell, StatusCell, Unknown } from "@/components/table/cells";
import { idFit, opFit, timeFit } from "@/components/table/fitted-widths";
import type { TableColumn } from "@/components/table/table-column";
import { callUsage, opLabel } from "@/lib/calls/call-facts";
import { kindName } from "@/lib/calls/call-kind";
import { type CallField, callFields, columnIdOf, isNumeric, isSorted } from "@/lib/calls/field-table";
import { wordOf } from "@/lib/calls/grouping";
import { quoteValue } from "@/lib/filter/query-text";
import { formatShortId } from "@/lib/format/identifier";
import { shortModelName } from "@/lib/format/model-name";
import { formatListTime } from "@/lib/format/relative-time";
import { memberAt } from "@/lib/json/value/member-at-path";
import { copyText } from "@/lib/json/value/value-line";
import type { CellValue } from "@/lib/table/cell-value";
import { InputCell, OutputCell } from "./payload-cells";
import { TokensInCell, TokensOtherCell, TraceTotalMark } from "./token-cells";

/** Adds a value of a query field to the filter. */
const fieldValue = (field: string, text: string | null): CellValue | null =>
  text ? { text, term: `${field}:${quoteValue(text)}` } : null;

const numberValue = (value: number | null): CellValue | null =>
  value === null ? null : { text: String(value), term: null };

/** The models whose tokens a call reports. */
const modelsOf = ({ call }: CallListRow) =>
  callUsage(call)
    .map(({ model }) => model)
    .filter((model) => model !== "");

const modelsValue = (models: readonly string[]): CellValue | null =>
  models.length === 0 ? null : { text: models.join(", "), term: `model.below:${models.map(quoteValue).join(",")}` };

/** Names and ids leave the room of a usual screen to what was asked and answered. */
const MAX_OP_PX = 180;
const MAX_THREAD_PX = 92;

/** How a column looks; its name, its id and its order are those of the field. */
type ColumnLook = Partial<Omit<TableColumn<CallListRow>, "id" | "label">>;

/** The looks of columns by the names of their fields, in the design's order. */
const looks: Readonly<Record<string, ColumnLook>> = {
  status: {
    head: <span className="sr-only">Status</span>,
    width: 28,
    isFixed: true,
    value: () => null,
    cellClassName: "pr-1 pl-1.5 text-clip",
    cell: (row) => <StatusCell status={row.status} />,
  },
  op: {
    width: 192,
    fit: opFit((row) => (row.mark === null ? row.name : `${row.name}   ${row.mark}`), MAX_OP_PX),
    value: (row) => ({ text: row.opName, term: `op:${quoteValue(opLabel(row.opName))}` }),
    cell: (row) => <OpCell kind={row.kind} name={row.name} title={row.opName} mark={row.mark} />,
  },
  "inputs.": { width: "flex", isText: true, value: () => null, cell: (row) => <InputCell row={row} /> },
  "output.": { width: "flex", isText: true, value: () => null, cell: (row) => <OutputCell row={row} /> },
  latency: {
    width: 106,
    value: (row) => numberValue(row.durationMs),
    cellClassName: "text-clip",
    cell: (row) => <DurationCell durationMs={row.durationMs} domain={row.durationDomain} isSlow={row.isSlow} />,
  },
  "tokens.in": {
    width: 74,
    value: (row) => numberValue(row.tokensIn),
    cell: (row) => <TokensInCell row={row} />,
  },
  "tokens.cached": {
    head: "Cached",
    width: 72,
    isHiddenAtFirst: true,
    value: (row) => numberValue(row.tokensCached),
    cell: (row) => <TokensOtherCell row={row} tokens={row.tokensCached} />,
  },
  "tokens.out": {
    head: "Out",
    width: 54,
    value: (row) => numberValue(row.tokensOut),
    cell: (row) => <TokensOtherCell row={row} tokens={row.tokensOut} />,
  },
  cost: {
    width: 84,
    value: (row) => numberValue(row.costUsd),
    cell: (row) => (
      <>
        {row.isTraceTotal && row.costUsd !== null ? <TraceTotalMark /> : null}
        <CostCell costUsd={row.costUsd} />
      </>
    ),
  },
  kind: {
    isHiddenAtFirst: true,
    value: (row) => fieldValue("kind", kindName(row.kind)),
    cell: (row) => kindName(row.kind),
  },
  tool: {
    isHiddenAtFirst: true,
    value: (row) => fieldValue("tool", row.tool),
    cell: (row) => row.tool ?? <Unknown />,
  },
  "model.below": {
    width: 140,
    isHiddenAtFirst: true,
    value: (row) => modelsValue(modelsOf(row)),
    cell: (row) => modelsOf(row).map(shortModelName).join(", ") || <Unknown />,
  },
  thread: { width: 90, fit: idFit((row) => formatShortId(row.threadId ?? ""), MAX_THREAD_PX) },
  trace: { width: 90, isHiddenAtFirst: true },
  user: {
    isHiddenAtFirst: true,
    value: ({ endUser, userId }) => (endUser === null ? fieldValue("key", userId) : fieldValue("user", endUser)),
    cell: ({ endUser, userId }) => {
      if (endUser !== null) return endUser;
      return userId ? <UserName id={userId} /> : <Unknown />;
    },
  },
  key: { isHiddenAtFirst: true, cell: ({ userId }) => (userId ? <UserName id={userId} /> : <Unknown />) },
  run: { width: 130, fit: idFit((row) => formatShortId(row.runId ?? "")), isHiddenAtFirst: true },
  started: {
    width: 80,
    fit: timeFit((row) => formatListTime(row.startedMs, row.nowMs)),
    value: () => null,
    cell: (row) => <AgeCell timeMs={row.startedMs} nowMs={row.nowMs} />,
  },
};

/** The value at the path of a field in a call, in words; null without one. */
function textOf({ call }: CallListRow, { name, path }: CallField): string | null {
  const value = memberAt(call, path);
  return value === undefined || value === null || value === "" ? null : wordOf({ field: name }, copyText(value));
}

/** A field without a look shows what is at its path, and is hidden until it is chosen. */
function columnOf(field: CallField, look: ColumnLook = { isHiddenAtFirst: true }): TableColumn<CallListRow> {
  const { name, path, type, column = name } = field;
  return {
    id: columnIdOf(field),
    label: column,
    width: 120,
    align: isNumeric(field) ? "end" : "start",
    ...(isSorted(field) ? { sortField: path } : {}),
    value: (row) => fieldValue(name, textOf(row, field)),
    cell: (row) => (type === "id" ? <IdCell id={textOf(row, field)} /> : (textOf(row, field) ?? <Unknown />)),
    ...look,
  };
}

const lookOrder = Object.keys(looks);

/** Before the last column, where the list says when calls started. */
const rankOf = ({ name }: CallField) => (name in looks ? lookOrder.indexOf(name) : lookOrder.length - 1.5);

const tracesColumns = callFields
  .filter(({ column }) => column !== undefined)
  .sort((left, right) => rankOf(left) - rankOf(right))
  .map((field) => columnOf(field, looks[field.name]));

/** Returns the columns of the list with those of scores before the ids. */
export function withScoreColumns(scores: readonly TableColumn<CallListRow>[]): readonly TableColumn<CallListRow>[] {
  const at = tracesColumns.findIndex(({ id }) => id === "thread");
  return [...tracesColumns.slice(0, at), ...scores, ...tracesColumns.slice(at)];
}
