import type { ComponentProps } from "react";

/** A section that scrolls. The keyboard reaches it, since arrow keys scroll only what has the focus. */
export function ScrollRegion(props: ComponentProps<"section">) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: its content may have nothing that takes the focus
  return <section tabIndex={0} {...props} />;
}
