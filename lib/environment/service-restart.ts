import type { EventEmitter } from "node:events";
import { z } from "zod";

const serviceRestart = z.object({
  /** How the service ended last: "ended with code 1". */
  cause: z.string(),
  /** How often it ended since it last ran for a minute. */
  count: z.number().int().positive(),
  /** When it is started again, in milliseconds since 1970; launcher and dashboard have the same clock. */
  restartsAtMs: z.number(),
});

/** What the launcher tells the dashboard while it restarts the service of the same installation. */
export type ServiceRestart = z.infer<typeof serviceRestart>;

const message = z.object({ serviceRestart: serviceRestart.nullable() });

/** The message that the launcher sends; null once the service is ready again. */
export const restartMessage = (restart: ServiceRestart | null): z.infer<typeof message> => ({
  serviceRestart: restart,
});

/** Listens to the launcher. The returned function says what it told last; null while the service runs. */
export function hearRestarts(launcher: Pick<EventEmitter, "on">): () => ServiceRestart | null {
  let last: ServiceRestart | null = null;
  launcher.on("message", (value: unknown) => {
    // The development server has messages of its own.
    const read = message.safeParse(value);
    if (read.success) last = read.data.serviceRestart;
  });
  return () => last;
}

/** Says why the service does not run, and when it is started again. */
export function restartSentence({ cause, count, restartsAtMs }: ServiceRestart, nowMs: number): string {
  const what = count === 1 ? `It ${cause}.` : `It has ended ${count} times in a row; the last time it ${cause}.`;
  const leftS = Math.ceil((restartsAtMs - nowMs) / 1000);
  return `${what} ${leftS > 0 ? `Heddle starts it again in ${leftS} s.` : "Heddle is starting it again."}`;
}
