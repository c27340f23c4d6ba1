import type { Fact, Facts, RecordedCalls } from "./facts";

/** Why facts are absent. */
export type Reasons = Readonly<Partial<Record<Fact, string>>>;

/** What one recording must be read as, written from its program and what the provider answers. */
export interface ExpectedRecording {
  readonly calls: RecordedCalls;
  /** Where it differs from the conversation below. */
  readonly facts?: Facts;
  /** Facts that are absent, with what the client does or does not send. */
  readonly sendsNo?: Reasons;
}
