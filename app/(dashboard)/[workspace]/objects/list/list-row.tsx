import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { ListActions } from "@/app/(dashboard)/[workspace]/objects/address/use-object-actions";
import { labelNamesOf } from "@/app/(dashboard)/[workspace]/objects/marks/prepare-labels";
import { classOf } from "@/app/(dashboard)/[workspace]/objects/versions/describe-version";
import { valuePreview } from "@/app/(dashboard)/[workspace]/objects/versions/prepare-value-preview";
import { type Sides, shortVersionDigest } from "@/app/(dashboard)/[workspace]/objects/versions/prepare-versions";
import { SideMark } from "@/app/(dashboard)/[workspace]/objects/versions/side-mark";
import { AgeCell, Unknown } from "@/components/table/cells";
import { Quantity } from "@/components/ui/quantity";
import { Tag } from "@/components/ui/tag";
import { formatBytes } from "@/lib/format/bytes";
import { countOf, formatCount } from "@/lib/format/count";
import { formatAgo } from "@/lib/format/relative-time";
import { formatFullTime, parseTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import { WIDE_LIST } from "./list-head";
import type { ObjectFolding } from "./object-list";
import type { ListRow } from "./prepare-object-rows";

type ListRowProps = {
  row: ListRow;
  index: number;
  isCursor: boolean;
  /** True when all versions are loaded, so counts are final. */
  isWhole: boolean;
  sides: Sides | null;
  chosenKey: string | null;
  hasSizes: boolean;
  /** True when the beginning of the value replaces the class. */
  hasValues: boolean;
  nowMs: number;
  list: ObjectFolding;
  actions: Pick<ListActions, "select">;
};

const CELL_CLASS = "h-[26px] truncate border-b border-line px-2 py-0 first:pl-4 last:pr-4 max-md:h-9";

export function ListRowView(props: ListRowProps) {
  const { row } = props;
  if (row.type === "object") return <ObjectRow {...props} row={row} />;
  if (row.type === "version") return <VersionRow {...props} row={row} />;
  return (
    <tr aria-level={2} aria-rowindex={props.index + 2}>
      <td colSpan={2} className={classNames(CELL_CLASS, "pl-10 first:pl-10")}>
        <button
          type="button"
          onClick={() => props.list.unfold(row.group.key)}
          className="rounded-chip text-accent-text hover:underline"
        >
          Show {countOf(row.count, "older version")}
        </button>
      </td>
      <td className={classNames(CELL_CLASS, !props.hasValues && WIDE_LIST)} />
      {props.hasSizes ? <td className={CELL_CLASS} /> : null}
      <td className={CELL_CLASS} />
    </tr>
  );
}

function ObjectRow({ row, index, isCursor, isWhole, hasSizes, hasValues, nowMs, list, actions }: RowOf<"object">) {
  const { group, isOpen } = row;
  const Twisty = isOpen ? ChevronDown : ChevronRight;
  const ground = classNames(CELL_CLASS, "bg-sunken group-hover/row:bg-hover");
  const count = group.versions.length;
  return (
    <Row
      index={index}
      level={1}
      isExpanded={isOpen}
      isCursor={isCursor}
      onPress={() => actions.select(group.object, null)}
    >
      <td className={classNames(ground, "font-medium")}>
        <span className="flex min-w-0 items-center gap-1.5">
          <button
            type="button"
            aria-label={`${isOpen ? "Close" : "Open"} ${group.object.id}`}
            onClick={(event) => {
              event.stopPropagation();
              list.toggle(group.key, !isOpen);
            }}
            className="relative grid size-3 flex-none place-items-center text-ink-3 before:absolute before:-inset-1.5 hover:text-ink"
          >
            <Twisty size={12} strokeWidth={2} aria-hidden="true" />
          </button>
          <span className="truncate" title={group.object.id}>
            {group.object.id}
          </span>
        </span>
      </td>
      <td className={classNames(ground, "text-ink-3")}>
        {isWhole ? countOf(count, "version") : `${formatCount(count)}+ versions`}
      </td>
      <td className={classNames(ground, !hasValues && WIDE_LIST)}>
        <ClassTag name={classOf(group.latest)} />
      </td>
      {hasSizes ? <SizeCell bytes={group.sizeBytes} className={classNames(ground, "font-medium")} /> : null}
      <td className={classNames(ground, "text-right")}>
        <AgeCell timeMs={parseTime(group.latest.created_at)} nowMs={nowMs} />
      </td>
    </Row>
  );
}

function VersionRow({ row, index, isCursor, sides, chosenKey, hasSizes, hasValues, nowMs, actions }: RowOf<"version">) {
  const { group, version, isNamed } = row;
  const isOfChosen = chosenKey === group.key;
  const side =
    !isOfChosen || !sides ? null : sides.a === version.digest ? "a" : sides.b === version.digest ? "b" : null;
  const ground = classNames(CELL_CLASS, side === null ? "group-hover/row:bg-hover" : "bg-accent-tint");
  const isDeleted = Boolean(version.deleted_at);
  return (
    <Row
      index={index}
      level={isNamed ? 1 : 2}
      isCursor={isCursor}
      onPress={() => actions.select(group.object, version.digest)}
    >
      <td className={classNames(ground, !isNamed && "first:pl-10")}>
        <span className="flex min-w-0 items-center gap-1.5">
          {isNamed ? (
            <span className="truncate" title={group.object.id}>
              {group.object.id}
            </span>
          ) : null}
          <span className={classNames("flex-none", isNamed && "text-ink-3", isDeleted && "text-ink-3 line-through")}>
            v{version.version_index}
          </span>
          {version.is_latest === 1 && !isDeleted ? <Tag tone="ok">latest</Tag> : null}
          {isDeleted ? (
            <span className="text-ink-3" title={formatFullTime(parseTime(version.deleted_at))}>
              deleted {formatAgo(parseTime(version.deleted_at), nowMs)}
            </span>
          ) : null}
          {labelNamesOf(version).aliases.map((alias) => (
            <Tag key={alias} tone="run" title={alias} className="min-w-0 shrink">
              <span className="truncate">{alias}</span>
            </Tag>
          ))}
          {side === null ? null : <SideMark side={side} />}
        </span>
      </td>
      <td className={classNames(ground, "text-code text-ink-2")} title={version.digest}>
        {shortVersionDigest(version.digest)}
      </td>
      {hasValues ? (
        <td className={classNames(ground, "text-code text-ink-2")}>{valuePreview(version.val)}</td>
      ) : (
        <td className={classNames(ground, "text-ink-3", WIDE_LIST)}>{classOf(version) ?? <Unknown />}</td>
      )}
      {hasSizes ? <SizeCell bytes={version.size_bytes} className={ground} /> : null}
      <td className={classNames(ground, "text-right")}>
        <AgeCell timeMs={parseTime(version.created_at)} nowMs={nowMs} />
      </td>
    </Row>
  );
}

type RowOf<Type extends ListRow["type"]> = Omit<ListRowProps, "row"> & { row: Extract<ListRow, { type: Type }> };

type RowProps = {
  index: number;
  level: number;
  isExpanded?: boolean;
  isCursor: boolean;
  onPress: () => void;
  children: ReactNode;
};

function Row({ index, level, isExpanded, isCursor, onPress, children }: RowProps) {
  return (
    <tr
      aria-level={level}
      aria-expanded={isExpanded}
      aria-rowindex={index + 2}
      aria-current={isCursor || undefined}
      onClick={onPress}
      className={classNames("group/row", isCursor && "outline-1 -outline-offset-1 outline-focus")}
    >
      {children}
    </tr>
  );
}

function ClassTag({ name }: { name: string | null }) {
  if (name === null) return <Unknown />;
  return (
    <Tag tone="outline" title={name} className="max-w-full">
      <span className="truncate font-normal">{name}</span>
    </Tag>
  );
}

function SizeCell({ bytes, className }: { bytes: number | null | undefined; className: string }) {
  return (
    <td className={classNames(className, "text-right")}>
      {typeof bytes === "number" ? <Quantity text={formatBytes(bytes)} /> : <Unknown />}
    </td>
  );
}
