"use client";

import { useTimeRange } from "@/components/address/use-time-range";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { CallFacet } from "@/lib/api/contract/calls/call-stats";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { failureText } from "@/lib/failure/failure-text";
import { type Grouping, isAttributePath, readGrouping, valueLabel, wordOf } from "@/lib/filter/grouping";
import { onlyValue, withoutValue } from "@/lib/filter/query-edit";
import { formatShortCount } from "@/lib/format/count";
import { isScoreField, scoreLabel } from "@/lib/score/score-field";
import type { Workspace } from "@/lib/workspace/workspace";
import { FacetValue } from "./facet-value";
import { facetGroupings, isValueChosen, isValueExcluded, toggleValue } from "./prepare-facets";
import { useFacets } from "./use-facets";

type FacetColumnProps = {
  workspace: Workspace;
  query: string;
  onQueryChange: (query: string) => void;
  areRootsOnly: boolean;
  /** The scores of the project: those with few values can be listed. */
  scores: readonly ProjectScore[];
  /** Attribute paths and scores whose values are listed. */
  paths: readonly string[];
  onPathsChange: (paths: string[]) => void;
  isEnabled: boolean;
};

/** The facets of the listed calls: values with counts. Clicking a value filters by it, clicking it again clears it. */
export function FacetColumn(props: FacetColumnProps) {
  const { workspace, query, onQueryChange, areRootsOnly, scores, paths, onPathsChange, isEnabled } = props;
  const { range } = useTimeRange();
  const groupings = [...facetGroupings, ...paths.filter(isListed).map(readGrouping)];
  const facets = useFacets({ workspace, query, areRootsOnly, range, groupings, isEnabled });
  const otherScores = scores.filter(({ field, kind }) => kind !== "number" && !paths.includes(field));
  const others = facets.paths.filter(({ value }) => isAttributePath(value) && !paths.includes(value));
  return (
    <aside
      aria-label="Facets"
      className="w-[208px] flex-none overflow-y-auto border-r border-line py-1 text-small max-md:hidden"
    >
      <h2 className="sr-only">Facets</h2>
      {facets.failure ? (
        <p role="alert" className="grid justify-items-start gap-1.5 px-4 py-2 text-ink-2">
          {failureText(facets.failure).title}: could not count values.
          <Button size="small" onClick={facets.retry}>
            Retry
          </Button>
        </p>
      ) : (
        groupings.map((grouping) => (
          <Facet
            key={grouping.by}
            grouping={grouping}
            facet={facets.facetOf(grouping)}
            query={query}
            onQueryChange={onQueryChange}
            onRemove={
              paths.includes(grouping.by) ? () => onPathsChange(paths.filter((path) => path !== grouping.by)) : null
            }
          />
        ))
      )}
      {otherScores.length > 0 ? (
        <section aria-label="Scores" className="pb-2">
          <h3 className={HEADING_CLASS}>Scores</h3>
          {otherScores.slice(0, MAX_SCORES).map(({ field, count }) => (
            <FacetValue
              key={field}
              label={scoreLabel(field)}
              count={count}
              isChosen={false}
              onPress={() => onPathsChange([...paths, field])}
            />
          ))}
        </section>
      ) : null}
      {others.length > 0 ? (
        <section aria-label="Attributes" className="pb-2">
          <h3 className={HEADING_CLASS}>Attributes</h3>
          {others.map(({ value, count }) => (
            <FacetValue
              key={value}
              label={value.replace(/^attributes\./, "")}
              count={count}
              isChosen={false}
              onPress={() => onPathsChange([...paths, value])}
            />
          ))}
        </section>
      ) : null}
    </aside>
  );
}

/** Scores with most values; others are found by the query box. */
const MAX_SCORES = 20;

const isListed = (path: string) => isAttributePath(path) || isScoreField(path);

const HEADING_CLASS = "flex h-6 items-center px-4 text-micro font-medium text-ink-3";

const fieldValue = (grouping: Grouping, value: string) => ({ field: grouping.field, value: wordOf(grouping, value) });

type FacetProps = {
  grouping: Grouping;
  /** Undefined until it is loaded. */
  facet: CallFacet | undefined;
  query: string;
  onQueryChange: (query: string) => void;
  onRemove: (() => void) | null;
};

function Facet({ grouping, facet, query, onQueryChange, onRemove }: FacetProps) {
  const hidden = facet ? facet.value_count - facet.values.length : 0;
  const most = Math.max(0, ...(facet?.values.map(({ count }) => count) ?? []));
  return (
    <section aria-label={grouping.label} className="pb-2">
      <h3 className={HEADING_CLASS}>
        <span className="truncate">{grouping.label.replace(/^(?:attributes|score)\./, "")}</span>
        {onRemove ? (
          <Button
            kind="ghost"
            size="small"
            className="ml-auto h-5 px-1 font-normal"
            aria-label={`Hide ${grouping.label}`}
            onClick={onRemove}
          >
            Hide
          </Button>
        ) : null}
      </h3>
      {facet === undefined ? <Skeleton className="mx-4 w-24" /> : null}
      {facet?.values.length === 0 ? <p className="px-4 text-ink-3">{grouping.missing}</p> : null}
      {facet?.values.map(({ value, count }) => (
        <FacetValue
          key={value}
          label={valueLabel(grouping, value)}
          count={count}
          most={most}
          isChosen={isValueChosen(query, grouping, value)}
          isExcluded={isValueExcluded(query, grouping, value)}
          onPress={() => onQueryChange(toggleValue(query, grouping, value))}
          onSelectOnly={() => onQueryChange(onlyValue(query, fieldValue(grouping, value)))}
          onExclude={() => onQueryChange(withoutValue(query, fieldValue(grouping, value)))}
        />
      ))}
      {hidden > 0 ? <p className="px-4 text-micro text-ink-3">{formatShortCount(hidden)} more</p> : null}
    </section>
  );
}
