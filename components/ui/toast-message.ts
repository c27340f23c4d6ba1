/** One sentence about a completed action. */
export interface ToastMessage {
  readonly id: number;
  readonly text: string;
  readonly tone: "ok" | "warning";
}
