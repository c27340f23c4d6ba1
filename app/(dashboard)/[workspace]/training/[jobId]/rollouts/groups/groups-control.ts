import type { inferParserType } from "nuqs";
import type { GroupFilter, rolloutParams } from "@/components/training/trajectories/rollout-params";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { GroupListRow, GroupSections } from "./prepare-group-list";
import type { MessageSearch } from "./use-message-search";

/** The URL params of the page. */
type RolloutChoices = inferParserType<typeof rolloutParams>;

/** The URL params of the page, and their setter. */
export interface RolloutAddress {
  readonly choices: RolloutChoices;
  readonly setChoices: (change: Partial<RolloutChoices>) => unknown;
}

/** How far the groups of the shown step are loaded. */
interface GroupsReading {
  readonly isPending: boolean;
  readonly isRead: boolean;
  readonly failure: ServiceFailure | null;
  readonly hasMore: boolean;
  readonly readCount: number;
  readonly retry: () => void;
  readonly readMore: () => void;
}

/** The groups of the shown step: loaded, filtered, sorted and searched. */
export interface GroupsControl extends RolloutAddress {
  readonly groups: GroupsReading;
  readonly sections: GroupSections;
  /** The number of groups per filter. */
  readonly counts: Readonly<Record<GroupFilter, number>>;
  readonly found: MessageSearch;
  /** The shown group. */
  readonly group: GroupListRow | null;
  readonly toGroup: (row: GroupListRow) => void;
  /** Moves to the group this many lines below, in list order. */
  readonly moveGroup: (by: number) => void;
}
