/** The message of the page to the frame of a renderer. It comes with a port for the answers. */
export interface RenderRequest {
  readonly kind: "heddle:render";
  readonly html: string;
  readonly input: RendererInput;
}

/** The value of `window.heddle` in a renderer. Members may be added; `version` rises when one changes or is removed. */
export interface RendererInput {
  readonly version: 1;
  /** The theme of the dashboard, which the root element of the frame has as `data-theme`, too. */
  readonly theme: "light" | "dark";
  /** As it was sent: `messages_and_choices`, `reward`, `metrics`, `metadata`, `logs`, `tools` and others. */
  readonly trajectory: unknown;
  /** From 0, in its group. */
  readonly index: number;
  readonly group: { readonly index: number; readonly name: string };
  readonly reward: number | null;
  readonly advantage: number | null;
}

/** An answer of the frame. */
export type FrameMessage =
  | { readonly kind: "height"; readonly px: number }
  | { readonly kind: "failed"; readonly message: string };

/** The address of the frame. */
export const FRAME_PATH = "/api/frame";
