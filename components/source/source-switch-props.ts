import type { SourceChoice } from "@/lib/calls/source-choice";
import type { CountedCalls } from "./use-source-counts";

export type SourceSwitchProps = {
  connectionId: string;
  choice: SourceChoice;
  onChange: (choice: SourceChoice) => void;
  /** True where the filter says itself where calls come from. */
  isByFilter: boolean;
  /** Called when the menu opens, at which a relative range ends. */
  callsNow: () => CountedCalls;
  /** The noun of the counted things, where they are not those of the page. */
  unit?: string;
};
