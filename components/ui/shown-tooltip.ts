/** The tooltip on the screen and its control. */
export interface ShownTooltip {
  readonly anchor: HTMLElement;
  readonly text: string;
  readonly keys: readonly string[];
  readonly side: "top" | "right" | "bottom" | "left";
}
