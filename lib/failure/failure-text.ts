import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

/** The reason for an empty pane, which its drawing shows too. */
export type StateKind = "empty" | "no-match" | "cut" | "locked" | "not-offered";

/** The text of a failure: what happened, what to do, and whether a retry may help. */
export interface FailureText {
  readonly kind: StateKind;
  readonly title: string;
  readonly advice: string;
  readonly canRetry: boolean;
  /** Where the cause can be fixed. */
  readonly settings: "connections" | null;
}

const asReceived = { canRetry: true, settings: null } as const;

/** The texts of every kind of failure. A kind without texts does not compile. */
export function failureText(failure: ServiceFailure): FailureText {
  const { kind } = failure;
  switch (kind) {
    case "unreachable":
      return {
        ...asReceived,
        kind: "cut",
        title: "The service does not respond",
        advice: "Data that is already loaded stays. Check the base URL of the connection, or switch to another one.",
        settings: "connections",
      };
    case "credentials-refused":
      return {
        ...asReceived,
        kind: "locked",
        title: "The service rejected the stored credential",
        advice: "Replace it in the connection. Operations that use the other credential still work.",
        settings: "connections",
      };
    case "forbidden":
      return {
        ...asReceived,
        kind: "locked",
        title: "Not permitted",
        advice: "Your role, or the stored credential, does not allow this. An admin can change both.",
      };
    case "not-found":
      return {
        ...asReceived,
        kind: "no-match",
        title: "Not found",
        advice: "It was deleted, or the URL is wrong.",
      };
    case "unsupported":
      return {
        kind: "not-offered",
        title: "Not supported by this connection",
        advice: failure.operation === null ? "" : `The service has no operation ${failure.operation}.`,
        canRetry: true,
        settings: "connections",
      };
    case "upstream":
      return {
        ...asReceived,
        kind: "cut",
        title: "The service failed",
        advice: "It returned an internal error.",
      };
    case "unreadable":
      return {
        ...asReceived,
        kind: "cut",
        title: "The response could not be read",
        advice: "The service returned a response that does not match the contract.",
      };
    case "validation":
      return {
        ...asReceived,
        kind: "cut",
        title: "The request was invalid",
        advice: "Each line names a field and the problem.",
      };
    case "signed-out":
      return {
        ...asReceived,
        kind: "locked",
        title: "Your session has ended",
        advice: "What you typed is still on this page. Sign in, then retry.",
      };
    case "cancelled":
      return { ...asReceived, kind: "cut", title: "Stopped", advice: "It was stopped before it was complete." };
  }
}
