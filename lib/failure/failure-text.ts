import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

/** Why a pane has nothing to show: its drawing says it too. */
export type StateKind = "empty" | "no-match" | "cut" | "locked" | "not-offered";

/** How a failure is told: what happened, what to do, and whether asking again may help. */
export interface FailureText {
  readonly kind: StateKind;
  readonly title: string;
  readonly advice: string;
  readonly canRetry: boolean;
  /** Where the cause can be mended. */
  readonly settings: "connections" | null;
}

const asReceived = { canRetry: true, settings: null } as const;

/** Every kind of failure in words. A kind without words does not compile. */
export function failureText(failure: ServiceFailure): FailureText {
  const { kind } = failure;
  switch (kind) {
    case "unreachable":
      return {
        ...asReceived,
        kind: "cut",
        title: "The service does not answer",
        advice:
          "What is on the screen elsewhere stays as it was. Check the address of the connection, or switch to another one.",
        settings: "connections",
      };
    case "credentials-refused":
      return {
        ...asReceived,
        kind: "locked",
        title: "The service refused the stored credential",
        advice: "Replace it in the connection. Operations that use the other credential still work.",
        settings: "connections",
      };
    case "forbidden":
      return {
        ...asReceived,
        kind: "locked",
        title: "This is not permitted",
        advice: "Your role, or the stored credential, may not do this. An admin can change both.",
      };
    case "not-found":
      return {
        ...asReceived,
        kind: "no-match",
        title: "This does not exist",
        advice: "It was deleted, or the address is not right.",
      };
    case "unsupported":
      return {
        kind: "not-offered",
        title: "This connection does not offer it",
        advice: failure.operation === null ? "" : `The service has no operation ${failure.operation}.`,
        canRetry: true,
        settings: "connections",
      };
    case "upstream":
      return {
        ...asReceived,
        kind: "cut",
        title: "The service failed",
        advice: "It was asked and answered with a failure of its own.",
      };
    case "unreadable":
      return {
        ...asReceived,
        kind: "cut",
        title: "The answer cannot be read",
        advice: "There was an answer, but not one that the contract describes.",
      };
    case "validation":
      return {
        ...asReceived,
        kind: "cut",
        title: "The request was refused for what it says",
        advice: "Each line names the place and the complaint.",
      };
    case "signed-out":
      return {
        kind: "locked",
        title: "Your session has ended",
        advice: "Sign in again.",
        canRetry: false,
        settings: null,
      };
    case "cancelled":
      return { ...asReceived, kind: "cut", title: "Stopped", advice: "It was stopped before it was complete." };
  }
}
