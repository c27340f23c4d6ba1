import type { ReactNode } from "react";

/** `normal` for a question, `wide` for a larger form or a list, `large` for a document, `full` for two side by side. */
export type DialogSize = "normal" | "wide" | "large" | "full";

export type DialogFrameProps = {
  title: string;
  /** The consequences, or the purpose of the dialog. */
  description: ReactNode;
  size?: DialogSize | undefined;
  /** Gives the dialog its full height, which its content fills and scrolls in. */
  isFilling?: boolean | undefined;
  onClose: () => void;
  children: ReactNode;
};
