import type { AppResultOf } from "@/lib/api/contract/app/app-operations";
import { countOf } from "@/lib/format/count";
import { formatTime, parseTime } from "@/lib/format/time";

export type SecondFactorState = AppResultOf<"secondFactor.read">;

/** Few enough that a user should create new ones. */
const FEW_CODES = 3;

/** Returns what sign-in asks the current user for, as one sentence. */
export function secondFactorText({ hasPassword, enabledAt }: SecondFactorState, nowMs: number): string {
  if (enabledAt !== null) return `On since ${formatTime(parseTime(enabledAt), nowMs)}: sign-in asks for a code.`;
  return hasPassword
    ? "Off: sign-in asks for the password only."
    : "Your account has no password. The sign-in provider decides what it asks for.";
}

/** Returns the number of recovery codes, and whether they are few; null where two-factor authentication is off. */
export function recoveryCodesText({ enabledAt, recoveryCodesLeft }: SecondFactorState): {
  readonly text: string;
  readonly areFew: boolean;
} | null {
  if (enabledAt === null) return null;
  const text = `${countOf(recoveryCodesLeft, "recovery code")} left`;
  return { text, areFew: recoveryCodesLeft < FEW_CODES };
}

/** Returns a secret in groups of four, as people read and type it. */
export function groupedSecret(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, "$1 ");
}
