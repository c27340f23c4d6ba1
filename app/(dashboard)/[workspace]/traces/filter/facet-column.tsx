"use client";

import { useTimeRange } from "@/components/address/use-time-range";
import { Button } from "@/components/ui/button";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { isAttributePath, readGrouping } from "@/lib/calls/grouping";
import type { SourceChoice } from "@/lib/calls/source-choice";
import { failureText } from "@/lib/failure/failure-text";
import { isScoreField, scoreLabel } from "@/lib/score/score-field";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { FACET_HEADING_CLASS, Facet } from "./facet";
import { FacetValue } from "./facet-value";
import { facetGroupings } from "./prepare-facets";
import { useFacets } from "./use-facets";

export type FacetColumnProps = {
  workspace: Workspace;
  query: string;
  source: SourceChoice;
  onQueryChange: (query: string) => void;
  areRootsOnly: boolean;
  /** The scores of the project: those with few values can be listed. */
  scores: readonly ProjectScore[];
  /** Attribute paths and scores whose values are listed. */
  paths: readonly string[];
  onPathsChange: (paths: string[]) => void;
  isEnabled: boolean;
  /** Fills a sheet in place of a column beside the list. */
  isSheet?: boolean;
};

/** The facets of the listed calls: values with counts. Clicking a value filters by it, clicking it again clears it. */
export function FacetColumn(props: FacetColumnProps) {
  const {
    workspace,
    query,
    source,
    onQueryChange,
    areRootsOnly,
    scores,
    paths,
    onPathsChange,
    isEnabled,
    isSheet = false,
  } = props;
  const { range } = useTimeRange();
  const groupings = [...facetGroupings, ...paths.filter(isListed).map(readGrouping)];
  const facets = useFacets({ workspace, query, source, areRootsOnly, range, groupings, isEnabled });
  const otherScores = scores.filter(({ field, kind }) => kind !== "number" && !paths.includes(field));
  const others = facets.paths.filter(({ value }) => isAttributePath(value) && !paths.includes(value));
  return (
    <aside
      aria-label="Facets"
      className={classNames(
        "overflow-y-auto py-1 text-small",
        isSheet ? "-mx-4 min-h-0 flex-1" : "w-[208px] flex-none border-r border-line max-md:hidden",
      )}
    >
      <h2 className="sr-only">Facets</h2>
      {facets.failure ? (
        <p role="alert" className="grid justify-items-start gap-1.5 px-4 py-2 text-ink-2">
          {failureText(facets.failure).title}: could not count values.
          <Button size="small" onClick={facets.retry}>
            Retry
          </Button>
        </p>
      ) : !facets.isAskable ? (
        <p className="px-4 py-2 text-ink-2">No values are counted until the filter is corrected.</p>
      ) : (
        groupings.map((grouping) => (
          <Facet
            key={grouping.by}
            selection={{ workspace, query, source, areRootsOnly, range }}
            grouping={grouping}
            facet={facets.facetOf(grouping)}
            onQueryChange={onQueryChange}
            onRemove={
              paths.includes(grouping.by) ? () => onPathsChange(paths.filter((path) => path !== grouping.by)) : null
            }
          />
        ))
      )}
      {otherScores.length > 0 ? (
        <section aria-label="Scores" className="pb-2">
          <h3 className={FACET_HEADING_CLASS}>Scores</h3>
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
          <h3 className={FACET_HEADING_CLASS}>Attributes</h3>
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
