import type { ComponentProps } from "react";
import { BadLinesNote, CutShortBand } from "./cut-short-band";

/** Notices of a stream that did not end well: lines that could not be read, and where it was cut short. */
export function StreamNotices(props: ComponentProps<typeof CutShortBand>) {
  return (
    <>
      <BadLinesNote summary={props.summary} />
      <CutShortBand {...props} />
    </>
  );
}
