import type { z } from "zod";
import type { deviceFound } from "@/lib/api/contract/app/oauth-clients";

/** The program that waits under a code. */
export type FoundDevice = z.infer<typeof deviceFound>;

/** Returns where a program asked from. */
export function originText(address: string): string {
  return address === "unknown" ? "an unknown address" : address;
}
